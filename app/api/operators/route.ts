import { authRoutes } from '@/lib/auth/server'

export const GET = authRoutes.operators
export const POST = authRoutes.invite
