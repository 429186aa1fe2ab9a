import type { Size } from '@/components/map/map-handle'
import type { Circle, View } from '@/components/map/types'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'

/** Metres around the equator, which Web Mercator draws on 256 pixels at zoom 0. */
const EQUATOR_METRES = 40_075_016.7

// Pixels between the circle and the edge of the map, as when the map is fitted to it.
const EDGE = 24

/** The largest circle that fits into the visible map, within the limits of a search. */
export function visibleCircle({ position, zoom }: View, { width, height }: Size): Circle {
  const pixels = Math.min(width, height) / 2 - EDGE
  const metres = Math.round(pixels * metresPerPixel(position.lat, zoom))
  const radius = Math.max(1, Math.min(LARGEST_RADIUS_METRES, metres))
  return { position, radius }
}

// As near as a pin and its streets are both seen.
const CLOSEST_ZOOM = 16

// Pixels round positions: a pin above its tip, and buttons over the map.
const AROUND = 72

/** The closest view that shows all positions. @param positions one at least */
export function viewAround(positions: readonly Position[], { width, height }: Size): View {
  const [first = { lat: 0, lng: 0 }] = positions
  // On the same side of ±180° as the first.
  const xs = positions.map(({ lng }) => first.lng + normalisedLongitude(lng - first.lng))
  const ys = positions.map(({ lat }) => mercatorOf(lat))
  const west = Math.min(...xs)
  const east = Math.max(...xs)
  const south = Math.min(...ys)
  const north = Math.max(...ys)
  const zoom = Math.min(
    CLOSEST_ZOOM,
    zoomToFit(east - west, width),
    zoomToFit(north - south, height),
  )
  const position = {
    lat: latitudeOf((south + north) / 2),
    lng: normalisedLongitude((west + east) / 2),
  }
  return { position, zoom: Math.max(0, Math.floor(zoom * 4) / 4) }
}

function zoomToFit(degrees: number, pixels: number): number {
  const inner = Math.max(1, pixels - 2 * AROUND)
  return Math.log2((inner * 360) / (256 * degrees))
}

/** From -180 to below 180 degrees. */
function normalisedLongitude(lng: number): number {
  return ((lng + 540) % 360) - 180
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
  const distance = distanceMetres(circle.position, view.position)
  const halfDiagonal = Math.hypot(size.width, size.height) / 2
  const toCorner = halfDiagonal * metresPerPixel(view.position.lat, view.zoom)
  const isWithinCircle = distance + toCorner <= circle.radius
  if (isWithinCircle) return false
  const isOffCentre = distance > circle.radius / 2
  const isZoomedOut = circle.radius < visibleCircle(view, size).radius / 4
  return isOffCentre || isZoomedOut
}

function metresPerPixel(lat: number, zoom: number): number {
  return (EQUATOR_METRES * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom)
}
