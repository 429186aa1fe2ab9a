import { SECONDS_MAXIMUM } from '@/lib/contract/road-limits'
import { canTurnBack, type Placed, placeOnRoads, type RoadGraph } from './graph'
import type { NodeSearch } from './node-search'

/** Instead of a time. */
export const OFF_ROAD = -1
export const NO_WAY = -2

export interface TimesTo {
  /** Whether the destination is off the road. */
  readonly isOffRoad: boolean
  /** OFF_ROAD and NO_WAY among them. */
  readonly seconds: Float32Array
  readonly metres: Float32Array
}

/** Times from many positions to one, by one search from there against the direction of travel. */
export function timesTo(
  graph: RoadGraph,
  search: NodeSearch,
  to: readonly [lat: number, lng: number],
  from: Int32Array,
): TimesTo {
  const destination = placeOnRoads(graph, to)
  const vehicles = placeOnRoads(graph, from)
  const count = vehicles.road.length
  const seconds = new Float32Array(count)
  const metres = new Float32Array(count)
  const isOffRoad = destination.road[0]! < 0
  if (!isOffRoad) searchTo(graph, search, destination, vehicles)
  for (let n = 0; n < count; n++) {
    const way = isOffRoad ? null : fastestWay(graph, search, vehicles, n, destination)
    seconds[n] = vehicles.road[n]! < 0 ? OFF_ROAD : way ? way.seconds : NO_WAY
    metres[n] = way?.metres ?? 0
  }
  return { isOffRoad, seconds, metres }
}

export function searchTo(graph: RoadGraph, search: NodeSearch, destination: Placed, vehicles: Placed): void {
  const [road, share] = [destination.road[0]!, destination.share[0]!]
  search.begin()
  search.addStart(graph.from[road]!, share * graph.seconds[road]!, share * graph.metres[road]!)
  if (canTurnBack(graph, road, 1 - share)) {
    const rest = 1 - share
    search.addStart(graph.to[road]!, rest * graph.seconds[road]!, rest * graph.metres[road]!)
  }
  for (let n = 0; n < vehicles.road.length; n++) {
    const start = vehicles.road[n]!
    if (start < 0) continue
    search.addTarget(graph.to[start]!)
    if (canTurnBack(graph, start, vehicles.share[n]!)) search.addTarget(graph.from[start]!)
  }
  search.run('arriving')
}

/** How a way leaves the vehicle's road: at its end, at its beginning, or not at all. */
export interface Way {
  readonly by: 'end' | 'beginning' | 'same-road'
  readonly seconds: number
  readonly metres: number
}

/** After `searchTo`. @returns null where there is no way within an hour */
export function fastestWay(
  graph: RoadGraph,
  search: NodeSearch,
  vehicles: Placed,
  n: number,
  destination: Placed,
): Way | null {
  const road = vehicles.road[n]!
  if (road < 0) return null
  const share = vehicles.share[n]!
  const whole = graph.seconds[road]!
  const length = graph.metres[road]!
  const from = graph.from[road]!
  const to = graph.to[road]!
  let by: Way['by'] = 'end'
  let seconds = search.seconds[to]! + (1 - share) * whole
  if (canTurnBack(graph, road, share) && search.seconds[from]! + share * whole < seconds) {
    by = 'beginning'
    seconds = search.seconds[from]! + share * whole
  }
  const ahead = road === destination.road[0] ? destination.share[0]! - share : Number.NaN
  // NaN on another road, which no comparison is true of.
  if ((ahead >= 0 || (ahead < 0 && !graph.isOneWay[road])) && Math.abs(ahead) * whole <= seconds)
    return { by: 'same-road', seconds: Math.abs(ahead) * whole, metres: Math.abs(ahead) * length }
  if (seconds > SECONDS_MAXIMUM) return null
  const metres =
    by === 'end' ? search.metres[to]! + (1 - share) * length : search.metres[from]! + share * length
  return { by, seconds, metres }
}
