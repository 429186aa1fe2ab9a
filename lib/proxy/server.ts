import 'server-only'
import { processAccess } from '@/lib/auth/server'
import { processLog } from '@/lib/operations/server'
import { upstream } from '@/lib/upstream/server'
import { createRoutes } from './routes'

/** The routes over the service that the environment chose. */
export const routes = createRoutes(upstream, {
  access: processAccess,
  onFault: (requestId, message) => processLog()('error', { event: 'internal', requestId, message }),
})
