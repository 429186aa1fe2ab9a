const EARTH_RADIUS_METRES = 6_371_008.8
export const METRES_PER_MILLIONTH = (EARTH_RADIUS_METRES * Math.PI) / 180 / 1e6
const RADIANS_PER_MILLIONTH = Math.PI / 180 / 1e6

/** Metres of a millionth of a degree of longitude. */
export function metresPerLng(lat: number): number {
  return METRES_PER_MILLIONTH * Math.cos(lat * RADIANS_PER_MILLIONTH)
}

/**
 * On a plane that touches the Earth between both: right to 1 m in 10 km. Positions
 * in millionths of a degree.
 */
export function metresBetween(
  lat: number,
  lng: number,
  otherLat: number,
  otherLng: number,
): number {
  const middleLat = (lat + otherLat) / 2
  const east = (otherLng - lng) * metresPerLng(middleLat)
  const north = (otherLat - lat) * METRES_PER_MILLIONTH
  return Math.hypot(east, north)
}
