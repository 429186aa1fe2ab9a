import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/client/call'
import type { RoadKind } from '@/lib/api/contract/road-limits'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

const WITHOUT_PATH_MS = 10_000

/** The way of a vehicle to the pick-up; the one before stays while that of the same vehicle is asked for. */
export function roadPathQuery(vehicleId: string, from: Position, to: Position, kind: RoadKind) {
  const key = ['roads', 'path', vehicleId, formatPosition(to)]
  return queryOptions({
    queryKey: [...key, formatPosition(from)],
    queryFn: ({ signal }) => call('POST /api/roads/path', '/api/roads/path', { from, to, kind }, { signal }),
    placeholderData: (before, query) =>
      key.every((part, n) => query?.queryKey[n] === part) ? before : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // None may be known because the roads are still being read.
    refetchInterval: ({ state }) => (state.data?.path ? false : WITHOUT_PATH_MS),
    gcTime: 0,
  })
}
