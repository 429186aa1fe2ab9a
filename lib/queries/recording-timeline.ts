import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/get'
import type { AreaSearch } from '@/lib/contract/live'
import { formatPosition } from '@/lib/interface/position'

const INTERVAL_MS = 10_000

/** What was recorded of an area, and what was not. */
export function recordingTimelineQuery({ position, radius, type }: AreaSearch) {
  const params = new URLSearchParams({ position: formatPosition(position), radius: String(radius) })
  if (type !== null) params.set('type', type)
  return queryOptions({
    queryKey: ['recording', params.toString()],
    queryFn: ({ signal }) => get('/api/recording', `/api/recording?${params}`, { signal }),
    refetchInterval: INTERVAL_MS,
  })
}
