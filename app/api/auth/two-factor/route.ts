import { authRoutes } from '@/lib/process/auth'

export const POST = authRoutes.twoFactorBegin
export const DELETE = authRoutes.twoFactorEnd
