import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/get'
import { request } from '@/lib/api/request'
import { areaToParams } from '@/lib/contract/area-to-params'
import type { AreaSearch } from '@/lib/contract/live'

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

/** Has the server decode the list of a moment: a jump to it is answered sooner. */
export function prepareMoment(search: AreaSearch, atMs: number): void {
  const params = areaToParams(search)
  params.set('at', new Date(Math.round(atMs)).toISOString())
  // Where it fails, the jump itself says so.
  void request('GET', `/api/recording/prepare?${params}`, undefined).catch(() => undefined)
}
