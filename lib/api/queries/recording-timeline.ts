import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client/get'
import { areaToParams } from '@/lib/api/contract/area-to-params'
import type { AreaSearch } from '@/lib/api/contract/live'

const INTERVAL_MS = 10_000

/** Timeline of an area's recording, with its gaps. */
export function recordingTimelineQuery(search: AreaSearch) {
  const params = areaToParams(search)
  return queryOptions({
    queryKey: ['recording', params.toString()],
    queryFn: ({ signal }) => get('/api/recording', `/api/recording?${params}`, { signal }),
    refetchInterval: INTERVAL_MS,
  })
}
