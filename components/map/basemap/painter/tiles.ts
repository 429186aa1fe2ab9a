import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { worldX, worldY } from '@/components/map/mercator'
import type { Landmark } from '@/lib/api/contract/places'
import { LEVELS, TILE_PIXELS, type TileAddress } from './messages'

export interface Point {
  x: number
  y: number
}

export interface Box {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

export function boxOf(lines: readonly (readonly Point[])[]): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (const line of lines) {
    for (const { x, y } of line) {
      box.minX = Math.min(box.minX, x)
      box.minY = Math.min(box.minY, y)
      box.maxX = Math.max(box.maxX, x)
      box.maxY = Math.max(box.maxY, y)
    }
  }
  return box
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.minX <= other.maxX &&
    one.maxX >= other.minX &&
    one.minY <= other.maxY &&
    one.maxY >= other.minY
  )
}

/** A tile of the file, and where it lies at a zoom of the map. */
export interface PlacedTile {
  readonly address: TileAddress
  /** Of its north-west corner, in pixels of the world at that zoom. */
  readonly left: number
  readonly top: number
  /** Pixels per unit of its features. */
  readonly scale: number
  readonly layers: ReadonlyMap<string, readonly Feature[]>
}

/** A data tile has this many units, which are pixels if it is not drawn larger. */
const DATA_UNITS = 512

/**
 * The tile of the file that a tile of the map is drawn from; beyond the
 * last zoom it is drawn larger.
 */
export function placeOf({ z, x, y }: TileAddress, lastZoom: number): Omit<PlacedTile, 'layers'> {
  const level = Math.min(Math.max(z - LEVELS, 0), lastZoom)
  const tiles = 2 ** (z - level)
  const address = { z: level, x: Math.floor(x / tiles), y: Math.floor(y / tiles) }
  const side = TILE_PIXELS * tiles
  return { address, left: address.x * side, top: address.y * side, scale: side / DATA_UNITS }
}

export function boxOfTile({ x, y }: TileAddress): Box {
  const minX = x * TILE_PIXELS
  const minY = y * TILE_PIXELS
  return { minX, minY, maxX: minX + TILE_PIXELS, maxY: minY + TILE_PIXELS }
}

export function keyOf({ z, x, y }: TileAddress): string {
  return `${z}/${x}/${y}`
}

export const POINT = 1
export const LINE = 2
export const POLYGON = 3

export interface Feature {
  readonly type: number
  /** Points, lines or rings. */
  readonly lines: readonly (readonly Point[])[]
  readonly box: Box
  readonly properties: Readonly<Record<string, string | number | boolean>>
}

export const kindIs = (...kinds: string[]) => {
  const wanted = new Set(kinds)
  return ({ properties }: Feature) => wanted.has(String(properties.kind))
}

/**
 * Features by layer, in units of which a tile has DATA_UNITS.
 * @throws Error when it is no vector tile
 */
function parseTile(bytes: ArrayBuffer): PlacedTile['layers'] {
  const { layers } = new VectorTile(new Pbf(bytes))
  return new Map(
    Object.entries(layers).map(([name, layer]) => {
      const scale = DATA_UNITS / layer.extent
      const features = Array.from({ length: layer.length }, (_, index): Feature => {
        const feature = layer.feature(index)
        const lines = feature.loadGeometry()
        for (const point of lines.flat()) {
          point.x *= scale
          point.y *= scale
        }
        return { type: feature.type, lines, box: boxOf(lines), properties: feature.properties }
      })
      return [name, features]
    }),
  )
}

/** Joined lines of streets, beside the file's own layers. */
export const NAME_LINES = 'name-lines'

/** The file's points of interest, or landmarks in their place. */
export const POINTS = 'pois'

/**
 * A tile with landmarks as its points of interest.
 * @param landmarks of the whole city
 */
