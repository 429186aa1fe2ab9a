import type { Route } from 'next'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { RecordedArea } from '@/lib/api/contract/recording'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

export function areaKey({ position, radius, type }: AreaSearch): string {
  return [formatPosition(position), radius, type ?? ''].join(' ')
}

/**
 * URL of the map at a moment, with the vehicle chosen if there is one.
 * @returns null where no area is recorded that has the position
 */
export function replayHref(
  areas: readonly RecordedArea[],
  vehicleId: string | null,
  position: Position,
  atMs: number,
): Route | null {
  const area = areas.find(
    ({ search, fromMs, toMs }) =>
      fromMs !== null &&
      toMs !== null &&
      fromMs <= atMs &&
      atMs <= toMs &&
      distanceMetres(search.position, position) <= search.radius,
  )
  if (!area) return null
  return areaReplayHref(area.search, atMs, vehicleId)
}

/** URL of a recorded area's map at a moment: another position or radius would be another area. */
export function areaReplayHref(
  { position, radius, type }: AreaSearch,
  atMs: number,
  vehicleId: string | null = null,
): Route {
  const params = new URLSearchParams({ radius: String(radius) })
  if (vehicleId !== null) params.set('vehicle', vehicleId)
  if (type !== null) params.set('type', type)
  params.set('at', new Date(atMs).toISOString().replace('.000', ''))
  return `/?position=${formatPosition(position)}&${params}` as Route
}
