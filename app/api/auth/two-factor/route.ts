import { routes } from '@/lib/app/parts/routes'

export const POST = routes.beginTwoFactor
export const DELETE = routes.endTwoFactor
