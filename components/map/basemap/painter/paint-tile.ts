import type { GroundColour } from '@/components/map/basemap/flavours'
import { type Look, TILE_PIXELS, type TileAddress } from './messages'
import type { Name } from './name-index'
import { paintSymbol } from './symbols'
import {
  type Box,
  boxOfTile,
  type Feature,
  kindIs,
  LINE,
  overlaps,
  type PlacedTile,
  POLYGON,
} from './tiles'

export type Stops = readonly (readonly [zoom: number, pixels: number])[]

/** Growth of widths from one stop to the next, as of the ground's. */
const BASE = 1.6

/**
 * A width in pixels of a tile, so that it has its pixels on the screen between whole zooms too.
 * @param zoom of the tiles
 * @param scale how much larger the map shows tiles than they are drawn; not 1 between whole zooms
 */
export function widthAt(stops: Stops, zoom: number, scale: number): number {
  return interpolate(zoom + Math.log2(scale), stops) / scale
}

function interpolate(zoom: number, stops: Stops): number {
  const next = stops.findIndex(([at]) => at >= zoom)
  const low = stops[next < 0 ? stops.length - 1 : next - 1]
  const high = stops[next]
  if (low === undefined || high === undefined) return (low ?? high)?.[1] ?? 0
  const share = (BASE ** (zoom - low[0]) - 1) / (BASE ** (high[0] - low[0]) - 1)
  return low[1] + share * (high[1] - low[1])
}

/** How one class of features is drawn: as an area if it has no width, otherwise as a line. */
export interface GroundRule {
  readonly layer: string
  readonly colour: GroundColour
  readonly from?: number
  readonly is: (feature: Feature) => boolean
  readonly width?: Stops
  /** Pixels more than the width, on the screen. */
  readonly wider?: number
  /** In units of the tile. */
  readonly dash?: readonly number[]
  readonly cap?: CanvasLineCap
}

// biome-ignore format: one line a class
const GREEN = ['park', 'nature_reserve', 'forest', 'wood', 'golf_course', 'grass', 'grassland', 'cemetery', 'garden', 'meadow', 'orchard', 'scrub', 'village_green', 'recreation_ground', 'allotments', 'playground', 'pitch', 'zoo', 'national_park', 'protected_area', 'wetland']
// biome-ignore format: one line a class
const BUILT = ['residential', 'commercial', 'industrial', 'hospital', 'school', 'university', 'college', 'railway', 'pedestrian', 'aerodrome', 'urban_area']
const SAND = ['beach', 'sand', 'barren']

const isService = ({ properties: { kind_detail: detail } }: Feature) =>
  detail === 'service' || detail === 'driveway'

const area = (layer: string, colour: GroundColour, ...kinds: string[]): GroundRule => {
  const isKind = kindIs(...kinds)
  return {
    layer,
    colour,
    is: (feature) => feature.type === POLYGON && (kinds.length === 0 || isKind(feature)),
  }
}

/** Farther away they would be all that is seen. */
const BUILDINGS_FROM = 16

const AREAS: readonly GroundRule[] = [
  area('earth', 'land'),
  area('landcover', 'green', 'forest', 'grassland', 'scrub'),
  area('landuse', 'built', ...BUILT),
  area('landuse', 'green', ...GREEN),
  area('landuse', 'sand', ...SAND),
  area('water', 'water'),
  { ...area('buildings', 'building'), from: BUILDINGS_FROM },
]

const isWaterway = kindIs('river', 'stream', 'canal')

// biome-ignore format: one line a class
const LINES: readonly GroundRule[] = [
  { layer: 'water', colour: 'water', width: [[8, 0.5], [14, 2], [18, 6]], is: (feature) => feature.type === LINE && isWaterway(feature) },
  { layer: 'boundaries', colour: 'boundary', width: [[4, 0.8], [12, 1.2]], dash: [4, 3], is: ({ properties }) => Number(properties.kind_detail) <= 4 },
  { layer: 'roads', colour: 'building', from: 11, width: [[11, 0.8], [14, 5], [18, 40]], is: kindIs('aeroway') },
  { layer: 'roads', colour: 'path', from: 15, width: [[14, 0.6], [18, 2.5]], dash: [3, 2], is: kindIs('path') },
  { layer: 'roads', colour: 'rail', from: 10, width: [[10, 0.5], [15, 1.5], [18, 3]], is: kindIs('rail') },
  { layer: 'roads', colour: 'rail', width: [[8, 0.8], [18, 1.2]], dash: [6, 4], is: kindIs('ferry') },
]

const isSmall = kindIs('minor_road', 'other')
const isMinor = kindIs('minor_road')
const isMajor = kindIs('major_road')
const isHighway = kindIs('highway')
const MAIN_DETAILS = new Set(['trunk', 'trunk_link', 'primary', 'primary_link'])

