import { processAccess } from '@/lib/process/auth'
import { processLog } from '@/lib/process/observability'
import { createMapRoutes } from '@/lib/routes/map'
import { processMapArchive } from './map-archive'

/** Answered by lib/server itself, before Next. */
export const mapRoutes = createMapRoutes(processMapArchive, {
  access: processAccess,
  onFault: (requestId, message) => processLog()('error', { event: 'internal', requestId, message }),
})
