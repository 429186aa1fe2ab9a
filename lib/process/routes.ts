import 'server-only'
import { createAuthRoutes } from '@/lib/routes/auth'
import { createMapRoutes } from '@/lib/routes/map'
import { createServiceRoutes } from '@/lib/routes/service'
import { processAccess, processAuth, processLacking } from './auth'
import { processMapArchive } from './map-archive'
import { processLog } from './observability'
import { upstream } from './upstream'

const options = {
  access: processAccess,
  onFault: (requestId: string, message: string) =>
    processLog()('error', { event: 'internal', requestId, message }),
}

/** Every route but the event stream, for app/api. */
export const routes = {
  ...createServiceRoutes(upstream, { ...options, lacking: processLacking }),
  ...createAuthRoutes(processAuth, options),
  ...createMapRoutes(processMapArchive, options),
}
