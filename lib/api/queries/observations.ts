import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client/get'

const INTERVAL_MS = 10_000

/** Observed answers where the interface is silent, since the server started. */
export function observationsQuery() {
  return queryOptions({
    queryKey: ['observations'],
    queryFn: ({ signal }) => get('/api/observations', '/api/observations', { signal }),
    refetchInterval: INTERVAL_MS,
  })
}
