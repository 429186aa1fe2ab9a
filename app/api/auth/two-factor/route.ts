import { routes } from '@/lib/process/routes'

export const POST = routes.beginTwoFactor
export const DELETE = routes.endTwoFactor
