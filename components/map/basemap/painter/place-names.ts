import type { GroundColour } from '@/components/map/basemap/flavours'
import { SEMIBOLD } from '@/lib/format/typeface'
import type { Look } from './messages'
import type { Name } from './name-index'
import { isMainRoad, isSecondaryRoad, LINE_HEIGHT } from './paint-tile'
import { SYMBOL_REACH, symbolOf } from './symbols'
import type { Box, Feature, PlacedTile, Point } from './tiles'
import { kindIs, NAME_LINES, POINT, POINTS, STREET_NAMES, textOf } from './tiles'

/** Width of a text in a font, in pixels. */
export type Measure = (text: string, font: string) => number

const LINE_CHARACTERS = 15
const LONGEST_STREET_NAME = 40
const PADDING_PIXELS = 6
const APART_PIXELS = 400
const SYMBOL_GAP_PIXELS = 1
/** Buildings of one hospital, halls of one station. */
const SYMBOLS_APART_PIXELS = 120
/** Streets that bend more are not straight enough for a name. */
const STRAIGHT_RADIANS = (6 * Math.PI) / 180

/**
 * Names of a tile of the file, most important first; several places for each
 * street, of which one is enough.
 * @param typeface families of a font
 */
export function namesOf(
  { layers, left, top, scale }: PlacedTile,
  look: Look,
  measure: Measure,
  typeface: string,
): Name[] {
  const { flavour, zoom } = look
  return NAME_RULES.flatMap((rule, rank) => {
    if (zoom < (rule.from ?? 0) || zoom > (rule.to ?? Infinity)) return []
    return inOrder(rule, (layers.get(rule.layer) ?? []).filter(rule.is)).flatMap((feature) => {
      const text = textOf(feature, rule.text) ?? ''
      const isNameless = text === '' && rule.namedFrom === undefined
      if (isNameless || (rule.isStreet && text.length > LONGEST_STREET_NAME)) return []
      const pixels =
        (typeof rule.pixels === 'number' ? rule.pixels : rule.pixels(feature)) / look.scale
      const font = `${rule.weight} ${pixels}px ${typeface}`
      const style = { rank, font, pixels, colour: flavour[rule.colour] }
      const lines = feature.lines.map((line) =>
        line.map(({ x, y }) => ({ x: left + x * scale, y: top + y * scale })),
      )
      const width = (line: string) => measure(line, font)
      return placesOf(rule, feature, look, text, lines, pixels, width).map(
        (place): Name => ({ ...style, ...place }),
      )
    })
  })
}

type Placed = Pick<
  Name,
  'lines' | 'x' | 'y' | 'angle' | 'boxes' | 'key' | 'apart' | 'symbol' | 'textDown'
>
type Lines = readonly (readonly Point[])[]

/** Places of a name, best first. @param pixels height of its letters in the tile */
function placesOf(
  rule: NameRule,
  feature: Feature,
  { scale, zoom }: Look,
  text: string,
  lines: Lines,
  pixels: number,
  widthOf: (line: string) => number,
): Placed[] {
  if (rule.isStreet) return alongStreet(text, lines, pixels, widthOf(text), APART_PIXELS / scale)
  const point = lines[0]?.[0]
  if (!point) return []
  const padding = PADDING_PIXELS / scale
  if (rule.namedFrom === undefined) return [atPoint(text, point, pixels, widthOf, padding)]
  const symbol = symbolAt(feature, text, point, scale)
  if (zoom < rule.namedFrom || text === '') return [symbol]
  return [...besideSymbol(symbol, text, pixels, widthOf, padding), symbol]
}

function inOrder({ importance }: NameRule, features: readonly Feature[]): readonly Feature[] {
  return importance ? features.toSorted((a, b) => importance(b) - importance(a)) : features
}

function atPoint(
  text: string,
  { x, y }: Point,
  pixels: number,
  widthOf: (line: string) => number,
  padding: number,
): Placed {
  const lines = brokenLines(text)
  const right = Math.max(...lines.map(widthOf)) / 2 + padding
  const down = (lines.length * pixels * LINE_HEIGHT) / 2 + padding
  const box = { minX: x - right, minY: y - down, maxX: x + right, maxY: y + down }
  return { lines, x, y, angle: 0, boxes: [box], key: text, apart: 0 }
}

