import type { MapVehicles, OutlinedVehicle } from '@/components/map/types'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { DepartedVehicle, LiveArea } from '@/lib/live-client/live-area'

/** Before the first vehicles are loaded. */
export const noVehicles: MapVehicles = {
  records: [],
  generations: new Uint32Array(0),
  reportedAtMs: new Float64Array(0),
  headings: new Float32Array(0),
  shown: new Uint32Array(0),
  fetchedAtMs: 0,
  receivedAtMs: 0,
}

/**
 * @param shown slots of the vehicles that pass the filters
 * @param shownAtMs the moment of a replay; null for now
 */
export function toMapVehicles(area: LiveArea, shown: Uint32Array, shownAtMs: number | null): MapVehicles {
  const { records, generations, reportedAtMs, headings, fetchedAtMs, receivedAtMs } = area
  return { records, generations, reportedAtMs, headings, shown, fetchedAtMs, receivedAtMs, shownAtMs }
}

/** Departed vehicles that had a position, at the last one. */
export function departedWithPosition(departed: readonly DepartedVehicle[]): OutlinedVehicle[] {
  return departed.flatMap(({ record: { id, position, status } }) =>
    position === null ? [] : { id, position, status },
  )
}

/**
 * Listed vehicles whose position became unreadable, at their last known one.
 * @param shown slots of the vehicles that pass the filters
 */
export function vehiclesWithLostPosition(
  { records, trailOf }: Pick<LiveArea, 'records' | 'trailOf'>,
  shown: Uint32Array,
): OutlinedVehicle[] {
  const lost: OutlinedVehicle[] = []
  for (const index of shown) {
    const { id, position, status } = records[index] as VehicleSearchObject
    const last = position === null ? trailOf(id).at(-1) : undefined
    if (last) lost.push({ id, position: last, status })
  }
  return lost
}
