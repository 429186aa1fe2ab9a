import { metresBetween } from '@/lib/city/geometry'
import { SECONDS_MAXIMUM } from '@/lib/contract/road-limits'
import { canTurnBack, placeOnRoads, type RoadGraph } from './graph'
import type { NodeSearch } from './node-search'
import { pointAt } from './path'

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
    if (graph.isService[road] || !graph.isConnected[road]) continue
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

export interface Waits {
  /** Of each street, to its middle; NO_VEHICLE among them. */
  readonly seconds: Int16Array
  /** `name` is empty where no street has one. */
  readonly longest: { readonly seconds: number; readonly name: string } | null
}

/** Times from the nearest of the vehicles to each street, by one search from all of them. */
export function waitsOf(graph: RoadGraph, search: NodeSearch, streets: Streets, vehicles: Int32Array): Waits {
  const { from, to, isOneWay } = graph
  const placed = placeOnRoads(graph, vehicles)
  const onRoad = new Float32Array(graph.roadCount).fill(Number.POSITIVE_INFINITY)
  search.begin()
  for (let n = 0; n < placed.road.length; n++) {
    const road = placed.road[n]!
    if (road < 0) continue
    const share = placed.share[n]!
    const whole = graph.seconds[road]!
    const length = graph.metres[road]!
    search.addStart(to[road]!, (1 - share) * whole, (1 - share) * length)
    if (canTurnBack(graph, road, share)) search.addStart(from[road]!, share * whole, share * length)
    // To the middle of its own road.
    if (isOneWay[road] && share > 0.5) continue
    const direct = Math.abs(0.5 - share) * whole
    if (direct < onRoad[road]!) onRoad[road] = direct
  }
  for (const road of streets.roads) {
    search.addTarget(from[road]!)
    if (!isOneWay[road]) search.addTarget(to[road]!)
  }
  search.run('leaving')

  const seconds = new Int16Array(streets.roads.length)
  let longest = -1
  for (let n = 0; n < streets.roads.length; n++) {
    const road = streets.roads[n]!
    const half = graph.seconds[road]! / 2
    const byEnd = isOneWay[road] ? Number.POSITIVE_INFINITY : search.seconds[to[road]!]! + half
    const wait = Math.min(search.seconds[from[road]!]! + half, byEnd, onRoad[road]!)
    seconds[n] = wait <= SECONDS_MAXIMUM ? Math.round(wait) : NO_VEHICLE
    if (longest < 0 || isLonger(seconds[n]!, seconds[longest]!)) longest = n
  }
  if (longest < 0) return { seconds, longest: null }
  return { seconds, longest: { seconds: seconds[longest]!, name: nameNear(graph, streets.roads[longest]!) } }
}

function isLonger(one: number, other: number): boolean {
  return other !== NO_VEHICLE && (one === NO_VEHICLE || one > other)
}

/** The street's name, or that of a street which it meets. */
function nameNear({ name, names, from, to, leaving, arriving }: RoadGraph, road: number): string {
  const nameOf = (one: number) => names[name[one]!]!
  if (nameOf(road)) return nameOf(road)
  for (const node of [from[road]!, to[road]!]) {
    for (const { start, link } of [leaving, arriving]) {
      const met = Array.from(link.subarray(start[node], start[node + 1]), (one) => nameOf(one >> 1))
      const named = met.find((text) => text !== '')
      if (named) return named
    }
  }
  return ''
}
