import { createReadStream } from 'node:fs'
import type { TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OSMTransform } from 'osm-pbf-parser-node'
import { ConfigError } from '@/lib/app/settings/config-error'
import type { StoredAddresses } from './addresses/street-index'
import { ADDRESS_TAGS, createAddresses, isPlaceOrAddress } from './osm-addresses'
import { createNodes, type OsmNodes, type OsmPosition } from './osm-nodes'
import { cutAtCrossings } from './osm-roads'
import { CityFileError, openRegularFile, unusable } from './pack'
import { ACCESS_KEYS, isBarrier, isDrivable, type Tags } from './road-rules'
import type { StoredRoads } from './roads/road-list'

const WAY_TAGS = [...ADDRESS_TAGS, ...ACCESS_KEYS, 'area', 'oneway', 'junction', 'maxspeed', 'ref']
const NODE_TAGS = [...ADDRESS_TAGS, ...ACCESS_KEYS, 'barrier']
const POINTS_MAXIMUM = 8_000_000
/** A longer block is a damaged length. Source: https://wiki.openstreetmap.org/wiki/PBF_Format */
const LONGEST_BLOCK_BYTES = 32 * 1024 * 1024

interface OsmObject {
  readonly type: 'node' | 'way' | 'relation'
  readonly id: number
  readonly tags?: Tags
  readonly lat: number
  readonly lon: number
  readonly refs: readonly number[]
}

interface OsmWay {
  readonly tags: Tags
  /** Ids of nodes. */
  readonly refs: readonly number[]
}

interface OsmWays {
  readonly roads: readonly OsmWay[]
  /** Places, and buildings with an address. */
  readonly others: readonly OsmWay[]
}

export interface OsmExtract {
  readonly roads: StoredRoads
  readonly addresses: StoredAddresses
}

/** Reads a file of OpenStreetMap twice: for its ways, then for their nodes. @throws ConfigError */
export async function readExtract(path: string): Promise<OsmExtract> {
  const { roads, others } = await readWays(path)
  const nodes = createNodes([...roads, ...others].flatMap(({ refs }) => refs))
  const addresses = createAddresses()

  await eachObject(path, { node: NODE_TAGS, way: false }, ({ type, id, tags = {}, lat, lon }) => {
    const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lon) <= 180
    if (type !== 'node' || !isOnEarth) return
    const position: OsmPosition = [Math.round(lat * 1e6), Math.round(lon * 1e6)]
    addresses.add(tags, position)
    nodes.add(id, position, isBarrier(tags))
  })

  for (const way of others) {
    const position = middleOf(way, nodes)
    if (position) addresses.add(way.tags, position)
  }
  const roadsOfPoints = roads.map(({ tags, refs }) => ({ tags, points: refs.map(nodes.indexOf) }))
  return {
    roads: cutAtCrossings(roadsOfPoints, nodes),
    addresses: addresses.stored(),
  }
}

async function readWays(path: string): Promise<OsmWays> {
  const roads: OsmWay[] = []
  const others: OsmWay[] = []
  let pointCount = 0
  await eachObject(path, { node: false, way: WAY_TAGS }, ({ type, tags = {}, refs }) => {
    if (type !== 'way') return
    const isRoad = isDrivable(tags) && refs.length > 1
    if (!isRoad && !isPlaceOrAddress(tags)) return

    pointCount += refs.length
    if (pointCount > POINTS_MAXIMUM) {
      throw new ConfigError(
        `--osm: ${path} has more than ${POINTS_MAXIMUM} points of roads and buildings: cut it to where your vehicles drive`,
      )
    }
    const list = isRoad ? roads : others
    list.push({ tags, refs })
  })
  if (roads.length === 0) throw new ConfigError(`--osm: ${path} has no road that a car may use`)
  return { roads, others }
}

/** Of a line the point in its middle, of an outline the mean of its points. */
function middleOf({ refs }: OsmWay, nodes: OsmNodes): OsmPosition | null {
  const points = refs.map(nodes.indexOf).filter(nodes.isKnown)
  const isOutline = refs[0] === refs.at(-1)
  if (!isOutline) {
    const middle = points[points.length >> 1]
    return middle === undefined ? null : nodes.positionOf(middle)
  }

  // Its first point is its last too.
  const outline = points.slice(1)
  if (outline.length === 0) return null
  let latSum = 0
  let lngSum = 0
  for (const point of outline) {
    const [lat, lng] = nodes.positionOf(point)
    latSum += lat
    lngSum += lng
  }
  return [latSum / outline.length, lngSum / outline.length]
}

/** Passes faults of the parser to the pipeline; it throws them where they cannot be caught. */
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
  async function visitBlocks(blocks: AsyncIterable<Iterable<OsmObject>>): Promise<void> {
    for await (const block of blocks) {
      for (const found of block) visit(found)
    }
  }

  try {
    const { descriptor, stats, close } = openRegularFile(path)
    if (stats.size === 0) {
      close()
      unusable('is empty')
    }
    const file = createReadStream(path, { fd: descriptor })
    const parser = new ExtractParser({ withTags: { relation: false, ...tags } })
    await pipeline(file, parser, visitBlocks)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { message } = error as Error
    if (error instanceof CityFileError) throw new ConfigError(`--osm: ${path} ${message}`)
    throw new ConfigError(`--osm: ${path} is no .osm.pbf file, or it is damaged (${message})`)
  }
}