/** A motorway, trunk or primary road. */
export function isMainRoad(feature: Feature): boolean {
  if (isHighway(feature)) return true
  return isMajor(feature) && MAIN_DETAILS.has(String(feature.properties.kind_detail))
}

export function isSecondaryRoad(feature: Feature): boolean {
  return isMajor(feature) && !isMainRoad(feature)
}

const isLink = ({ properties }: Feature) => properties.is_link !== undefined
const isMainLink = (feature: Feature) => isMainRoad(feature) && isLink(feature)
const isMainStretch = (feature: Feature) => isMainRoad(feature) && !isLink(feature)
const isServiceRoad = (feature: Feature) => isSmall(feature) && isService(feature)
const isStreet = (feature: Feature) => isMinor(feature) && !isService(feature)

interface Road {
  readonly colour: 'main' | 'secondary' | 'street'
  readonly from: number
  /** Before it, casings would be all that is seen. */
  readonly casingFrom: number
  readonly width: Stops
  readonly is: (feature: Feature) => boolean
}

// Lowest first; later ones cover the ends of earlier ones.
// biome-ignore format: one line a class
const ROADS: readonly Road[] = [
  { colour: 'street', from: 14, casingFrom: 16, width: [[14, 0.6], [16, 2.5], [18, 6]], is: isServiceRoad },
  { colour: 'street', from: 12, casingFrom: 14, width: [[11, 0.4], [13, 1.1], [15, 4.2], [18, 14]], is: isStreet },
  { colour: 'secondary', from: 9, casingFrom: 12, width: [[9, 0.6], [11, 1.2], [13, 2.6], [15, 6.5], [18, 20]], is: isSecondaryRoad },
  { colour: 'main', from: 10, casingFrom: 12, width: [[10, 0.8], [13, 2.2], [15, 5], [18, 14]], is: isMainLink },
  { colour: 'main', from: 4, casingFrom: 10, width: [[4, 0.5], [8, 0.8], [11, 1.5], [13, 3.6], [15, 8.5], [18, 26]], is: isMainStretch },
]

const CASING_PIXELS = 1.5

const road = ({ colour, from, width, is }: Road): GroundRule => ({
  layer: 'roads',
  colour,
  from,
  width,
  is,
})
const casing = (of: Road): GroundRule => ({
  ...road(of),
  colour: `${of.colour}-casing`,
  from: of.casingFrom,
  wider: CASING_PIXELS,
})
const bridge = (rule: GroundRule, cap: CanvasLineCap): GroundRule => ({
  ...rule,
  cap,
  is: (feature) => feature.properties.is_bridge !== undefined && rule.is(feature),
})

/**
 * Classes drawn of a tile, lowest first: all casings before all roads, so that crossings
 * are open; bridges on top.
 */
const GROUND_RULES: readonly GroundRule[] = [
  ...AREAS,
  ...LINES,
  ...ROADS.map(casing),
  ...ROADS.map(road),
  // Round ends of a bridge's casing would cross the road before it.
  ...ROADS.slice(-2).flatMap((one) => [bridge(casing(one), 'butt'), bridge(road(one), 'round')]),
]

/** Drawn around a tile, so that lines are not cut at its edge. */
const MARGIN_PIXELS = 32
const HALO_PIXELS = 3
export const LINE_HEIGHT = 1.2

/** Pixels of a tile on the screen. */
export function sideOf({ pixelRatio, scale }: Look): number {
  return Math.round(TILE_PIXELS * pixelRatio * scale)
}

/** Draws one tile on an empty canvas of the side above. */
export function paintTile(
  context: OffscreenCanvasRenderingContext2D,
  tile: TileAddress,
  look: Look,
  data: PlacedTile,
  names: readonly Name[],
): void {
  const factor = sideOf(look) / TILE_PIXELS
  const box = boxOfTile(tile)
  context.setTransform(
    factor,
    0,
    0,
    factor,
    (data.left - box.minX) * factor,
    (data.top - box.minY) * factor,
  )
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
  context.strokeStyle = look.flavour['name-halo']
  for (const name of names) {
    context.setTransform(
      factor,
      0,
      0,
      factor,
      (name.x - box.minX) * factor,
      (name.y - box.minY) * factor,
    )
    if (name.symbol) paintSymbol(context, name.symbol, look.flavour, look.scale)
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

function trace(
  context: OffscreenCanvasRenderingContext2D,
  { lines }: Feature,
  scale: number,
): void {
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
  { lines, angle, font, pixels, colour, textDown = 0 }: Name,
): void {
  context.rotate(angle)
  context.font = font
  context.fillStyle = colour
  for (const [index, line] of lines.entries()) {
    const y = textDown + (index - (lines.length - 1) / 2) * pixels * LINE_HEIGHT
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
