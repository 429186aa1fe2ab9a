import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { OSMTransform } from 'osm-pbf-parser-node'
import { ConfigError } from '@/lib/app/settings/config-error'
import { readEntities, type StoredAddresses } from './addresses/street-index'
import { metresBetween } from './geometry'
import { CityFileError, checkCityFolder, openRegularFile, readPackFile, unusable } from './pack'
import { ACCESS_KEYS, directionOf, isBarrier, isDrivable, speedOf, type Tags } from './road-rules'
import { readRoads, type StoredRoads } from './roads/road-list'
import { openMapArchive } from './tiles/archive'

const CREDIT = { attribution: '© OpenStreetMap contributors', license: 'ODbL 1.0' }
/** Keys that make a named object a place, and the values that count. */
const PLACE_KEYS: Readonly<Record<string, RegExp>> = {
  aeroway: /^(aerodrome|terminal)$/,
  railway: /^(station|halt)$/,
  public_transport: /^station$/,
  amenity: /./,
  tourism: /./,
  leisure: /./,
  shop: /./,
  historic: /./,
  landuse: /./,
  highway: /^(pedestrian|footway|path|cycleway|steps|bridleway|track)$/,
}
const AREAS: Readonly<Record<string, string>> = {
  ...{ city: 'locality', town: 'locality', village: 'locality' },
  ...{ suburb: 'neighbourhood', quarter: 'neighbourhood', neighbourhood: 'neighbourhood' },
}
const PLACE_TAGS = [...Object.keys(PLACE_KEYS), 'place', 'name', 'addr:street', 'addr:housenumber']
const WAY_TAGS = [...PLACE_TAGS, ...ACCESS_KEYS, 'area', 'oneway', 'junction', 'maxspeed', 'ref']
const NODE_TAGS = [...PLACE_TAGS, ...ACCESS_KEYS, 'barrier']
const POINTS_MAXIMUM = 8_000_000
const LONGEST_NUMBER = 16
/** A longer block is a damaged length. Source: https://wiki.openstreetmap.org/wiki/PBF_Format */
const LONGEST_BLOCK_BYTES = 32 * 1024 * 1024
/** Between two points; longer ones are a mistake of the map. */
const LONGEST_SEGMENT_METRES = 50_000

interface OsmObject {
  readonly type: 'node' | 'way' | 'relation'
  readonly id: number
  readonly tags?: Tags
  readonly lat: number
  readonly lon: number
  readonly refs: readonly number[]
}

interface Way {
  readonly tags: Tags
  readonly refs: readonly number[]
}

type Position = readonly [lat: number, lng: number]

/** Writes the folder for CITY_DIR; its answer says what is in it. @throws ConfigError */
export async function makePack(
  osm: string | null,
  map: string | null,
  out: string,
): Promise<string> {
  const made = await makeFolder(out)
  try {
    return await fillFolder(osm, map, out)
  } catch (error) {
    // One with a file in it stays.
    for (const folder of made.reverse()) await rmdir(folder).catch(() => undefined)
    throw error
  }
}

/**
 * mkdir's own `recursive` never ends where the system refuses a folder with ENOENT, as in /proc.
 */
async function makeFolder(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return []
  if (found) throw new ConfigError(`--out: ${path} is not a folder`)
  const made = dirname(path) === path ? [] : await makeFolder(dirname(path))
  try {
    await mkdir(path)
  } catch (error) {
    throw new ConfigError(
      `--out: ${path} cannot be made (${(error as NodeJS.ErrnoException).code})`,
    )
  }
  return [...made, path]
}

async function fillFolder(osm: string | null, map: string | null, out: string): Promise<string> {
  if (map) {
    ;(await openMapArchive(map, '--map')).close()
    await replace(out, 'map.pmtiles', (path) => copyFile(map, path))
  }
  if (osm) {
    const { roads, addresses } = await readExtract(osm)
    for (const [name, json] of [['roads', roads], ['addresses', addresses]] as const) // biome-ignore format: one line
      await replace(out, `${name}.json.gz`, (path) =>
        writeFile(path, gzipSync(JSON.stringify(json), { level: 9 })),
      )
  }
  checkCityFolder(out)
  const list = readPackFile(out, 'roads.json.gz', readRoads, '--out')
  const places =
    readPackFile(out, 'addresses.json.gz', (json) => readEntities(list, json), '--out') ?? []
  const houses = places.reduce((sum, { houses }) => sum + houses.numbers.length, 0)
  return `${out}: ${list?.from.length ?? 0} roads, ${places.length} names, ${houses} house numbers`
}

