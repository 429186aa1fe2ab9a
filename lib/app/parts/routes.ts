import { createAuthRoutes } from '@/lib/api/routes/accounts/auth'
import { createArrivedBookingRoutes } from '@/lib/api/routes/arrived-bookings'
import { createPlaceRoutes } from '@/lib/api/routes/places'
import { createRecordingRoutes } from '@/lib/api/routes/recording'
import { createRoadRoutes } from '@/lib/api/routes/roads'
import { createServiceRoutes } from '@/lib/api/routes/service'
import { createWatchListRoutes } from '@/lib/api/routes/watch-list'
import { createWebhookRoutes } from '@/lib/api/routes/webhooks'
import { app } from '@/lib/app/app'
import { createLiveRoute } from '@/lib/live/route'
import { withholdTokens } from '@/lib/webhooks/withhold-tokens'

const webhookOptions = {
  access: () => app().access(),
  onFault: (requestId: string, message: string) => app().onFault(requestId, message),
}

/** Our tokens are unknown while the inbox cannot be opened. */
const findToken = () =>
  app()
    .webhooks()
    .then(
      ({ tokens }) => tokens.find,
      () => () => undefined,
    )

const options = { ...webhookOptions, withhold: (json: string) => withholdTokens(json, findToken) }

/** `GET /api/live` */
export const liveRoute = createLiveRoute(() => app().live(), webhookOptions)

/** Every other route of app/api. */
export const routes = {
  ...createServiceRoutes(() => app().upstream(), {
    ...options,
    lacking: () => app().lacking(),
    timesOf: async (status, atMs) => ({
      ...app().reportTimes.read(status, atMs),
      directory: (await app().directory()).entryOf(status.id),
    }),
    recordingFailure: async () => (await app().recording())?.recorder.failure ?? null,
  }),
  ...createAuthRoutes(() => app().auth(), options),
  ...createWatchListRoutes(() => app().watchList(), {
    ...options,
    reportTimes: async () => app().reportTimes,
  }),
  ...createRoadRoutes(() => app().roads(), options),
  ...createRecordingRoutes(() => app().recordings(), options),
  ...createPlaceRoutes(() => app().places(), options),
  ...createArrivedBookingRoutes(() => app().webhooks(), {
    ...options,
    namesOf: async (id) => (await app().directory()).factsOf(id)?.entry ?? null,
  }),
  // Their answer is the one that has a token.
  ...createWebhookRoutes(() => app().webhooks(), {
    ...webhookOptions,
    originOf: (request) => app().originOf(request),
    get retentionDays() {
      return app().settings.BOOKING_RETENTION_DAYS
    },
    vehiclesByWebhook: async (request) => ({
      ...(await app().directory()).countByWebhook(app().hostOf(request)),
      unread: app().unreadRecords(),
    }),
  }),
}
