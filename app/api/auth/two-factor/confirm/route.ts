import { authRoutes } from '@/lib/auth/server'

export const POST = authRoutes.twoFactorConfirm
