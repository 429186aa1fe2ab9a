import { SECONDS_MAXIMUM } from '@/lib/api/contract/roads'
import { metresBetween } from '@/lib/city/geometry'
import { canTurnBack, placeOnRoads, type RoadGraph } from './graph'
import type { LinkSearch } from './link-search'
import { SERVICE_RANK, streetClassOf } from './road-list'
import { pointAt, rowsByKind } from './times-to'

/** Streets of one wait map: more are not drawn in time. */
const STREETS_MAXIMUM = 50_000

export interface Streets {
  /** In the order of the graph. */
  readonly roads: Uint32Array
  /** Not all of the circle: the farthest are left out. */
  readonly isCut: boolean
}

/** Streets whose middle lies within a circle, in millionths of a degree. Service roads are none. */
export function streetsWithin(
  graph: RoadGraph,
  centre: readonly [lat: number, lng: number],
  radiusMetres: number,
  most = STREETS_MAXIMUM,
): Streets {
  const found: { road: number; far: number }[] = []
  for (let road = 0; road < graph.roadCount; road++) {
    if (graph.rank[road] === SERVICE_RANK || !graph.isConnected[road]) continue
    const [lat, lng] = pointAt(graph, road, graph.metres[road]! / 2)
    const far = metresBetween(centre[0], centre[1], lat, lng)
    if (far <= radiusMetres) found.push({ road, far })
  }
  const isCut = found.length > most
  if (isCut) found.sort((a, b) => a.far - b.far)
  const nearest = found.slice(0, most)
  return {
    roads: Uint32Array.from(nearest, ({ road }) => road).sort(),
    isCut,
  }
}

/** Points of each street: the first absolute, the others as differences. */
export function geometryOf({ points, pointsFrom }: RoadGraph, { roads }: Streets): number[][] {
  return Array.from(roads, (road) => {
    const row: number[] = []
    for (let n = 2 * pointsFrom[road]!; n < 2 * pointsFrom[road + 1]!; n++)
      row.push(row.length < 2 ? points[n]! : points[n]! - points[n - 2]!)
    return row
  })
}

/** Index of STREET_CLASSES of each street. */
export function classesOf({ rank }: RoadGraph, { roads }: Streets): number[] {
  return Array.from(roads, (road) => streetClassOf(rank[road]!))
}

/** Instead of seconds: no vehicle within an hour. */
export const NO_VEHICLE = -1

export interface LongestWait {
  /** NO_VEHICLE among them. */
  readonly seconds: number
  /** Empty where no street has one. */
  readonly name: string
}

interface Waits {
  /** To the middle of each street, NO_VEHICLE among them. */
  readonly seconds: Int16Array
  /** Null without streets. */
  readonly longest: LongestWait | null
}

/**
 * Times from the nearest of the vehicles to each street: for each kind of vehicle
 * one search from all of them.
 * @param kinds index of ROAD_KINDS of each vehicle; without them all are cars
 */
export function waitsOf(
  graph: RoadGraph,
  search: LinkSearch,
  streets: Streets,
  vehicles: Int32Array,
  kinds?: ArrayLike<number>,
): Waits {
  const { isOneWay, metres } = graph
  const placed = placeOnRoads(graph, vehicles)
  const waits = new Float64Array(graph.roadCount).fill(Number.POSITIVE_INFINITY)

  for (const [kind, rows] of rowsByKind(placed.road.length, kinds)) {
    const wholeSeconds = graph.costs[kind].road
    search.begin(kind, 'leaving')
    for (const n of rows) {
      const road = placed.road[n]!
      const share = placed.share[n]!
      if (road < 0) continue
      const rest = 1 - share
      search.addStart(2 * road, rest * wholeSeconds[road]!, rest * metres[road]!)
      if (canTurnBack(graph, road, share)) {
        search.addStart(2 * road + 1, share * wholeSeconds[road]!, share * metres[road]!)
      }
      // To the middle of its own road.
      if (!isOneWay[road] || share <= 0.5) {
        const wait = Math.abs(0.5 - share) * wholeSeconds[road]!
        waits[road] = Math.min(waits[road]!, wait)
      }
    }

    for (const road of streets.roads) {
      search.addTarget(2 * road)
      if (!isOneWay[road]) search.addTarget(2 * road + 1)
    }
    search.run()

    for (const road of streets.roads) {
      const forwards = search.seconds[2 * road]!
      const backwards = isOneWay[road] ? Number.POSITIVE_INFINITY : search.seconds[2 * road + 1]!
      const wait = Math.min(forwards, backwards) + wholeSeconds[road]! / 2
      waits[road] = Math.min(waits[road]!, wait)
    }
  }

  const seconds = new Int16Array(streets.roads.length)
  let longest = -1
  for (let n = 0; n < streets.roads.length; n++) {
    const road = streets.roads[n]!
    const wait = waits[road]!
    seconds[n] = wait <= SECONDS_MAXIMUM ? Math.round(wait) : NO_VEHICLE
    if (longest < 0 || isLonger(seconds[n]!, seconds[longest]!)) longest = n
  }
  if (longest < 0) return { seconds, longest: null }
  return {
    seconds,
    longest: {
      seconds: seconds[longest]!,
      name: nameNear(graph, streets.roads[longest]!),
    },
  }
}

function isLonger(wait: number, longest: number): boolean {
  if (longest === NO_VEHICLE) return false
  return wait === NO_VEHICLE || wait > longest
}

/** The street's name, or that of a street which it meets. */
function nameNear(graph: RoadGraph, road: number): string {
  const { name, names, leaving } = graph
  const nameOf = (street: number) => names[name[street]!]!
  if (nameOf(road)) return nameOf(road)

  for (const node of [graph.from[road]!, graph.to[road]!]) {
    const links = leaving.link.subarray(leaving.start[node], leaving.start[node + 1])
    for (const link of links) {
      const nameOfMet = nameOf(link >> 1)
      if (nameOfMet) return nameOfMet
    }
  }
  return ''
}
