import { routes } from '@/lib/app/parts/routes'

export const DELETE = routes.unlock
