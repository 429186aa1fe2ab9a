import type { Circle, View } from '@/components/map/types'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
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

// As near as a pin and its streets are both seen.
const CLOSEST_ZOOM = 16

// Pixels round positions: a pin above its tip, and buttons over the map.
const AROUND = 72

/** The closest view that shows all positions. @param positions one at least */
export function viewAround(positions: readonly Position[], { width, height }: Size): View {
  const [first = { lat: 0, lng: 0 }] = positions
  // On the same side of ±180° as the first.
  const xs = positions.map(({ lng }) => first.lng + ((lng - first.lng + 540) % 360) - 180)
  const ys = positions.map(({ lat }) => mercatorOf(lat))
  const [west, east, south, north] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ]
  const zoomOf = (pixels: number, degrees: number) =>
    Math.log2((Math.max(1, pixels - 2 * AROUND) * 360) / (256 * degrees))
  const zoom = Math.min(CLOSEST_ZOOM, zoomOf(width, east - west), zoomOf(height, north - south))
  return {
    position: {
      lat: latitudeOf((south + north) / 2),
      lng: (((west + east) / 2 + 540) % 360) - 180,
    },
    zoom: Math.max(0, Math.floor(zoom * 4) / 4),
  }
}

/** Degrees of longitude that are as many pixels from the equator. */
function mercatorOf(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  return (Math.log((1 + sine) / (1 - sine)) / 2) * (180 / Math.PI)
}

function latitudeOf(mercator: number): number {
  return (Math.atan(Math.sinh((mercator * Math.PI) / 180)) * 180) / Math.PI
}

/** Whether the map was moved so far off the searched circle that another one may be wanted. */
export function isAway(circle: Circle, view: View, size: Size): boolean {
  const off = distanceMetres(circle.position, view.position)
  const corner =
    (Math.hypot(size.width, size.height) / 2) * metresPerPixel(view.position.lat, view.zoom)
  if (off + corner <= circle.radius) return false
  return off > circle.radius / 2 || circle.radius < visibleCircle(view, size).radius / 4
}

function metresPerPixel(lat: number, zoom: number): number {
  return (EQUATOR_METRES * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom)
}
