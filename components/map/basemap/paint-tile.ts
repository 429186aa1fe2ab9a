import L from 'leaflet'
import { type Index, type PaintRule, type PreparedTile, paint } from 'protomaps-leaflet'

/** CSS pixels. */
export const TILE_PIXELS = 256
/** Drawn around a tile, so that lines and names are not cut at its edge. */
const MARGIN_PIXELS = 32

export interface TileContent {
  /** By source; there is one. */
  readonly named: Map<string, PreparedTile[]>
  readonly names: Index | null
  readonly rules: PaintRule[]
}

/** Draws one tile, in place of what the canvas has. @param pixelRatio pixels of the canvas per CSS pixel */
export function paintTile(
  canvas: HTMLCanvasElement,
  { x, y, z }: L.Coords,
  pixelRatio: number,
  { named, names, rules }: TileContent,
): void {
  const side = Math.round(TILE_PIXELS * pixelRatio)
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) return
  context.scale(side / TILE_PIXELS, side / TILE_PIXELS)
  const origin = L.point(x, y).multiplyBy(TILE_PIXELS)
  const box = {
    minX: origin.x - MARGIN_PIXELS,
    minY: origin.y - MARGIN_PIXELS,
    maxX: origin.x + TILE_PIXELS + MARGIN_PIXELS,
    maxY: origin.y + TILE_PIXELS + MARGIN_PIXELS,
  }
  // It reads x and y only.
  const point = origin as unknown as Parameters<typeof paint>[6]
  paint(context, z, named, names, rules, box, point, false)
}
