import { routes } from '@/lib/process/routes'

export const PATCH = routes.changeOperator
export const DELETE = routes.deleteOperator
