import { metresBetween } from '@/lib/roads/graph/geometry'
import { NumberList } from '@/lib/roads/graph/number-list'
import { createRoadList, type RoadList } from '@/lib/roads/graph/road-list'
import { openRoadsFile, type RoadsFile } from './blocks'
import { type MapBlock, readMapBlock, type Tags } from './map-block'
import { directionOf } from './road-rules'
import { RoadsFileError } from './roads-file-error'
import { isBarrier, isRoad, isServiceRoad, kmhOf, NODE_KEYS, WAY_KEYS } from './rules'

/** About 200 MB while the file is read. */
const POINTS_MAXIMUM = 8_000_000
const LONGEST_NAME = 100
/** Between two points; longer ones are a mistake of the map. */
const LONGEST_SEGMENT_METRES = 50_000
const UNKNOWN = 2_147_483_647
const PROGRESS_MS = 5_000

interface Ways {
  /** Ids of the nodes of all ways. */
  readonly refs: Float64Array
  /** Where each way's begin. */
  readonly start: number[]
  readonly tags: Tags[]
}

interface Nodes {
  /** Sorted. */
  readonly ids: Float64Array
  readonly lat: Int32Array
  readonly lng: Int32Array
  readonly isBarrier: Uint8Array
}

/**
 * Roads that a car may use. The file is read twice: nodes come before the ways that name them.
 * @param onProgress a line for the log
 * @throws RoadsFileError
 */
export function readRoadsFile(path: string, onProgress: (text: string) => void): RoadList {
  const file = openRoadsFile(path)
  try {
    const ways = readWays(file, progressOf(file, 'ways', onProgress))
    if (ways.tags.length === 0) throw new RoadsFileError('has no road that a car may use')
    const nodes = readNodes(file, ways.refs, progressOf(file, 'points', onProgress))
    return cutAtCrossings(ways, nodes)
  } finally {
    file.close()
  }
}

function progressOf({ sizeBytes }: RoadsFile, what: string, onProgress: (text: string) => void) {
  let reportedAtMs = performance.now()
  return (offset: number) => {
    if (performance.now() - reportedAtMs < PROGRESS_MS) return
    reportedAtMs = performance.now()
    onProgress(`roads: ${what} ${Math.floor((100 * offset) / sizeBytes)} % read`)
  }
}

function* mapBlocks(file: RoadsFile, onOffset: (offset: number) => void): Generator<MapBlock> {
  for (const block of file.blocks()) {
    // Blocks of other types may be left out.
    if (block.type === 'OSMData') yield readMapBlock(file.unpack(block))
    onOffset(block.offset + block.bytes)
  }
}

function readWays(file: RoadsFile, onOffset: (offset: number) => void): Ways {
  const refs = new NumberList(new Float64Array(8192))
  const start: number[] = [0]
  const tags: Tags[] = []
  for (const block of mapBlocks(file, onOffset)) {
    block.ways(WAY_KEYS, (wayTags, wayRefs) => {
      if (!isRoad(wayTags) || wayRefs.length < 2) return
      if (refs.length + wayRefs.length > POINTS_MAXIMUM) throw tooLarge()
      for (let n = 0; n < wayRefs.length; n++) refs.push(wayRefs.at(n))
      start.push(refs.length)
      tags.push(wayTags)
    })
  }
  return { refs: refs.done(), start, tags }
}

function tooLarge(): RoadsFileError {
  return new RoadsFileError(
    `has more than ${POINTS_MAXIMUM} points of roads: cut it to the region that your vehicles serve`,
  )
}

function readNodes(file: RoadsFile, refs: Float64Array, onOffset: (offset: number) => void): Nodes {
  const sorted = refs.slice().sort()
  const ids = sorted.filter((id, n) => n === 0 || id !== sorted[n - 1])
  const [lat, lng] = [new Int32Array(ids.length).fill(UNKNOWN), new Int32Array(ids.length)]
  const barrier = new Uint8Array(ids.length)
  for (const block of mapBlocks(file, onOffset)) {
    block.nodes(NODE_KEYS, (id, nodeLat, nodeLng, tags) => {
      const index = indexOf(ids, id)
      if (index < 0 || !(Math.abs(nodeLat) <= 90e6) || !(Math.abs(nodeLng) <= 180e6)) return
      lat[index] = nodeLat
      lng[index] = nodeLng
      barrier[index] = isBarrier(tags) ? 1 : 0
    })
  }
  return { ids, lat, lng, isBarrier: barrier }
}

function indexOf(ids: Float64Array, id: number): number {
  let [low, high] = [0, ids.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = ids[middle]!
    if (found === id) return middle
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Cuts ways where others meet them, and at barriers, whose two sides do not meet. */
function cutAtCrossings({ refs, start, tags }: Ways, { ids, lat, lng, isBarrier: barrier }: Nodes): RoadList {
  const points = Uint32Array.from(refs, (ref) => indexOf(ids, ref))
  const uses = new Uint8Array(ids.length)
  const isEnd = new Uint8Array(ids.length)
  for (const point of points) uses[point] = Math.min(2, uses[point]! + 1)
  for (let way = 0; way < tags.length; way++)
    for (const point of [points[start[way]!]!, points[start[way + 1]! - 1]!]) isEnd[point] = 1

  const roads = createRoadList()
  const numbers = new Int32Array(ids.length).fill(-1)
  let nodeCount = 0
  const numberOf = (point: number) => {
    if (barrier[point]) return nodeCount++
    if (numbers[point] === -1) numbers[point] = nodeCount++
    return numbers[point]!
  }
  for (const [way, wayTags] of tags.entries()) {
    const whole = points.subarray(start[way], start[way + 1])
    const direction = directionOf(wayTags)
    const road = {
      kmh: kmhOf(wayTags),
      isOneWay: direction !== 'both',
      isService: isServiceRoad(wayTags),
      name: (wayTags.name ?? wayTags.ref ?? '').slice(0, LONGEST_NAME),
    }
    let piece: number[] = []
    const end = () => {
      if (piece.length > 1) {
        for (const point of piece) roads.addPoint(lat[point]!, lng[point]!)
        roads.add({ ...road, from: numberOf(piece[0]!), to: numberOf(piece.at(-1)!) })
      }
      piece = []
    }
    for (const point of direction === 'backwards' ? whole.toReversed() : whole) {
      if (lat[point] === UNKNOWN) {
        end()
        continue
      }
      const before = piece.at(-1)
      if (before === point) continue
      if (before !== undefined && isTooFar(before, point)) end()
      piece.push(point)
      if (piece.length === 1 || (uses[point]! < 2 && !isEnd[point] && !barrier[point])) continue
      end()
      piece.push(point)
    }
    end()
  }
  return roads.done(nodeCount)

  function isTooFar(one: number, other: number): boolean {
    return metresBetween(lat[one]!, lng[one]!, lat[other]!, lng[other]!) > LONGEST_SEGMENT_METRES
  }
}
