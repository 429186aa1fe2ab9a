import { authRoutes } from '@/lib/process/auth'

export const PATCH = authRoutes.changeOperator
