/** A geo object, §2.3: degrees, latitude north and longitude east. */
export interface Position {
  lat: number
  lng: number
}

/** Mean radius of the Earth, IUGG. */
const EARTH_RADIUS_METRES = 6_371_008.8
/** Largest distance of two places, in metres. */
export const HALF_EARTH_METRES = Math.PI * EARTH_RADIUS_METRES
export const METRES_PER_DEGREE = HALF_EARTH_METRES / 180

const RADIANS = Math.PI / 180

export const toRadians = (degrees: number): number => degrees * RADIANS

/** Great-circle distance by the haversine formula, in metres. */
export function distanceMetres(a: Position, b: Position): number {
  const sinLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2)
  const sinLng = Math.sin(((b.lng - a.lng) * RADIANS) / 2)
  const cosA = Math.cos(a.lat * RADIANS)
  const cosB = Math.cos(b.lat * RADIANS)
  const haversine = sinLat * sinLat + cosA * cosB * sinLng * sinLng
  const halfChord = Math.min(1, Math.sqrt(haversine))
  return 2 * EARTH_RADIUS_METRES * Math.asin(halfChord)
}

/** Wraps a longitude to -180…180; one already in range is returned unchanged. */
export function wrapLng(lng: number): number {
  if (lng >= -180 && lng <= 180) return lng
  return ((((lng + 180) % 360) + 360) % 360) - 180
}

/** Median of positions by coordinate, which outliers do not move. */
export function medianPosition(lats: ArrayLike<number>, lngs: ArrayLike<number>): Position {
  // Relative to the first longitude, for a fleet on both sides of 180°.
  const first = lngs[0] ?? 0
  const relative = Float64Array.from(lngs, (lng) => wrapLng(lng - first))
  return {
    lat: median(Float64Array.from(lats)),
    lng: wrapLng(first + median(relative)),
  }
}

function median(values: Float64Array): number {
  values.sort()
  const half = values.length >> 1
  const middle = values[half] ?? 0
  const isOdd = values.length % 2 === 1
  if (isOdd) return middle
  const before = values[half - 1] ?? 0
  return (before + middle) / 2
}
