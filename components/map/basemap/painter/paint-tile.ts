import { type Box, overlaps } from './box'
import { GROUND_RULES, type GroundRule } from './ground-rules'
import type { Look } from './messages'
import type { Name } from './name-index'
import { boxOfTile, TILE_PIXELS, type TileAddress } from './tile-address'
import type { Feature } from './tile-data'
import type { PlacedTile } from './tile-source'
import { widthAt } from './zoom-scale'

/** Drawn around a tile, so that lines are not cut at its edge. */
const MARGIN_PIXELS = 32
const HALO_PIXELS = 3
export const LINE_HEIGHT = 1.2

export interface TileContent {
  readonly data: PlacedTile
  readonly names: readonly Name[]
}

/** Pixels of a tile on the screen. */
export function sideOf({ pixelRatio, scale }: Look): number {
  return Math.round(TILE_PIXELS * pixelRatio * scale)
}

/** Draws one tile on an empty canvas of the side above. */
export function paintTile(
  context: OffscreenCanvasRenderingContext2D,
  tile: TileAddress,
  look: Look,
  { data, names }: TileContent,
): void {
  const factor = sideOf(look) / TILE_PIXELS
  const box = boxOfTile(tile)
  context.setTransform(factor, 0, 0, factor, (data.left - box.minX) * factor, (data.top - box.minY) * factor)
  const shown = unitsOf(box, data)
  for (const rule of GROUND_RULES) {
    const features = data.layers.get(rule.layer)
    if (!features || tile.z < (rule.from ?? 0)) continue
    begin(context, rule, look)
    for (const feature of features) {
      if (!overlaps(feature.box, shown) || !rule.is(feature)) continue
      trace(context, feature, data.scale)
      if (rule.width) context.stroke()
      else context.fill()
    }
  }
  context.setLineDash([])
  context.lineJoin = 'round'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineWidth = HALO_PIXELS / look.scale
  context.strokeStyle = look.flavour.halo
  for (const name of names) {
    context.setTransform(factor, 0, 0, factor, (name.x - box.minX) * factor, (name.y - box.minY) * factor)
    write(context, name)
  }
}

function begin(
  context: OffscreenCanvasRenderingContext2D,
  rule: GroundRule,
  { flavour, zoom, scale }: Look,
): void {
  context.fillStyle = flavour[rule.colour]
  if (!rule.width) return
  context.strokeStyle = flavour[rule.colour]
  context.lineWidth = widthAt(rule.width, zoom, scale) + (rule.wider ?? 0) / scale
  context.setLineDash((rule.dash ?? []).map((pixels) => pixels / scale))
  context.lineJoin = 'round'
  context.lineCap = rule.cap ?? (rule.dash ? 'butt' : 'round')
}

function trace(context: OffscreenCanvasRenderingContext2D, { lines }: Feature, scale: number): void {
  context.beginPath()
  for (const line of lines) {
    let isFirst = true
    for (const { x, y } of line) {
      if (isFirst) context.moveTo(x * scale, y * scale)
      else context.lineTo(x * scale, y * scale)
      isFirst = false
    }
  }
}

function write(
  context: OffscreenCanvasRenderingContext2D,
  { lines, angle, font, pixels, colour }: Name,
): void {
  context.rotate(angle)
  context.font = font
  context.fillStyle = colour
  for (const [index, line] of lines.entries()) {
    const y = (index - (lines.length - 1) / 2) * pixels * LINE_HEIGHT
    context.strokeText(line, 0, y)
    context.fillText(line, 0, y)
  }
}

/** The tile with its margin, in units of the file's tile. */
function unitsOf({ minX, minY, maxX, maxY }: Box, { left, top, scale }: PlacedTile): Box {
  return {
    minX: (minX - MARGIN_PIXELS - left) / scale,
    minY: (minY - MARGIN_PIXELS - top) / scale,
    maxX: (maxX + MARGIN_PIXELS - left) / scale,
    maxY: (maxY + MARGIN_PIXELS - top) / scale,
  }
}
