import type { Route } from 'next'
import type { RecordedArea } from '@/lib/contract/recording'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

/**
 * URL of the map at a moment, with the vehicle chosen.
 * @returns null where no area is recorded that has the position
 */
export function replayHref(
  areas: readonly RecordedArea[],
  vehicleId: string,
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
  const { search } = area
  const params = new URLSearchParams({ radius: String(search.radius), vehicle: vehicleId })
  if (search.type !== null) params.set('type', search.type)
  params.set('at', new Date(atMs).toISOString().replace('.000', ''))
  return `/?position=${formatPosition(search.position)}&${params}` as Route
}
