import { liveRoute } from '@/lib/process/live'

export const GET = liveRoute
