import { liveRoute } from '@/lib/live/server'

export const GET = liveRoute
