import { SECONDS_MAXIMUM } from '@/lib/api/contract/roads'
import { metresBetween } from '@/lib/city/geometry'
import { canTurnBack, placeOnRoads, type RoadGraph } from './graph'
import type { LinkSearch } from './link-search'
import { SERVICE_RANK } from './road-list'
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
  const kept = isCut ? found.sort((a, b) => a.far - b.far).slice(0, most) : found
  return { roads: Uint32Array.from(kept, ({ road }) => road).sort(), isCut }
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

/** Instead of seconds: no vehicle within an hour. */
export const NO_VEHICLE = -1

/**
 * Times from the nearest of the vehicles to each street: for each kind of vehicle
 * one search from all of them.
 * @param kinds index of ROAD_KINDS of each vehicle; without them all are cars
 * @returns seconds to the middle of each street, NO_VEHICLE among them; the name is
 * empty where no street has one
 */
export function waitsOf(
  graph: RoadGraph,
  search: LinkSearch,
  streets: Streets,
  vehicles: Int32Array,
  kinds?: ArrayLike<number>,
) {
  const { isOneWay, metres } = graph
  const placed = placeOnRoads(graph, vehicles)
  const waits = new Float64Array(graph.roadCount).fill(Number.POSITIVE_INFINITY)
  for (const [kind, rows] of rowsByKind(placed.road.length, kinds)) {
    const whole = graph.costs[kind].road
    search.begin(kind, 'leaving')
    for (const n of rows) {
      const [road, share] = [placed.road[n]!, placed.share[n]!]
      if (road < 0) continue
      search.addStart(2 * road, (1 - share) * whole[road]!, (1 - share) * metres[road]!)
      if (canTurnBack(graph, road, share))
        search.addStart(2 * road + 1, share * whole[road]!, share * metres[road]!)
      // To the middle of its own road.
      if (!isOneWay[road] || share <= 0.5)
        waits[road] = Math.min(waits[road]!, Math.abs(0.5 - share) * whole[road]!)
    }
    for (const road of streets.roads) {
      search.addTarget(2 * road)
      if (!isOneWay[road]) search.addTarget(2 * road + 1)
    }
    search.run()
    for (const road of streets.roads) {
      const backwards = isOneWay[road] ? Number.POSITIVE_INFINITY : search.seconds[2 * road + 1]!
      const wait = Math.min(search.seconds[2 * road]!, backwards) + whole[road]! / 2
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
    longest: { seconds: seconds[longest]!, name: nameNear(graph, streets.roads[longest]!) },
  }
}

function isLonger(one: number, other: number): boolean {
  return other !== NO_VEHICLE && (one === NO_VEHICLE || one > other)
}

/** The street's name, or that of a street which it meets. */
function nameNear(
  { name, names, from, to, leaving: { start, link } }: RoadGraph,
  road: number,
): string {
  const nameOf = (one: number) => names[name[one]!]!
  if (nameOf(road)) return nameOf(road)
  for (const node of [from[road]!, to[road]!]) {
    const met = Array.from(link.subarray(start[node], start[node + 1]), (one) => nameOf(one >> 1))
    const named = met.find((text) => text !== '')
    if (named) return named
  }
  return ''
}
