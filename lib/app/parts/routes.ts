import 'server-only'
import { createAuthRoutes } from '@/lib/api/routes/accounts/auth'
import { createArrivedBookingRoutes } from '@/lib/api/routes/arrived-bookings'
import { createPlaceRoutes } from '@/lib/api/routes/places'
import { createRecordingRoutes } from '@/lib/api/routes/recording'
import { createRoadRoutes } from '@/lib/api/routes/roads'
import { createServiceRoutes } from '@/lib/api/routes/service'
import { createWatchListRoutes } from '@/lib/api/routes/watch-list'
import { createWebhookRoutes } from '@/lib/api/routes/webhooks'
import { withholdTokens } from '@/lib/webhooks/withhold-tokens'
import { processAccess, processAuth, processLacking } from './auth'
import { processRoads } from './city'
import { processDirectory } from './directory'
import { processDirectoryReader } from './directory-reader'
import { processLog } from './observability'
import { processPlaces } from './places'
import { processRecording } from './recording/recording'
import { processRecordings } from './recording/recordings'
import { processReportTimes } from './report-times'
import { startWatchList } from './start-watch-list'
import { upstream } from './upstream'
import { processWebhooks, webhookRouteOptions } from './webhooks'

const webhookOptions = {
  access: processAccess,
  onFault: (requestId: string, message: string) =>
    processLog()('error', { event: 'internal', requestId, message }),
}

/** Our tokens are unknown while the inbox cannot be opened. */
const findToken = () =>
  processWebhooks().then(
    ({ tokens }) => tokens.find,
    () => () => undefined,
  )

const options = { ...webhookOptions, withhold: (json: string) => withholdTokens(json, findToken) }

/** Every route of app/api but the event stream. */
export const routes = {
  ...createServiceRoutes(upstream, {
    ...options,
    lacking: processLacking,
    timesOf: async (status, atMs) => {
      const times = await (await processReportTimes()).read(status, atMs)
      return { ...times, directory: (await processDirectory()).entryOf(status.id) }
    },
    recordingFailure: async () => (await processRecording())?.recorder.failure ?? null,
  }),
  ...createAuthRoutes(processAuth, options),
  ...createWatchListRoutes(startWatchList, { ...options, reportTimes: processReportTimes }),
  ...createRoadRoutes(processRoads, options),
  ...createRecordingRoutes(processRecordings, options),
  ...createPlaceRoutes(processPlaces, options),
  ...createArrivedBookingRoutes(processWebhooks, {
    ...options,
    namesOf: async (id) => (await processDirectory()).factsOf(id)?.entry ?? null,
  }),
  // Their answer is the one that has a token.
  ...createWebhookRoutes(processWebhooks, {
    ...webhookOptions,
    ...webhookRouteOptions,
    vehiclesByWebhook: async (request) => ({
      ...(await processDirectory()).countByWebhook(webhookRouteOptions.hostOf(request)),
      unread: processDirectoryReader()?.unread ?? 0,
    }),
  }),
}
