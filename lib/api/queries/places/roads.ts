import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '@/lib/api/client/call'
import { get } from '@/lib/api/client/get'
import { ROAD_KINDS, roadKindOf } from '@/lib/api/contract/road-limits'
import type { timesRequestSchema, waitRequestSchema } from '@/lib/api/contract/roads'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

/** Until the graph is read. */
const BUILDING_MS = 3_000

/** The server starts again by itself. */
const FAILED_MS = 10_000

export function askRoadTimes(body: z.infer<typeof timesRequestSchema>, signal: AbortSignal) {
  return call('POST /api/roads/times', '/api/roads/times', body, { signal })
}

export function askWaits(body: z.infer<typeof waitRequestSchema>, signal: AbortSignal) {
  return call('POST /api/roads/wait', '/api/roads/wait', body, { signal })
}

/** Streets of a circle, as long as the graph is the same. */
export function streetsQuery(position: Position, radius: number) {
  const at = formatPosition(position)
  const search = new URLSearchParams({ position: at, radius: String(radius) })
  return queryOptions({
    queryKey: ['roads', 'streets', at, radius],
    queryFn: ({ signal }) => get('/api/roads/streets', `/api/roads/streets?${search}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // A city's streets are megabytes, and compared value by value otherwise.
    structuralSharing: false,
    refetchInterval: ({ state }) => {
      if (state.data?.data.state === 'failed') return FAILED_MS
      return state.data?.data.state === 'building' || state.error ? BUILDING_MS : false
    },
  })
}

export interface LocatedVehicle {
  readonly id: string
  readonly position: Position
  readonly type?: string | null | undefined
}

/** Vehicles as a request has them: without kinds where all are cars. */
export function vehiclesOfRequest(vehicles: readonly LocatedVehicle[]) {
  const from = vehicles.flatMap(({ position: { lat, lng } }) => [
    Math.round(lat * 1e6),
    Math.round(lng * 1e6),
  ])
  const kinds = vehicles.map(({ type }) => ROAD_KINDS.indexOf(roadKindOf(type)))
  return kinds.some((kind) => kind > 0) ? { from, kinds } : { from }
}
