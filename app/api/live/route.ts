import { liveRoute } from '@/lib/app/parts/routes'

export const GET = liveRoute
