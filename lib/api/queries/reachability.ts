import { queryOptions } from '@tanstack/react-query'
import { send } from '@/lib/api/client/call'
import { unreachable } from '@/lib/api/client/errors'

// A click waits for it.
const TIMEOUT_MS = 5_000

/** Whether Kerbside itself answers; in the error state it is asked again until it does. */
export function reachabilityQuery(fetch?: typeof globalThis.fetch) {
  return queryOptions({
    queryKey: ['reachability'],
    queryFn: async ({ signal }) => {
      const response = await send('GET /api/health', {}, undefined, { signal, fetch }, TIMEOUT_MS)
      const answer = await response.json().catch(() => null)
      // A proxy answers for a stopped Kerbside, with a page of its own.
      if (!response.ok || answer?.status !== 'alive')
        throw unreachable('GET /api/health: not Kerbside’s answer')
      return true
    },
    gcTime: Number.POSITIVE_INFINITY,
  })
}
