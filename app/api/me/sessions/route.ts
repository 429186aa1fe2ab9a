import { authRoutes } from '@/lib/auth/server'

export const DELETE = authRoutes.signOutEverywhere
