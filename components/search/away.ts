import type { Circle, View } from '@/components/map/types'
import { distanceMetres } from '@/lib/interface/geometry'
import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'

/** Metres around the equator, which Web Mercator draws on 256 pixels at zoom 0. */
const EQUATOR_METRES = 40_075_016.7

// Pixels between the circle and the edge of the map, as when the map is fitted to it.
const EDGE = 24

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The largest circle that fits into the visible map, within the limits of a search. */
export function visibleCircle({ position, zoom }: View, { width, height }: Size): Circle {
  const metres = (Math.min(width, height) / 2 - EDGE) * metresPerPixel(position.lat, zoom)
  return { position, radius: Math.max(1, Math.min(LARGEST_RADIUS_METRES, Math.round(metres))) }
}

/** Whether the map was moved so far off the searched circle that another one may be wanted. */
export function isAway(circle: Circle, view: View, size: Size): boolean {
  const off = distanceMetres(circle.position, view.position)
  const corner = (Math.hypot(size.width, size.height) / 2) * metresPerPixel(view.position.lat, view.zoom)
  if (off + corner <= circle.radius) return false
  return off > circle.radius / 2 || circle.radius < visibleCircle(view, size).radius / 4
}

function metresPerPixel(lat: number, zoom: number): number {
  return (EQUATOR_METRES * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom)
}
