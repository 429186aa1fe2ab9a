import { queryOptions } from '@tanstack/react-query'
import { unreachable } from '@/lib/api/client/errors'
import { type RequestOptions, request } from '@/lib/api/client/request'

// A click waits for it.
const TIMEOUT_MS = 5_000
const PATH = '/api/health'

/** Whether Kerbside itself answers; in the error state it is asked again until it does. */
export function reachabilityQuery(fetch?: RequestOptions['fetch']) {
  return queryOptions({
    queryKey: ['reachability'],
    queryFn: async ({ signal }) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const { ok, body } = await request('GET', PATH, undefined, { signal: limited, fetch })
      // A proxy answers for a stopped Kerbside, with a page of its own.
      if (!ok || body?.status !== 'alive') throw unreachable(`GET ${PATH}: not Kerbside's answer`)
      return true
    },
    gcTime: Number.POSITIVE_INFINITY,
  })
}
