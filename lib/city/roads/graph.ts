import { createHash } from 'node:crypto'
import { OFF_ROAD_METRES, type RoadKind } from '@/lib/api/contract/roads'
import { METRES_PER_MILLIONTH, metresBetween, metresPerLng } from '@/lib/city/geometry'
import { DRIVING, type Driving } from '@/lib/city/road-rules'
import { createNearestRoad, MOTORWAY_RANK, type RoadList } from './road-list'

/**
 * Roads that end at a node, as links away from it: `2 × road`, or `2 × road + 1` against the road's
 * direction, also where that is not allowed. `link ^ 1` is the other direction.
 */
interface Links {
  /** Where a node's links begin; one more than there are nodes. */
  readonly start: Uint32Array
  readonly link: Uint32Array
}

export type RoadGraph = ReturnType<typeof createRoadGraph>

const VERSION_CHARACTERS = 16
/** Of headings. */
const HALF_TURN = 18_000
const TURN_FROM = 4_500
const CROSSING_ARMS = 3
/** Tertiary roads and larger: where such roads cross there are mostly lights. */
const LIGHTS_RANK = 2
// Of crossings that can be reached from each other: fewer are an island behind a barrier or
// at the edge of an extract.
const LEAST_CROSSINGS = 100
const LEAST_SHARE = 0.01

/** @param factor on all times */
export function createRoadGraph(roads: RoadList, factor = 1) {
  const roadCount = roads.from.length
  const along = new Float32Array(roads.points.length / 2)
  const metres = Float32Array.from(roads.from, (_, road) => measure(roads, road, along))
  const isConnected = connectedRoads(roads)
  const leaving = linksOf(roads, isConnected)
  const fastestKmh = roads.kmh.reduce((most, kmh) => Math.max(most, kmh), 0)
  const costs = (kind: RoadKind) => costsOf(roads, leaving, metres, DRIVING[kind], factor)
  return {
    ...roads,
    version: versionOf(roads),
    roadCount,
    /** 0: part of a small group that cannot be reached from the others, or not left. */
    isConnected,
    costs: {
      car: costs('car'),
      motorbike: costs('motorbike'),
      bicycle: costs('bicycle'),
    },
    metres,
    /** Metres of each point from the beginning of its road. */
    along,
    leaving,
    /** Of each link where it begins, in hundredths of a degree. */
    heading: headingsOf(roads),
    nearest: createNearestRoad(roads, isConnected),
    fastestKmh: fastestKmh / factor,
  }
}

/** Of everything: equal graphs answer alike. */
function versionOf(roads: RoadList): string {
  const hash = createHash('sha256')
  hash.update(roads.from)
  hash.update(roads.to)
  hash.update(roads.kmh)
  hash.update(roads.isOneWay)
  hash.update(roads.rank)
  hash.update(roads.points)
  return hash.digest('hex').slice(0, VERSION_CHARACTERS)
}

/** The node at which a link begins. */
export function startOf({ from, to }: RoadList, link: number): number {
  const road = link >> 1
  return (link & 1) === 0 ? from[road]! : to[road]!
}

/**
 * Seconds of one kind of vehicle: of each road, of each link at the crossing
 * where it ends, and of turns.
 */
function costsOf(
  roads: RoadList,
  { start, link: links }: Links,
  metres: Float32Array,
  driving: Driving,
  factor: number,
) {
  const { kmh, rank } = roads
  const road = Float32Array.from(metres, (length, n) => {
    const most = rank[n] === MOTORWAY_RANK ? driving.motorwayKmh : driving.mostKmh
    return (factor * length * 3.6) / Math.min(kmh[n]!, most)
  })

  const crossing = new Float32Array(2 * metres.length)
  for (let node = 0; node < roads.nodeCount; node++) {
    const arms = links.subarray(start[node], start[node + 1])
    if (arms.length < CROSSING_ARMS) continue

    let largestRank = 0
    let largestArms = 0
    for (const arm of arms) {
      const armRank = rank[arm >> 1]!
      if (armRank > largestRank) {
        largestRank = armRank
        largestArms = 1
      } else if (armRank === largestRank) {
        largestArms++
      }
    }

    const largestRoadSeconds = secondsOnLargest(driving, largestRank, largestArms)
    for (const arm of arms) {
      const givesWay = rank[arm >> 1]! < largestRank
      crossing[arm ^ 1] = factor * (givesWay ? driving.giveWay : largestRoadSeconds)
    }
  }

  const turn = [0, factor * driving.turn, 2 * factor * driving.turn] as const
  return { road, crossing, turn }
}

/** Seconds at a crossing on its largest road; one that goes on past smaller ones has none. */
function secondsOnLargest(driving: Driving, rank: number, arms: number): number {
  if (arms <= 2) return 0
  return rank >= LIGHTS_RANK ? driving.lights : driving.equal
}

