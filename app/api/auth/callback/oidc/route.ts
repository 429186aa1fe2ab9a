import { authRoutes } from '@/lib/auth/server'

export const GET = authRoutes.oidcBack
