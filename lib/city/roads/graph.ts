import { createHash } from 'node:crypto'
import { metresBetween } from '@/lib/city/geometry'
import { OFF_ROAD_METRES } from '@/lib/contract/road-limits'
import { createNearestRoad, type NearestRoad } from './nearest-road'
import type { RoadList } from './road-list'

/** Roads of one node: those that leave it, or those that arrive, as `2 × road + 1 for driven backwards`. */
export interface Links {
  /** Where a node's links begin; one more than there are nodes. */
  readonly start: Uint32Array
  readonly link: Uint32Array
}

/** A network of roads, ready to search. */
export interface RoadGraph extends RoadList {
  /** Hash of everything; equal graphs answer alike. */
  readonly version: string
  readonly roadCount: number
  /** 0: part of a small group that cannot be reached from the others, or not left. */
  readonly isConnected: Uint8Array
  /** Of the whole road. */
  readonly seconds: Float32Array
  readonly metres: Float32Array
  /** Metres of each point from the beginning of its road. */
  readonly along: Float32Array
  readonly leaving: Links
  readonly arriving: Links
  readonly nearest: NearestRoad
  readonly fastestKmh: number
}

const VERSION_CHARACTERS = 16
// Of crossings that can be reached from each other: fewer are an island behind a barrier or at the edge of an extract.
const LEAST_CROSSINGS = 100
const LEAST_SHARE = 0.01

export function createRoadGraph(roads: RoadList): RoadGraph {
  const roadCount = roads.from.length
  const along = new Float32Array(roads.points.length / 2)
  const metres = new Float32Array(roadCount)
  const seconds = new Float32Array(roadCount)
  for (let road = 0; road < roadCount; road++) {
    metres[road] = measure(roads, road, along)
    seconds[road] = (metres[road]! * 3.6) / roads.kmh[road]!
  }
  const isConnected = connectedRoads(roads)
  const hash = createHash('sha256')
  for (const numbers of [roads.from, roads.to, roads.kmh, roads.isOneWay, roads.isService, roads.points])
    hash.update(numbers)
  return {
    ...roads,
    version: hash.digest('hex').slice(0, VERSION_CHARACTERS),
    roadCount,
    isConnected,
    seconds,
    metres,
    along,
    leaving: linksOf(roads, 'leaving', isConnected),
    arriving: linksOf(roads, 'arriving', isConnected),
    nearest: createNearestRoad(roads, isConnected),
    fastestKmh: roads.kmh.reduce((most, kmh) => Math.max(most, kmh), 0),
  }
}

function measure({ pointsFrom, points }: RoadList, road: number, along: Float32Array): number {
  let metres = 0
  const [first, end] = [pointsFrom[road]!, pointsFrom[road + 1]!]
  for (let n = first; n < end; n++) {
    if (n > first)
      metres += metresBetween(points[2 * n - 2]!, points[2 * n - 1]!, points[2 * n]!, points[2 * n + 1]!)
    along[n] = metres
  }
  return metres
}

/** `start` counts links up to each node, then is filled from behind. */
function linksOf(
  { nodeCount, from, to, isOneWay }: RoadList,
  kind: 'leaving' | 'arriving',
  isUsed?: Uint8Array,
): Links {
  const [forwards, backwards] = kind === 'leaving' ? [from, to] : [to, from]
  const start = new Uint32Array(nodeCount + 1)
  for (let road = 0; road < from.length; road++) {
    if (isUsed?.[road] === 0) continue
    start[forwards[road]!]!++
    if (!isOneWay[road]) start[backwards[road]!]!++
  }
  for (let node = 1; node <= nodeCount; node++) start[node]! += start[node - 1]!
  const link = new Uint32Array(start[nodeCount]!)
  for (let road = from.length - 1; road >= 0; road--) {
    if (isUsed?.[road] === 0) continue
    link[--start[forwards[road]!]!] = 2 * road
    if (!isOneWay[road]) link[--start[backwards[road]!]!] = 2 * road + 1
  }
  return { start, link }
}

/** Leaves out small groups of crossings: a vehicle beside one is meant to stand on the road behind it. */
function connectedRoads(roads: RoadList): Uint8Array {
  const { nodeCount, from, to } = roads
  const [leaving, arriving] = [linksOf(roads, 'leaving'), linksOf(roads, 'arriving')]
  // Crossings that can be reached from each other have the same number above 0.
  const group = new Uint32Array(nodeCount)
  const sizes = [0]
  const [ahead, behind] = [new Uint32Array(nodeCount), new Uint32Array(nodeCount)]
  const reach = (start: number, links: Links, seen: Uint32Array): number[] => {
    const found = [start]
    seen[start] = sizes.length
    for (const node of found) {
      for (let n = links.start[node]!; n < links.start[node + 1]!; n++) {
        const road = links.link[n]! >> 1
        const next = from[road] === node ? to[road]! : from[road]!
        if (group[next] || seen[next] === sizes.length) continue
        seen[next] = sizes.length
        found.push(next)
      }
    }
    return found
  }
  for (let node = 0; node < nodeCount; node++) {
    if (group[node]) continue
    reach(node, leaving, ahead)
    const both = reach(node, arriving, behind).filter((other) => ahead[other] === sizes.length)
    for (const other of both) group[other] = sizes.length
    sizes.push(both.length)
  }
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  const least = Math.min(LEAST_CROSSINGS, largest * LEAST_SHARE)
  return Uint8Array.from(from, (node, road) =>
    sizes[group[node]!]! >= least && sizes[group[to[road]!]!]! >= least ? 1 : 0,
  )
}

/** Positions on their nearest roads. */
export interface Placed {
  /** -1: farther than 200 m from any road. */
  readonly road: Int32Array
  /** Share of the road's length from its beginning, 0 to 1. */
  readonly share: Float32Array
}

/** @param positions latitude and longitude in turn, in millionths of a degree */
export function placeOnRoads({ nearest, along, metres }: RoadGraph, positions: ArrayLike<number>): Placed {
  const count = positions.length / 2
  const [road, share] = [new Int32Array(count).fill(-1), new Float32Array(count)]
  for (let n = 0; n < count; n++) {
    const found = nearest(positions[2 * n]!, positions[2 * n + 1]!, OFF_ROAD_METRES)
    if (!found) continue
    const far = along[found.point]! + found.share * (along[found.point + 1]! - along[found.point]!)
    road[n] = found.road
    share[n] = metres[found.road]! > 0 ? Math.min(1, far / metres[found.road]!) : 0
  }
  return { road, share }
}

/** Against the direction of the road, so far from the crossing there: nothing is far from a place on the crossing. */
export function canTurnBack({ isOneWay }: RoadGraph, road: number, share: number): boolean {
  return !isOneWay[road] || share === 0
}
