import { authRoutes } from '@/lib/process/auth'

export const POST = authRoutes.twoFactorConfirm
