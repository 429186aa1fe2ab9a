import { liveRoute } from '@/lib/app/parts/live'

export const GET = liveRoute
