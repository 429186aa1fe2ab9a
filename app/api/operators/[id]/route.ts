import { authRoutes } from '@/lib/auth/server'

export const PATCH = authRoutes.changeOperator
