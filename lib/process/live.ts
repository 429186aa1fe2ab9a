import 'server-only'
import { createLiveAreas, type LiveAreas } from '@/lib/live/areas'
import { redisCluster } from '@/lib/live/cluster/redis-cluster'
import { createLiveRoute } from '@/lib/live/route'
import type { Upstream } from '@/lib/upstream/compose'
import { processAccess } from './auth'
import { processLog, processMetrics } from './observability'
import { processRedis } from './store'
import { upstream } from './upstream'

// On globalThis for the same reason as the upstream: one watch per area, whichever copy of this module asks.
const shared = globalThis as typeof globalThis & { kerbsideLive?: Promise<LiveAreas> }

function live(): Promise<LiveAreas> {
  shared.kerbsideLive ??= upstream()
    .then(open)
    .catch((error: unknown) => {
      shared.kerbsideLive = undefined
      throw error
    })
  return shared.kerbsideLive
}

async function open({ client, live: settings, nodeSecret, state }: Upstream): Promise<LiveAreas> {
  const metrics = processMetrics()
  const redis = nodeSecret && (await processRedis())
  const watching = createLiveAreas({
    client,
    settings,
    relay: redis
      ? redisCluster(redis, nodeSecret, `${state().upstream.baseUrl} ${settings.vehiclesMaximum}`)
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
