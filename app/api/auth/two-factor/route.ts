import { authRoutes } from '@/lib/auth/server'

export const POST = authRoutes.twoFactorBegin
export const DELETE = authRoutes.twoFactorEnd
