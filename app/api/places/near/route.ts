import { routes } from '@/lib/process/routes'

export const POST = routes.placesNear
