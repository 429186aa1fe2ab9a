import { SECONDS_MAXIMUM } from '@/lib/contract/road-limits'
import type { RoadGraph } from '@/lib/roads/graph/road-graph'
import type { NodeSearch } from './node-search'
import { canTurnBack, placeOnRoads } from './placed'
import type { Streets } from './streets'

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
  if (name[road]) return names[name[road]!]!
  for (const node of [from[road]!, to[road]!]) {
    for (const { start, link } of [leaving, arriving]) {
      for (let n = start[node]!; n < start[node + 1]!; n++) {
        const other = name[link[n]! >> 1]!
        if (other) return names[other]!
      }
    }
  }
  return ''
}
