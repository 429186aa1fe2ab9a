import type { MapGhost, MapVehicles } from '@/components/map/map-vehicles'
import type { LiveArea } from '@/lib/queries/live-area'
import type { VehicleSearchObject } from '@/lib/schema/resources'

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

/**
 * What is outlined where it was last seen: those that left the results and passed the filters, and those still listed
 * whose position can no longer be read.
 * @param shown indices of the vehicles that pass the filters
 */
export function toMapGhosts(
  { records, ghosts, trailOf }: Pick<LiveArea, 'records' | 'ghosts' | 'trailOf'>,
  shown: Uint32Array,
  isShown: (vehicle: VehicleSearchObject) => boolean,
): MapGhost[] {
  const outlined: MapGhost[] = ghosts.flatMap(({ record: { id, position, status }, record, reason }) =>
    position && isShown(record) ? [{ id, position, status, reason }] : [],
  )
  for (const index of shown) {
    const { id, position, status } = records[index] as VehicleSearchObject
    const last = position === null ? trailOf(id).at(-1) : undefined
    if (last) outlined.push({ id, position: last, status, reason: null })
  }
  return outlined
}