/** Never half a file, even where it ends in between. */
async function replace(
  folder: string,
  name: string,
  write: (path: string) => Promise<void>,
): Promise<void> {
  const unfinished = join(folder, `.${name}.unfinished`)
  await write(unfinished)
  await rename(unfinished, join(folder, name))
}

/** Faults of the parser reach the pipeline: it throws them where nothing catches them. */
class ExtractParser extends OSMTransform {
  /** Bytes that the parser waits for. */
  declare private readonly needed: number

  override _transform(chunk: Buffer, encoding: BufferEncoding, next: TransformCallback): void {
    try {
      if (this.needed > LONGEST_BLOCK_BYTES) throw new Error(`a block of ${this.needed} bytes`)
      super._transform(chunk, encoding, next)
    } catch (error) {
      next(error as Error)
    }
  }

  override _flush(next: TransformCallback): void {
    try {
      super._flush(next)
    } catch (error) {
      next(error as Error)
    }
  }
}

async function eachObject(
  path: string,
  tags: object,
  visit: (found: OsmObject) => void,
): Promise<void> {
  try {
    const { descriptor, stats, close } = openRegularFile(path)
    if (stats.size === 0) {
      close()
      unusable('is empty')
    }
    await pipeline(
      createReadStream(path, { fd: descriptor }),
      new ExtractParser({ withTags: { relation: false, ...tags } }),
      async (blocks) => {
        for await (const block of blocks as AsyncIterable<Iterable<OsmObject>>)
          for (const one of block) visit(one)
      },
    )
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { message } = error as Error
    if (error instanceof CityFileError) throw new ConfigError(`--osm: ${path} ${message}`)
    throw new ConfigError(`--osm: ${path} is no .osm.pbf file, or it is damaged (${message})`)
  }
}

