import type { Box } from '@/components/map/vehicles/index/spatial-index'

/** From the world to CSS pixels of a canvas: `world * scale - origin`. */
export interface Projection {
  /** CSS pixels across the world. */
  readonly scale: number
  readonly originX: number
  readonly originY: number
  /** World x of the map's centre: everything is drawn on the copy of the world nearest to it. */
  readonly centreX: number
}

export function pixelX(x: number, { scale, originX, centreX }: Projection): number {
  return (x + Math.round(centreX - x)) * scale - originX
}

export function pixelY(y: number, { scale, originY }: Projection): number {
  return y * scale - originY
}

/** World x and y of a pixel, on whatever copy of the world lies there. */
export function worldAt(x: number, y: number, { scale, originX, originY }: Projection): [number, number] {
  return [(x + originX) / scale, (y + originY) / scale]
}

/**
 * The part of the world that a canvas shows, at most one world wide.
 * @param width CSS pixels
 * @param margin CSS pixels around it, for what stands outside and reaches in
 */
export function boxShown(projection: Projection, width: number, height: number, margin: number): Box {
  const [left, top] = worldAt(-margin, -margin, projection)
  const [right, bottom] = worldAt(width + margin, height + margin, projection)
  const { centreX } = projection
  return { left: Math.max(left, centreX - 0.5), right: Math.min(right, centreX + 0.5), top, bottom }
}
