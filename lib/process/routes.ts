import 'server-only'
import { createRoutes } from '@/lib/routes/service'
import { processAccess, processLacking } from './auth'
import { processLog } from './observability'
import { upstream } from './upstream'

/** The routes over the service that the environment chose. */
export const routes = createRoutes(upstream, {
  access: processAccess,
  lacking: processLacking,
  onFault: (requestId, message) => processLog()('error', { event: 'internal', requestId, message }),
})
