import { queryOptions } from '@tanstack/react-query'
import { type BodyFor, call } from '@/lib/api/client/call'
import { ROAD_KINDS, type RoadKind, roadKindOf } from '@/lib/api/contract/roads'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { query } from './query'

/** Until the graph is read. */
const BUILDING_MS = 3_000

/** The server starts again by itself. */
const FAILED_MS = 10_000

const WITHOUT_PATH_MS = 10_000

export function askRoadTimes(body: BodyFor<'POST /api/roads/times'>, signal: AbortSignal) {
  return call('POST /api/roads/times', {}, body, { signal })
}

export function askWaits(body: BodyFor<'POST /api/roads/wait'>, signal: AbortSignal) {
  return call('POST /api/roads/wait', {}, body, { signal })
}

export function streetsQuery(position: Position, radius: number) {
  return queryOptions({
    ...query('/api/roads/streets', { position: formatPosition(position), radius }),
    staleTime: Number.POSITIVE_INFINITY,
    // A city's streets are megabytes, and compared value by value otherwise.
    structuralSharing: false,
    refetchInterval({ state: { data, error } }) {
      const roads = data?.data.state
      if (roads === 'failed') return FAILED_MS
      return roads === 'building' || error ? BUILDING_MS : false
    },
  })
}

/**
 * The way of a vehicle to the pick-up; the one before stays while that of the
 * same vehicle is asked for.
 */
export function roadPathQuery(vehicleId: string, from: Position, to: Position, kind: RoadKind) {
  const key = ['roads', 'path', vehicleId, formatPosition(to)]
  return queryOptions({
    queryKey: [...key, formatPosition(from)],
    queryFn: ({ signal }) => call('POST /api/roads/path', {}, { from, to, kind }, { signal }),
    placeholderData: (before, query) =>
      key.every((part, n) => query?.queryKey[n] === part) ? before : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // None may be known because the roads are still being read.
    refetchInterval: ({ state }) => (state.data?.path ? false : WITHOUT_PATH_MS),
    gcTime: 0,
  })
}

export interface LocatedVehicle {
  readonly id: string
  readonly position: Position
  readonly type?: string | null | undefined
}

/** Vehicles as a request has them: without kinds where all are cars. */
export function vehiclesOfRequest(vehicles: readonly LocatedVehicle[]) {
  const degrees = vehicles.flatMap(({ position: { lat, lng } }) => [lat, lng])
  const from = degrees.map((value) => Math.round(value * 1e6))
  const kinds = vehicles.map(({ type }) => ROAD_KINDS.indexOf(roadKindOf(type)))
  const isOfCars = kinds.every((kind) => kind === 0)
  return isOfCars ? { from } : { from, kinds }
}
