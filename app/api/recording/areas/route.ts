import { routes } from '@/lib/process/routes'

export const GET = routes.recordedAreas
export const PUT = routes.recordAlways
export const DELETE = routes.stopAlways
