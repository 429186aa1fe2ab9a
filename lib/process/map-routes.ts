import { createMapRoutes } from '@/lib/routes/map'
import { processAccess } from './auth'
import { processMapArchive } from './map-archive'
import { processLog } from './observability'

/** Answered by lib/server itself, before Next. */
export const mapRoutes = createMapRoutes(processMapArchive, {
  access: processAccess,
  onFault: (requestId, message) => processLog()('error', { event: 'internal', requestId, message }),
})
