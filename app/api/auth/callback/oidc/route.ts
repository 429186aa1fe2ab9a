import { authRoutes } from '@/lib/process/auth'

export const GET = authRoutes.oidcBack
