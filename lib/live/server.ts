import 'server-only'
import { upstream } from '@/lib/upstream/server'
import { createLive, type Live } from './live'
import { createLiveRoute } from './route'

// On globalThis for the same reason as the upstream: one watch per area, whichever copy of this module asks.
const shared = globalThis as typeof globalThis & { kerbsideLive?: Promise<Live> }

function live(): Promise<Live> {
  shared.kerbsideLive ??= upstream()
    .then(({ client, live: settings }) => createLive({ client, settings }))
    .catch((error: unknown) => {
      shared.kerbsideLive = undefined
      throw error
    })
  return shared.kerbsideLive
}

/** `GET /api/live` over the service that the environment chose. */
export const liveRoute = createLiveRoute(live)
