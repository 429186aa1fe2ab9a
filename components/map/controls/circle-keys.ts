import { destination } from '@/lib/interface/geometry'
import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'
import type { Circle } from './search-circle'

/** A handle dragged onto the centre, or a key held down, leaves a circle to take hold of. */
export const SMALLEST_RADIUS_METRES = 10

/** Of the radius, at every press. */
const STEP = 0.1

const bearings: Readonly<Record<string, number>> = {
  ArrowUp: 0,
  ArrowRight: 90,
  ArrowDown: 180,
  ArrowLeft: 270,
}

/** The circle moved a tenth of its radius that way; null when the key is no arrow. `lng` may pass ±180. */
export function movedBy(key: string, { position, radius }: Circle): Circle | null {
  const bearing = bearings[key]
  return bearing === undefined ? null : { position: destination(position, bearing, radius * STEP), radius }
}

/** The circle a tenth larger or smaller, in whole metres; null when the key is no arrow. */
export function resizedBy(key: string, { position, radius }: Circle): Circle | null {
  const bearing = bearings[key]
  if (bearing === undefined) return null
  const isLarger = bearing < 180
  const next = isLarger ? Math.ceil(radius * (1 + STEP)) : Math.floor(radius / (1 + STEP))
  return { position, radius: Math.min(LARGEST_RADIUS_METRES, Math.max(SMALLEST_RADIUS_METRES, next)) }
}
