import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/get'

const INTERVAL_MS = 10_000

/** Which service answers and how it does; the map's start and tiles. */
export function serviceQuery() {
  return queryOptions({
    queryKey: ['service'],
    queryFn: ({ signal }) => get('/api/service', '/api/service', { signal }),
    refetchInterval: INTERVAL_MS,
  })
}
