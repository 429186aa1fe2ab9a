import { authRoutes } from '@/lib/process/auth'

export const GET = authRoutes.operators
export const POST = authRoutes.invite
