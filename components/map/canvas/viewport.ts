/** From Web Mercator shares of the world to CSS pixels of a canvas: `world * scale - origin`. */
export interface Projection {
  /** CSS pixels across the world. */
  readonly scale: number
  readonly originX: number
  readonly originY: number
  /** World x of the map's centre: everything is drawn on the copy of the world nearest to it. */
  readonly centreX: number
}

/** The part of the world that a canvas shows. */
export interface Viewport {
  readonly projection: Projection
  readonly zoom: number
  /** CSS pixels. */
  readonly width: number
  readonly height: number
  /** Device pixels of a CSS pixel. */
  readonly pixelRatio: number
}

/** A part of the world in Web Mercator shares; left and right may lie beyond 0 and 1, at most 1 apart. */
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

/** World x and y of a pixel, on whichever copy of the world lies there. */
function worldAt(x: number, y: number, { scale, originX, originY }: Projection): [number, number] {
  return [(x + originX) / scale, (y + originY) / scale]
}

/**
 * The box that a viewport shows, at most one world wide.
 * @param margin CSS pixels around it, for shapes that reach in from outside
 */
export function visibleBox({ projection, width, height }: Viewport, margin: number): Box {
  const [left, top] = worldAt(-margin, -margin, projection)
  const [right, bottom] = worldAt(width + margin, height + margin, projection)
  const { centreX } = projection
  return { left: Math.max(left, centreX - 0.5), right: Math.min(right, centreX + 0.5), top, bottom }
}
