import type { Circle } from '@/components/map/types'
import { destination } from '@/lib/interface/geometry'
import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'

/** Keeps the handles apart. */
export const SMALLEST_RADIUS_METRES = 10

/** Share of the radius per key press. */
const STEP = 0.1

/** Of arrow keys, in degrees clockwise from north. */
export const bearings: Readonly<Record<string, number>> = {
  ArrowUp: 0,
  ArrowRight: 90,
  ArrowDown: 180,
  ArrowLeft: 270,
}

/**
 * Moves the circle by a tenth of its radius; null for other keys than arrows. `lng` may pass ±180.
 */
export function movedBy(key: string, { position, radius }: Circle): Circle | null {
  const bearing = bearings[key]
  return bearing === undefined
    ? null
    : { position: destination(position, bearing, radius * STEP), radius }
}

/** Resizes the circle by a tenth, in whole metres; null for other keys than arrows. */
export function resizedBy(key: string, { position, radius }: Circle): Circle | null {
  const bearing = bearings[key]
  if (bearing === undefined) return null
  const isLarger = bearing < 180
  const next = isLarger ? Math.ceil(radius * (1 + STEP)) : Math.floor(radius / (1 + STEP))
  return {
    position,
    radius: Math.min(LARGEST_RADIUS_METRES, Math.max(SMALLEST_RADIUS_METRES, next)),
  }
}
