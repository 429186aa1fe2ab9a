import 'server-only'
import { processAccess, processLacking } from '@/lib/auth/server'
import { processLog } from '@/lib/operations/server'
import { upstream } from '@/lib/upstream/server'
import { createRoutes } from './routes'

/** The routes over the service that the environment chose. */
export const routes = createRoutes(upstream, {
  access: processAccess,
  lacking: processLacking,
  onFault: (requestId, message) => processLog()('error', { event: 'internal', requestId, message }),
})