function symbolAt(feature: Feature, text: string, { x, y }: Point, scale: number): Placed {
  const reach = (SYMBOL_REACH + SYMBOL_GAP_PIXELS) / scale
  return {
    lines: [],
    x,
    y,
    angle: 0,
    boxes: [{ minX: x - reach, minY: y - reach, maxX: x + reach, maxY: y + reach }],
    key: `symbol of ${text}`,
    apart: SYMBOLS_APART_PIXELS / scale,
    symbol: symbolOf(feature.properties.kind),
  }
}

/** The name below its symbol, or above it. */
function besideSymbol(
  symbol: Placed,
  text: string,
  pixels: number,
  widthOf: (line: string) => number,
  padding: number,
): Placed[] {
  const [mark] = symbol.boxes
  if (!mark) return []
  const named = atPoint(text, symbol, pixels, widthOf, padding)
  const [box] = named.boxes
  if (!box) return []
  const halfText = (named.lines.length * pixels * LINE_HEIGHT) / 2
  const below = (mark.maxY - mark.minY) / 2 + halfText
  return [below, -below].map((textDown) => ({
    ...symbol,
    lines: named.lines,
    textDown,
    boxes: [mark, { ...box, minY: box.minY + textDown, maxY: box.maxY + textDown }],
  }))
}

/** Long names take several lines; words are never divided. */
export function brokenLines(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LINE_CHARACTERS)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Places on straight parts of a street, from the middle of each outwards. */
function alongStreet(
  text: string,
  lines: Lines,
  pixels: number,
  width: number,
  apart: number,
): Placed[] {
  return lines.flatMap((line) =>
    straightParts(line).flatMap(([from, to]) => {
      const length = Math.hypot(to.x - from.x, to.y - from.y)
      const room = length / 2 - width / 2 - pixels
      if (room < 0) return []
      const right = (to.x - from.x) / length
      const down = (to.y - from.y) / length
      const angle = right < 0 ? Math.atan2(-down, -right) : Math.atan2(down, right)
      const steps = Array.from({ length: Math.floor(room / width) + 1 }, (_, step) => step * width)
      const offsets = steps.flatMap((offset) => (offset === 0 ? [0] : [offset, -offset]))
      return offsets.map((offset): Placed => {
        const at = length / 2 + offset
        const x = from.x + right * at
        const y = from.y + down * at
        return {
          lines: [text],
          x,
          y,
          angle,
          boxes: boxesAlong({ x, y }, { x: right, y: down }, width, pixels),
          key: text,
          apart,
        }
      })
    }),
  )
}

/** Pairs of ends. */
function straightParts(line: readonly Point[]): (readonly [Point, Point])[] {
  const parts: (readonly [Point, Point])[] = []
  let [from] = line
  let end = from
  let direction: number | null = null
  for (const point of line.slice(1)) {
    if (!from || !end) return parts
    if (point.x === end.x && point.y === end.y) continue
    const next = Math.atan2(point.y - end.y, point.x - end.x)
    if (direction !== null && angleBetween(direction, next) > STRAIGHT_RADIANS) {
      parts.push([from, end])
      from = end
      direction = null
    }
    direction ??= next
    end = point
  }
  return from && end && from !== end ? [...parts, [from, end]] : parts
}

function angleBetween(one: number, other: number): number {
  const angle = Math.abs(one - other) % (2 * Math.PI)
  return Math.min(angle, 2 * Math.PI - angle)
}

/** Squares as high as a line of text, side by side along it. */
function boxesAlong(middle: Point, direction: Point, width: number, pixels: number): Box[] {
  const half = (pixels * LINE_HEIGHT) / 2
  const count = Math.max(1, Math.ceil(width / (half * 2)))
  return Array.from({ length: count }, (_, index) => {
    const along = ((index + 0.5) / count - 0.5) * width
    const x = middle.x + direction.x * along
    const y = middle.y + direction.y * along
    return { minX: x - half, minY: y - half, maxX: x + half, maxY: y + half }
  })
}

