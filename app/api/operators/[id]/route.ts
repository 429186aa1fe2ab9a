import { routes } from '@/lib/process/routes'

export const PATCH = routes.changeOperator
