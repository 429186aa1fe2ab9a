import type { Position } from '@/lib/schema/resources'

// Mean radius of the Earth, IUGG.
const EARTH_RADIUS_METRES = 6_371_008.8
const RADIANS = Math.PI / 180

/** Great-circle distance in metres by the haversine formula, across the antimeridian and at the poles too. */
export function distanceMetres(a: Position, b: Position): number {
  const halfLat = ((b.lat - a.lat) * RADIANS) / 2
  const halfLng = ((b.lng - a.lng) * RADIANS) / 2
  const h =
    Math.sin(halfLat) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(halfLng) ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(h)))
}
