import type { Position } from '@/lib/interface/resources'

// Web Mercator ends at this latitude; a vehicle beyond it is drawn at the map's edge.
const LARGEST_LATITUDE = 85.0511287798

/** Web Mercator x of a longitude: 0 to 1 across the world. */
export function worldX(lng: number): number {
  return lng / 360 + 0.5
}

/** Web Mercator y of a latitude: 0 at the top of the map to 1 at its bottom. */
export function worldY(lat: number): number {
  const sin = Math.sin(
    (Math.max(-LARGEST_LATITUDE, Math.min(LARGEST_LATITUDE, lat)) * Math.PI) / 180,
  )
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}

/** Degrees of Web Mercator shares. */
export function positionAt(x: number, y: number): Position {
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
    lng: (x - 0.5) * 360,
  }
}

/**
 * The shorter way from one x to another, in shares of the world: -0.5 to 0.5, across
 * ±180° where that is nearer.
 */
export function wayX(from: number, to: number): number {
  const way = to - from
  return way - Math.round(way)
}
