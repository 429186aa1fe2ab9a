import type L from 'leaflet'
import type { Position } from '@/lib/interface/resources'
import { STEPS_PER_DEGREE } from '@/lib/vehicles/vehicle-table'
import { worldX, worldY } from './mercator'
import type { View } from './types'

/** Web Mercator x of a longitude in steps, from 0 up to 1. */
export function stepsX(lng: number): number {
  const x = worldX(lng / STEPS_PER_DEGREE)
  const wrapped = x - Math.floor(x)
  // A hair below 0 rounds up to 1, which is 0 again.
  return wrapped === 1 ? 0 : wrapped
}

/** Web Mercator y of a latitude in steps. */
export function stepsY(lat: number): number {
  return worldY(lat / STEPS_PER_DEGREE)
}

/** A position on the copy of the world nearest to a longitude, so that nothing breaks at ±180°. */
export function nearestCopy({ lat, lng }: Position, toLng: number): Position {
  return { lat, lng: lng + 360 * Math.round((toLng - lng) / 360) }
}

/** The map's centre and zoom, on the copy of the world from -180° to 180°. */
export function viewOf(map: L.Map): View {
  const { lat, lng } = map.getCenter().wrap()
  return { position: { lat, lng }, zoom: map.getZoom() }
}

/** A point of any copy of the world, also one beyond a pole. */
export function onEarth(point: L.LatLng): Position {
  const { lat, lng } = point.wrap()
  return { lat: Math.max(-90, Math.min(90, lat)), lng }
}

/** From Web Mercator shares of the world to CSS pixels of a canvas: `world * scale - origin`. */
export interface Projection {
  /** CSS pixels across the world. */
  readonly scale: number
  readonly originX: number
  readonly originY: number
  /** World x of the map's centre: everything is drawn on the copy of the world nearest to it. */
  readonly centreX: number
}

export interface Viewport {
  readonly projection: Projection
  readonly zoom: number
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** Device pixels of a CSS pixel. */
  readonly pixelRatio: number
}

/**
 * A rectangle, in pixels or in shares of the world: there left and right may lie beyond
 * 0 and 1, at most 1 apart.
 */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export function pixelX(x: number, { scale, originX, centreX }: Projection): number {
  return (x + Math.round(centreX - x)) * scale - originX
}

export function pixelY(y: number, { scale, originY }: Projection): number {
  return y * scale - originY
}

/**
 * The box that a viewport shows, at most one world wide.
 * @param margin CSS pixels around it, for shapes that reach in from outside
 */
export function visibleBox({ projection, width, height }: Viewport, margin: number): Box {
  const { scale, originX, originY, centreX } = projection
  return {
    left: Math.max((originX - margin) / scale, centreX - 0.5),
    right: Math.min((originX + width + margin) / scale, centreX + 0.5),
    top: (originY - margin) / scale,
    bottom: (originY + height + margin) / scale,
  }
}