export function withLandmarks(tile: PlacedTile, landmarks: readonly Landmark[]): PlacedTile {
  const { z, x: column, y: row } = tile.address
  const tiles = 2 ** z
  const points: Feature[] = []
  for (const { name, kind, position } of landmarks) {
    const x = (worldX(position.lng) * tiles - column) * DATA_UNITS
    const y = (worldY(position.lat) * tiles - row) * DATA_UNITS
    if (x < 0 || y < 0 || x >= DATA_UNITS || y >= DATA_UNITS) continue
    const lines = [[{ x, y }]]
    points.push({ type: POINT, lines, box: boxOf(lines), properties: { kind, name } })
  }
  return { ...tile, layers: new Map([...tile.layers, [POINTS, points]]) }
}

const KEPT_TILES = 64

/** Reads tiles of the file and keeps the latest. @param url with {z}, {x} and {y} */
export function createTileSource(url: string, [firstZoom, lastZoom]: readonly [number, number]) {
  const kept = new Map<string, Promise<PlacedTile['layers']>>()

  async function load({ z, x, y }: TileAddress): Promise<PlacedTile['layers']> {
    if (z < firstZoom) return new Map()
    const address = url
      .replace('{z}', String(z))
      .replace('{x}', String(x))
      .replace('{y}', String(y))
    const response = await fetch(address)
    if (response.status === 204) return new Map()
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    const layers = parseTile(await response.arrayBuffer())
    return new Map([...layers, [NAME_LINES, nameLines(layers.get('roads') ?? [])]])
  }

  /** The features under a tile of the map. @throws Error, also when signed out */
  return async (tile: TileAddress): Promise<PlacedTile> => {
    const place = placeOf(tile, lastZoom)
    const key = keyOf(place.address)
    const loading = kept.get(key) ?? load(place.address)
    // The latest is the last.
    kept.delete(key)
    kept.set(key, loading)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_TILES && oldest !== undefined) kept.delete(oldest)
    try {
      return { ...place, layers: await loading }
    } catch (error) {
      if (kept.get(key) === loading) kept.delete(key)
      throw error
    }
  }
}

type Line = Feature['lines'][number]

export const STREET_NAMES = ['name', 'ref']

/** The first of some properties that is a text. */
export function textOf({ properties }: Feature, names: readonly string[]): string | undefined {
  const texts = names.map((name) => properties[name]).filter((value) => typeof value === 'string')
  return texts.find(Boolean)
}

/**
 * OpenStreetMap cuts a street at every bridge, limit and crossing, and a name fits on few of the
 * pieces: joins those of one name and class, end to end.
 */
export function nameLines(roads: readonly Feature[]): Feature[] {
  const streets = new Map<string, { first: Feature; lines: Line[] }>()
  for (const road of roads) {
    const name = textOf(road, STREET_NAMES)
    if (name === undefined || road.type !== LINE) continue
    const key = `${String(road.properties.kind)} ${name}`
    const street = streets.get(key)
    if (street) street.lines.push(...road.lines)
    else streets.set(key, { first: road, lines: [...road.lines] })
  }
  return [...streets.values()].map(({ first, lines }) => {
    const whole = joined(lines)
    return { ...first, lines: whole, box: boxOf(whole) }
  })
}

/** Lines that end where exactly one other begins or ends become one with it. */
function joined(lines: readonly Line[]): Line[] {
  const open = new Set(lines.filter(({ length }) => length > 1))
  const ends = new Map<string, Line[]>()
  for (const line of open)
    for (const key of endsOf(line)) ends.set(key, [...(ends.get(key) ?? []), line])
  const result: Line[] = []
  for (const line of open) {
    open.delete(line)
    const forth = extended(line, open, ends)
    result.push(extended(forth.toReversed(), open, ends))
  }
  return result
}

function extended(line: Line, open: Set<Line>, ends: ReadonlyMap<string, readonly Line[]>): Line {
  const points = [...line]
  for (;;) {
    const end = pointKey(points.at(-1))
    const meeting = ends.get(end) ?? []
    const next = meeting.length === 2 ? meeting.find((one) => open.has(one)) : undefined
    if (!next) return points
    open.delete(next)
    points.push(...(pointKey(next[0]) === end ? next : next.toReversed()).slice(1))
  }
}

function endsOf(line: Line): string[] {
  return [pointKey(line[0]), pointKey(line.at(-1))]
}

function pointKey(point: Line[number] | undefined): string {
  return `${point?.x} ${point?.y}`
}
