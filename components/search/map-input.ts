import type { MapGhost, MapVehicles } from '@/components/map/map-vehicles'
import type { Ghost, LiveArea } from '@/lib/queries/live-area'

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
export function toMapGhosts(ghosts: readonly Ghost[]): MapGhost[] {
  return ghosts.flatMap(({ record, reason }) => {
    const { id, position, status } = record
    return position ? [{ id, position, status, reason }] : []
  })
}
