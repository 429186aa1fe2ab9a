import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client/get'
import { LOAD_MS } from './load-time'

const INTERVAL_MS = 10_000

// The server does not know the service's health before its first call.
const FIRST_INTERVAL_MS = 2_000

/** Kind and health of the service; start and tiles of the map. */
export function serviceQuery() {
  return queryOptions({
    queryKey: ['service'],
    queryFn: ({ signal }) => get('/api/service', '/api/service', { signal }),
    staleTime: LOAD_MS,
    refetchInterval: ({ state }) =>
      state.data?.data.upstream.lastSuccessAt === null ? FIRST_INTERVAL_MS : INTERVAL_MS,
  })
}
