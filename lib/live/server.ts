import 'server-only'
import { processAccess } from '@/lib/auth/server'
import { processLog, processMetrics } from '@/lib/operations/server'
import { processRedis } from '@/lib/store/server'
import type { Upstream } from '@/lib/upstream/compose'
import { upstream } from '@/lib/upstream/server'
import { createLive, type Live } from './live'
import { createLiveRoute } from './route'
import { shareOverRedis } from './shared-relay'

// On globalThis for the same reason as the upstream: one watch per area, whichever copy of this module asks.
const shared = globalThis as typeof globalThis & { kerbsideLive?: Promise<Live> }

function live(): Promise<Live> {
  shared.kerbsideLive ??= upstream()
    .then(open)
    .catch((error: unknown) => {
      shared.kerbsideLive = undefined
      throw error
    })
  return shared.kerbsideLive
}

async function open({ client, live: settings, nodeSecret, state }: Upstream): Promise<Live> {
  const metrics = processMetrics()
  const redis = nodeSecret && (await processRedis())
  const watching = createLive({
    client,
    settings,
    relay: redis
      ? shareOverRedis(redis, nodeSecret, `${state().upstream.baseUrl} ${settings.vehiclesMaximum}`)
      : undefined,
    log: (message) => processLog()('error', { event: 'live', message }),
    onSweep: metrics.swept,
    onFailing: (requestId, { kind, message }) =>
      processLog()('warn', { event: 'live', requestId, kind, message }),
  })
  metrics.watch({
    readers: () => watching.readers,
    watches: () => watching.watches,
    swept: () => watching.swept,
    dataAgeSeconds: () => watching.dataAgeSeconds,
  })
  return watching
}

/** `GET /api/live` over the service that the environment chose. */
export const liveRoute = createLiveRoute(live, { access: processAccess })