export interface NameRule {
  readonly layer: string
  readonly from?: number
  readonly to?: number
  readonly is: (feature: Feature) => boolean
  readonly isStreet?: boolean
  /** A symbol stands for it, and its name beside that from this zoom on. */
  readonly namedFrom?: number
  readonly colour: GroundColour
  /** On the screen. */
  readonly pixels: number | ((feature: Feature) => number)
  readonly weight: number
  /** The first property that is a text. */
  readonly text: readonly string[]
  /** Larger first. */
  readonly importance?: (feature: Feature) => number
}

const POPULOUS_RANK = 9
/** Larger points of interest that journeys begin or end at. */
const NAMED_ALONE = ['university', 'stadium']

const isPoint = ({ type }: Feature) => type === POINT
const rankOf = ({ properties }: Feature) => Number(properties.population_rank ?? 0)
const isLocality = kindIs('locality')
const isCity = (feature: Feature) =>
  isLocality(feature) &&
  (rankOf(feature) > POPULOUS_RANK || feature.properties.kind_detail === 'city')
const isTown = (feature: Feature) => isLocality(feature) && !isCity(feature)

const NAME = ['name']
const street = { layer: NAME_LINES, isStreet: true, text: STREET_NAMES } as const
const main = { ...street, is: isMainRoad, colour: 'name', pixels: 11.5, weight: SEMIBOLD } as const
const secondary = {
  ...street,
  is: isSecondaryRoad,
  colour: 'name',
  pixels: 11,
  weight: 400,
} as const
const minor = {
  ...street,
  is: kindIs('minor_road'),
  colour: 'minor-name',
  pixels: 11,
  weight: 400,
} as const
const quarter = {
  layer: 'places',
  is: kindIs('macrohood', 'neighbourhood'),
  colour: 'minor-name',
  weight: SEMIBOLD,
  text: NAME,
} as const
const landmark = {
  layer: POINTS,
  colour: 'transit',
  pixels: 11,
  weight: SEMIBOLD,
  text: NAME,
} as const

/** Most important first: a name gives way to those before it. */
// biome-ignore format: one line a class
const NAME_RULES: readonly NameRule[] = [
  { layer: 'places', to: 7, is: kindIs('country', 'region'), colour: 'name', pixels: 12, weight: SEMIBOLD, text: NAME },
  // From near, the name of the city says nothing new.
  { layer: 'places', to: 13, is: isCity, colour: 'name', pixels: 17, weight: SEMIBOLD, text: NAME, importance: rankOf },
  { layer: 'places', to: 15, is: isTown, colour: 'name', pixels: 13, weight: SEMIBOLD, text: NAME, importance: rankOf },
  { ...landmark, from: 10, namedFrom: 12, is: kindIs('aerodrome') },
  { ...landmark, from: 12, namedFrom: 13, is: kindIs('station', 'ferry_terminal') },
  { ...quarter, from: 12, to: 14, pixels: 12.5 },
  { ...main, from: 12 },
  { ...landmark, from: 13, namedFrom: 14, is: kindIs('bus_station', 'halt') },
  { ...landmark, from: 14, namedFrom: 15, is: kindIs('hospital'), colour: 'hospital' },
  { ...secondary, from: 14 },
  { layer: 'water', is: isPoint, colour: 'water-name', pixels: 12, weight: 400, text: NAME },
  { ...quarter, from: 15, to: 16, pixels: 13 },
  { layer: POINTS, from: 15, is: kindIs(...NAMED_ALONE), colour: 'minor-name', pixels: 11, weight: 400, text: NAME },
  { ...landmark, from: 15, namedFrom: 17, is: kindIs('taxi') },
  { ...minor, from: 15 },
  { layer: 'buildings', from: 17, is: isPoint, colour: 'minor-name', pixels: 10, weight: 400, text: ['addr_housenumber'] },
]
