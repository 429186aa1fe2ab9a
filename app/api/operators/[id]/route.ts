import { routes } from '@/lib/app/parts/routes'

export const PATCH = routes.changeOperator
export const DELETE = routes.deleteOperator
