import type { Route } from 'next'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { ListedArea } from '@/lib/api/contract/recording'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

export function areaKey({ position, radius, type }: AreaSearch): string {
  return [formatPosition(position), radius, type ?? ''].join(' ')
}

interface RecordedSpans {
  readonly recorded: ListedArea['recorded']
}

/** Whether an area has lists of a moment. */
export function isRecordedAt({ recorded }: RecordedSpans, atMs: number): boolean {
  return recorded.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)
}

/**
 * The area that recorded a place at a moment; of several the one whose centre is nearest. One of a
 * single type may lack the vehicle, and comes after the others.
 */
export function areaRecordedAt(
  areas: readonly ListedArea[],
  position: Position,
  atMs: number,
): AreaSearch | null {
  let best: AreaSearch | null = null
  let bestMetres = Number.POSITIVE_INFINITY
  for (const area of areas) {
    const { search } = area
    const metres = distanceMetres(search.position, position)
    if (metres > search.radius || !isRecordedAt(area, atMs)) continue
    if (best && !isPreferred(search, metres, best, bestMetres)) continue
    best = search
    bestMetres = metres
  }
  return best
}

function isPreferred(
  search: AreaSearch,
  metres: number,
  best: AreaSearch,
  bestMetres: number,
): boolean {
  const hasAllTypes = search.type === null
  if (hasAllTypes !== (best.type === null)) return hasAllTypes
  return metres < bestMetres
}

/**
 * URL of the map at a moment, with the vehicle chosen.
 * @returns null where no area is recorded then that has the position
 */
export function replayHref(
  areas: readonly ListedArea[],
  vehicleId: string,
  position: Position,
  atMs: number,
): Route | null {
  const search = areaRecordedAt(areas, position, atMs)
  if (!search) return null
  return areaReplayHref(search, atMs, vehicleId)
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
