import { routes } from '@/lib/app/parts/routes'

export const GET = routes.watchedChanges
export const PUT = routes.watch
export const DELETE = routes.unwatch
