import { createApi } from '@/lib/api/dispatch'
import { table } from '@/lib/api/table'
import { app } from '@/lib/app/app'
import { systemClock } from '@/lib/app/clock'
import { withholdTokens } from '@/lib/webhooks/withhold-tokens'

/** Our tokens are unknown while the inbox cannot be opened. */
const findToken = () =>
  app()
    .webhooks()
    .then(
      ({ tokens }) => tokens.find,
      () => () => undefined,
    )

/** Answers every address below /api. */
export const answer = createApi(table, {
  clock: systemClock,
  onFault: (requestId, message) => app().onFault(requestId, message),
  access: () => app().access(),
  auth: () => app().auth(),
  withhold: (json) => withholdTokens(json, findToken),
  upstream: () => app().upstream(),
  lacking: () => app().lacking(),
  timesOf: async (status, atMs) => ({
    ...app().reportTimes.read(status, atMs),
    directory: (await app().directory()).entryOf(status.id),
  }),
  reportTimes: async () => app().reportTimes,
  namesOf: async (id) => (await app().directory()).factsOf(id)?.entry ?? null,
  live: () => app().live(),
  watchList: () => app().watchList(),
  roads: () => app().roads(),
  places: () => app().places(),
  mapArchive: () => app().mapArchive(),
  recordings: () => app().recordings(),
  recordingFailure: async () => (await app().recording())?.recorder.failure ?? null,
  webhooks: () => app().webhooks(),
  originOf: (request) => app().originOf(request),
  vehiclesByWebhook: async (request) => ({
    ...(await app().directory()).countByWebhook(app().hostOf(request)),
    unread: app().unreadRecords(),
  }),
  bookingRetentionDays: () => app().settings.BOOKING_RETENTION_DAYS,
})
