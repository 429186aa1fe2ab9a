import { authRoutes } from '@/lib/process/auth'

export const DELETE = authRoutes.endSessions
