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
 * @param shown slots of the vehicles that pass the filters, in ascending order
 */
export function vehiclesWithLostPosition(
  { records, unplaced, trailOf }: Pick<LiveArea, 'records' | 'unplaced' | 'trailOf'>,
  shown: Uint32Array,
): OutlinedVehicle[] {
  const lost: OutlinedVehicle[] = []
  let at = 0
  for (const slot of unplaced) {
    while (at < shown.length && (shown[at] as number) < slot) at++
    if (shown[at] !== slot) continue
    const { id, status } = records[slot] as VehicleSearchObject
    const position = trailOf(id).at(-1)
    if (position) lost.push({ id, position, status })
  }
  return lost
}
