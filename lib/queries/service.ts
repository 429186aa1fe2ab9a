import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/get'

const INTERVAL_MS = 10_000

// Before its first call to the service the server cannot say how it does.
const FIRST_INTERVAL_MS = 2_000

/** Which service answers and how it does; the map's start and tiles. */
export function serviceQuery() {
  return queryOptions({
    queryKey: ['service'],
    queryFn: ({ signal }) => get('/api/service', '/api/service', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.upstream.lastSuccessAt === null ? FIRST_INTERVAL_MS : INTERVAL_MS,
  })
}
