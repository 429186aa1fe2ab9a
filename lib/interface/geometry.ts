import type { Position } from './resources'

// IUGG mean radius, in metres.
const EARTH_RADIUS_METRES = 6_371_008.8
const RADIANS = Math.PI / 180

/** Great-circle distance between two positions, in metres (haversine, on a sphere). */
export function distanceMetres(from: Position, to: Position): number {
  return distanceFrom(from)(to)
}

/** As `distanceMetres`, to many positions. */
export function distanceFrom(from: Position): (to: Position) => number {
  const cosine = Math.cos(from.lat * RADIANS)
  return (to) => {
    const northHalf = Math.sin(((to.lat - from.lat) * RADIANS) / 2)
    const eastHalf = Math.sin(((to.lng - from.lng) * RADIANS) / 2)
    const a = northHalf * northHalf + cosine * Math.cos(to.lat * RADIANS) * eastHalf * eastHalf
    return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(a)))
  }
}

/** A receiver between houses wanders by less. */
const SAME_PLACE_METRES = 50

/** Whether a vehicle at both positions stands still. */
export function isSamePlace(a: Position, b: Position): boolean {
  return distanceMetres(a, b) <= SAME_PLACE_METRES
}

/** Initial bearing from one position to another, in degrees clockwise from north, 0 to 360. */
export function bearingDegrees(from: Position, to: Position): number {
  const fromLat = from.lat * RADIANS
  const toLat = to.lat * RADIANS
  const dLng = (to.lng - from.lng) * RADIANS
  const y = Math.sin(dLng) * Math.cos(toLat)
  const x =
    Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(dLng)
  return (Math.atan2(y, x) / RADIANS + 360) % 360
}

/**
 * The position a distance away in a direction. `lng` may pass ±180, so that a ring
 * drawn with it stays whole.
 */
export function destination(from: Position, bearing: number, metres: number): Position {
  const angle = metres / EARTH_RADIUS_METRES
  const direction = bearing * RADIANS
  const lat = from.lat * RADIANS
  const sinLat =
    Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(direction)
  const east = Math.sin(direction) * Math.sin(angle) * Math.cos(lat)
  const north = Math.cos(angle) - Math.sin(lat) * sinLat
  const dLng = Math.atan2(east, north)
  return {
    lat: Math.asin(Math.max(-1, Math.min(1, sinLat))) / RADIANS,
    lng: from.lng + dLng / RADIANS,
  }
}
