import type { MapVehicles } from '@/components/map/types'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'

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

/** @param shown slots of the vehicles that pass the filters */
export function toMapVehicles(area: LiveArea, shown: Uint32Array): MapVehicles {
  const { records, generations, reportedAtMs, headings, fetchedAtMs, receivedAtMs } = area
  return { records, generations, reportedAtMs, headings, shown, fetchedAtMs, receivedAtMs }
}

/**
 * Listed vehicles whose position became unreadable, at their last known one.
 * @param shown slots of the vehicles that pass the filters
 */
export function vehiclesWithLostPosition(
  { records, trailOf }: Pick<LiveArea, 'records' | 'trailOf'>,
  shown: Uint32Array,
): VehicleSearchObject[] {
  const lost: VehicleSearchObject[] = []
  for (const index of shown) {
    const record = records[index] as VehicleSearchObject
    const position = record.position === null ? trailOf(record.id).at(-1) : undefined
    if (position) lost.push({ ...record, position })
  }
  return lost
}
