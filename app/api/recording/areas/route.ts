import { routes } from '@/lib/process/routes'

export const GET = routes.recordedAreas