function headingsOf({ points, pointsFrom, from }: RoadList): Int16Array {
  const heading = new Int16Array(2 * from.length)
  const between = (a: number, b: number) => {
    const perLng = metresPerLng(points[2 * a]!)
    const east = (points[2 * b + 1]! - points[2 * a + 1]!) * perLng
    const north = (points[2 * b]! - points[2 * a]!) * METRES_PER_MILLIONTH
    return Math.round((Math.atan2(east, north) / Math.PI) * HALF_TURN)
  }
  for (let road = 0; road < from.length; road++) {
    const first = pointsFrom[road]!
    const last = pointsFrom[road + 1]! - 1
    heading[2 * road] = between(first, first + 1)
    heading[2 * road + 1] = between(last, last - 1)
  }
  return heading
}

/** Index of `turn` in the costs. */
export function turnBetween({ heading }: RoadGraph, link: number, next: number): 0 | 1 | 2 {
  // From the way back to the way on: half a turn is straight on.
  const difference = Math.abs(heading[next]! - heading[link ^ 1]!)
  const spread = difference > HALF_TURN ? 2 * HALF_TURN - difference : difference
  if (spread > HALF_TURN - TURN_FROM) return 0
  return spread > TURN_FROM ? 1 : 2
}

function measure({ pointsFrom, points }: RoadList, road: number, along: Float32Array): number {
  let metres = 0
  const first = pointsFrom[road]!
  const end = pointsFrom[road + 1]!
  along[first] = 0
  for (let n = first + 1; n < end; n++) {
    const at = 2 * n
    metres += metresBetween(points[at - 2]!, points[at - 1]!, points[at]!, points[at + 1]!)
    along[n] = metres
  }
  return metres
}

/** `start` counts links up to each node, then is filled from behind. */
function linksOf({ nodeCount, from, to }: RoadList, isUsed?: Uint8Array): Links {
  const start = new Uint32Array(nodeCount + 1)
  for (let road = 0; road < from.length; road++) {
    if (isUsed?.[road] === 0) continue
    start[from[road]!]!++
    start[to[road]!]!++
  }
  for (let node = 1; node <= nodeCount; node++) start[node]! += start[node - 1]!
  const link = new Uint32Array(start[nodeCount]!)
  for (let road = from.length - 1; road >= 0; road--) {
    if (isUsed?.[road] === 0) continue
    link[--start[from[road]!]!] = 2 * road
    link[--start[to[road]!]!] = 2 * road + 1
  }
  return { start, link }
}

/** Whether a link leads against a one-way road. */
export function isAgainst({ isOneWay }: RoadList, link: number): boolean {
  return (link & 1) === 1 && isOneWay[link >> 1] === 1
}

/**
 * Leaves out small groups of crossings: a vehicle beside one is meant to
 * stand on the road behind it.
 */
function connectedRoads(roads: RoadList): Uint8Array {
  const { nodeCount, from, to } = roads
  const links = linksOf(roads)
  // Crossings that can be reached from each other have the same number above 0.
  const group = new Uint32Array(nodeCount)
  const sizes = [0]
  const ahead = new Uint32Array(nodeCount)
  const behind = new Uint32Array(nodeCount)

  function reach(start: number, isAhead: boolean, seen: Uint32Array): number[] {
    const found = [start]
    seen[start] = sizes.length
    for (const node of found) {
      for (let n = links.start[node]!; n < links.start[node + 1]!; n++) {
        const link = links.link[n]!
        if (isAgainst(roads, isAhead ? link : link ^ 1)) continue
        const next = startOf(roads, link ^ 1)
        if (group[next] || seen[next] === sizes.length) continue
        seen[next] = sizes.length
        found.push(next)
      }
    }
    return found
  }

  for (let node = 0; node < nodeCount; node++) {
    if (group[node]) continue
    const number = sizes.length
    reach(node, true, ahead)
    const reaching = reach(node, false, behind)
    const members = reaching.filter((member) => ahead[member] === number)
    for (const member of members) group[member] = number
    sizes.push(members.length)
  }

  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  const least = Math.min(LEAST_CROSSINGS, largest * LEAST_SHARE)
  const isLarge = (node: number) => sizes[group[node]!]! >= least
  return Uint8Array.from(from, (node, road) => (isLarge(node) && isLarge(to[road]!) ? 1 : 0))
}

export type Placed = ReturnType<typeof placeOnRoads>

/**
 * @param positions latitude and longitude in turn, in millionths of a degree
 * @returns roads, -1 farther than 200 m from any, and shares of their lengths
 * from their beginnings, 0 to 1
 */
export function placeOnRoads({ nearest, along, metres }: RoadGraph, positions: ArrayLike<number>) {
  const count = positions.length / 2
  const road = new Int32Array(count).fill(-1)
  const share = new Float32Array(count)
  for (let n = 0; n < count; n++) {
    const found = nearest(positions[2 * n]!, positions[2 * n + 1]!, OFF_ROAD_METRES)
    if (!found) continue
    const before = along[found.point]!
    const after = along[found.point + 1]!
    const far = before + found.share * (after - before)
    const length = metres[found.road]!
    road[n] = found.road
    share[n] = length > 0 ? Math.min(1, far / length) : 0
  }
  return { road, share }
}

/**
 * Against the direction of the road, so far from the crossing there: nothing is far
 * from a place on the crossing.
 */
export function canTurnBack({ isOneWay }: RoadGraph, road: number, share: number): boolean {
  return !isOneWay[road] || share === 0
}