async function readExtract(
  path: string,
): Promise<{ roads: StoredRoads; addresses: StoredAddresses }> {
  const roads: Way[] = []
  const others: Way[] = []
  let count = 0
  await eachObject(path, { node: false, way: WAY_TAGS }, ({ type, tags = {}, refs }) => {
    if (type !== 'way') return
    const isRoad = isDrivable(tags) && refs.length > 1
    if (!isRoad && !isNamed(tags)) return
    count += refs.length
    if (count > POINTS_MAXIMUM)
      throw new ConfigError(
        `--osm: ${path} has more than ${POINTS_MAXIMUM} points of roads and buildings: cut it to where your vehicles drive`,
      )
    ;(isRoad ? roads : others).push({ tags, refs })
  })
  if (roads.length === 0) throw new ConfigError(`--osm: ${path} has no road that a car may use`)
  const ids = Float64Array.from(new Set([...roads, ...others].flatMap(({ refs }) => refs))).sort()
  const positions = new Int32Array(2 * ids.length)
  const isKnown = new Uint8Array(ids.length)
  const isClosed = new Uint8Array(ids.length)
  const addresses = createAddresses()
  await eachObject(path, { node: NODE_TAGS, way: false }, ({ type, id, tags = {}, lat, lon }) => {
    if (type !== 'node' || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return
    const at: Position = [Math.round(lat * 1e6), Math.round(lon * 1e6)]
    addresses.add(tags, at)
    const index = indexOf(ids, id)
    if (index < 0) return
    positions.set(at, 2 * index)
    isKnown[index] = 1
    isClosed[index] = isBarrier(tags) ? 1 : 0
  })
  const positionOf = (index: number): Position => [positions[2 * index]!, positions[2 * index + 1]!]
  for (const { tags, refs } of others) {
    const points = refs.map((id) => indexOf(ids, id)).filter((index) => isKnown[index])
    // Of a line the point in its middle, of an outline the mean of its points.
    const shown =
      refs[0] === refs.at(-1)
        ? points.slice(1)
        : points.slice(points.length >> 1, (points.length >> 1) + 1)
    const mean = (axis: 0 | 1) =>
      shown.reduce((sum, index) => sum + positionOf(index)[axis], 0) / shown.length
    if (shown.length > 0) addresses.add(tags, [mean(0), mean(1)])
  }
  const onRoads = roads.map(({ tags, refs }) => ({
    tags,
    refs: refs.map((id) => indexOf(ids, id)),
  }))
  return {
    roads: cutAtCrossings(onRoads, positionOf, (index) => isKnown[index] === 1, (index) => isClosed[index] === 1), // biome-ignore format: one line
    addresses: addresses.stored(),
  }
}

function indexOf(ids: Float64Array, id: number): number {
  let [low, high] = [0, ids.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (ids[middle] === id) return middle
    if (ids[middle]! < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Cuts ways where others meet them, and at barriers, whose two sides do not meet. */
function cutAtCrossings(
  ways: readonly Way[],
  positionOf: (point: number) => Position,
  isKnown: (point: number) => boolean,
  isClosed: (point: number) => boolean,
): StoredRoads {
  const uses = new Map<number, number>()
  for (const { refs } of ways) {
    for (const point of refs) uses.set(point, (uses.get(point) ?? 0) + 1)
    for (const point of [refs[0]!, refs.at(-1)!]) uses.set(point, 2)
  }
  const nodes: number[] = []
  const numbers = new Map<number, number>()
  let before: Position = [0, 0]
  const numberOf = (point: number) => {
    const known = isClosed(point) ? undefined : numbers.get(point)
    if (known !== undefined) return known
    const [lat, lng] = positionOf(point)
    const number = nodes.push(lat - before[0], lng - before[1]) / 2 - 1
    before = [lat, lng]
    numbers.set(point, number)
    return number
  }
  const [names, classes] = [new Map<string, number>(), new Map<string, number>()]
  const edges: StoredRoads['edges'][number][] = []
  for (const { tags, refs } of ways) {
    const direction = directionOf(tags)
    const roadClass = numberIn(classes, tags.highway!)
    const name = numberIn(names, tags.name ?? tags.ref ?? '')
    const add = (piece: readonly number[]) => {
      if (piece.length < 2) return
      const [from, to] = [numberOf(piece[0]!), numberOf(piece.at(-1)!)]
      const between = piece.slice(1, -1).flatMap((point, n) => {
        const [[lat, lng], [lastLat, lastLng]] = [positionOf(point), positionOf(piece[n]!)]
        return [lat - lastLat, lng - lastLng]
      })
      edges.push([from, to, roadClass, name, speedOf(tags), direction === 'both' ? 0 : 1, between])
    }
    let piece: number[] = []
    for (const point of direction === 'backwards' ? refs.toReversed() : refs) {
      const last = piece.at(-1)
      if (last === point) continue
      const isApart = last !== undefined && metresBetween(...positionOf(last), ...positionOf(point)) > LONGEST_SEGMENT_METRES // biome-ignore format: one line
      if (!isKnown(point) || isApart) {
        add(piece)
        piece = []
        if (!isKnown(point)) continue
      }
      piece.push(point)
      if (piece.length === 1 || (uses.get(point)! < 2 && !isClosed(point))) continue
      add(piece)
      piece = [point]
    }
    add(piece)
  }
  return { ...CREDIT, nodes, names: [...names.keys()], classes: [...classes.keys()], edges }
}

/** The place of a text among those before it. */
function numberIn(numbers: Map<string, number>, text: string): number {
  const number = numbers.get(text) ?? numbers.size
  numbers.set(text, number)
  return number
}

function isNamed(tags: Tags): boolean {
  return kindOf(tags) !== null || ('addr:housenumber' in tags && 'addr:street' in tags)
}

function kindOf(tags: Tags): string | null {
  if (!tags.name) return null
  const key = Object.keys(PLACE_KEYS).find((name) => PLACE_KEYS[name]!.test(tags[name] ?? ''))
  return AREAS[tags.place ?? ''] ?? (key ? tags[key]! : null)
}

function createAddresses() {
  const streets = new Map<string, { number: string; value: number; at: Position }[]>()
  const pois: StoredAddresses['pois'][number][] = []
  const hundredThousandths = (at: Position) =>
    [Math.round(at[0] / 10), Math.round(at[1] / 10)] as const
  return {
    add(tags: Tags, at: Position): void {
      const kind = kindOf(tags)
      if (kind !== null) pois.push([tags.name!, kind, ...hundredThousandths(at)])
      const { 'addr:street': street, 'addr:housenumber': numbers } = tags
      if (!street || !numbers) return
      const houses = streets.get(street) ?? []
      streets.set(street, houses)
      for (const number of numbers
        .split(/[,;]/)
        .map((text) => text.trim().slice(0, LONGEST_NUMBER)))
        if (/\d/.test(number)) houses.push({ number, value: Number.parseInt(number, 10) || 0, at })
    },
    stored(): StoredAddresses {
      const rows = [...streets].map(([street, houses]) => {
        let [value, lat, lng] = [0, 0, 0]
        const numbers = houses
          .sort((a, b) => a.value - b.value)
          .flatMap((house) => {
            const [north, east] = hundredThousandths(house.at)
            const isPlain = String(house.value) === house.number
            const row = [isPlain ? house.value - value : house.number, north - lat, east - lng]
            ;[value, lat, lng] = [house.value, north, east]
            return row
          })
        return [street, numbers] as const
      })
      return { ...CREDIT, streets: rows, pois }
    },
  }
}
