import { routes } from '@/lib/proxy/server'

export const GET = routes.seen
