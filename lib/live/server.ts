import 'server-only'
import { processAccess } from '@/lib/auth/server'
import { processLog, processMetrics } from '@/lib/operations/server'
import type { Upstream } from '@/lib/upstream/compose'
import type { LiveSettings } from '@/lib/upstream/live-config'
import { upstream } from '@/lib/upstream/server'
import { createLive, type Live } from './live'
import { createLiveRoute } from './route'

// On globalThis for the same reason as the upstream: one watch per area, whichever copy of this module asks.
const shared = globalThis as typeof globalThis & { kerbsideLive?: Promise<Live> }

function live(): Promise<Live> {
  shared.kerbsideLive ??= upstream()
    .then(({ client, live: settings }) => open(client, settings))
    .catch((error: unknown) => {
      shared.kerbsideLive = undefined
      throw error
    })
  return shared.kerbsideLive
}

function open(client: Upstream['client'], settings: LiveSettings): Live {
  const metrics = processMetrics()
  const watching = createLive({
    client,
    settings,
    log: (message) => processLog()('error', { event: 'live', message }),
    onSweep: metrics.swept,
  })
  metrics.watch({
    readers: () => watching.readers,
    watches: () => watching.watches,
    dataAgeSeconds: () => watching.dataAgeSeconds,
  })
  return watching
}

/** `GET /api/live` over the service that the environment chose. */
export const liveRoute = createLiveRoute(live, { access: processAccess })
