import 'server-only'
import { upstream } from '@/lib/upstream/server'
import { createRoutes } from './routes'

/** The routes over the service that the environment chose. */
export const routes = createRoutes(upstream)
