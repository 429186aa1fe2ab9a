import type { Position } from '@/lib/interface/resources'

/** Steps per degree. A position that is not on the grid of a chunk is kept as JSON. */
const SCALES = [1e5, 1e6, 1e7, 1e8, 1e10, 1e12, 1e14]
/** Share of positions that must be on the grid. */
const ON_GRID = 0.95
const GRID_MAXIMUM = 2 ** 52
/** The coarsest grid that nearly all of the positions are on; the finest if none is. */
export function scaleOf(records: readonly { readonly position: Position | null }[]): number {
  const reported = records.flatMap(({ position }) => position ?? [])
  const isFit = (scale: number) =>
    reported.filter((position) => isOnGrid(position, scale)).length >= ON_GRID * reported.length
  return SCALES.find(isFit) ?? SCALES.at(-1)!
}

function isOnGrid(position: unknown, scale: number): position is Position {
  if (typeof position !== 'object' || position === null) return false
  const keys = Object.keys(position)
  const { lat, lng } = position as Position
  return (
    keys.length === 2 && keys[0] === 'lat' && keys[1] === 'lng' && isStep(lat, scale) && isStep(lng, scale)
  )
}

function isStep(degrees: unknown, scale: number): boolean {
  if (typeof degrees !== 'number') return false
  const step = Math.round(degrees * scale)
  return Math.abs(step) < GRID_MAXIMUM && step / scale === degrees
}

/** In steps; null where it is not on the grid. */
export function placeOf(position: unknown, scale: number): Position | null {
  if (!isOnGrid(position, scale)) return null
  return { lat: Math.round(position.lat * scale), lng: Math.round(position.lng * scale) }
}
