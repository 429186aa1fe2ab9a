import type { MapDeparted, MapVehicles } from '@/components/map/types'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { DepartedVehicle, LiveArea } from '@/lib/live-client/live-area'

/** Before the first vehicles. */
export const noVehicles: MapVehicles = {
  records: [],
  reportedAtMs: new Float64Array(0),
  headings: new Float32Array(0),
  shown: new Uint32Array(0),
  fetchedAtMs: 0,
  receivedAtMs: 0,
}

/** @param shown indices of the vehicles that pass the filters */
export function toMapVehicles(area: LiveArea, shown: Uint32Array): MapVehicles {
  const { records, reportedAtMs, headings, fetchedAtMs, receivedAtMs } = area
  return { records, reportedAtMs, headings, shown, fetchedAtMs, receivedAtMs }
}

/** Those that had a place. */
export function toMapDeparted(ghosts: readonly DepartedVehicle[]): MapDeparted[] {
  return ghosts.flatMap(({ record, reason }) => {
    const { id, position, status } = record
    return position ? [{ id, position, status, reason }] : []
  })
}

/**
 * Those still listed whose position can no longer be read: outlined where they were last seen.
 * @param shown indices of the vehicles that pass the filters
 */
export function toLostPlaces(
  { records, trailOf }: Pick<LiveArea, 'records' | 'trailOf'>,
  shown: Uint32Array,
): MapDeparted[] {
  const lost: MapDeparted[] = []
  for (const index of shown) {
    const { id, position, status } = records[index] as VehicleSearchObject
    const last = position === null ? trailOf(id).at(-1) : undefined
    if (last) lost.push({ id, position: last, status, reason: null })
  }
  return lost
}
