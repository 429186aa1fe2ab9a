import { ROAD_KINDS, type RoadKind, SECONDS_MAXIMUM } from '@/lib/api/contract/road-limits'
import { canTurnBack, type Placed, placeOnRoads, type RoadGraph } from './graph'
import type { LinkSearch } from './link-search'

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

/**
 * Times from many positions to one: for each kind of vehicle one search from there against the direction of travel.
 * @param kinds index of ROAD_KINDS of each position; without them all are cars
 */
export function timesTo(
  graph: RoadGraph,
  search: LinkSearch,
  to: readonly [lat: number, lng: number],
  from: Int32Array,
  kinds?: ArrayLike<number>,
): TimesTo {
  const destination = placeOnRoads(graph, to)
  const vehicles = placeOnRoads(graph, from)
  const count = vehicles.road.length
  const seconds = new Float32Array(count)
  const metres = new Float32Array(count)
  const isOffRoad = destination.road[0]! < 0
  for (const [kind, rows] of rowsByKind(count, kinds)) {
    if (!isOffRoad) searchTo(graph, search, destination, vehicles, kind, rows)
    for (const n of rows) {
      const way = isOffRoad ? null : fastestWay(graph, search, vehicles, n, destination, kind)
      seconds[n] = vehicles.road[n]! < 0 ? OFF_ROAD : way ? way.seconds : NO_WAY
      metres[n] = way?.metres ?? 0
    }
  }
  return { isOffRoad, seconds, metres }
}

/** @param kinds index of ROAD_KINDS of each position; without them all are cars */
export function rowsByKind(count: number, kinds?: ArrayLike<number>): ReadonlyMap<RoadKind, number[]> {
  const rows = new Map<RoadKind, number[]>()
  for (let n = 0; n < count; n++) {
    const kind = ROAD_KINDS[kinds?.[n] ?? 0]!
    const known = rows.get(kind)
    if (known) known.push(n)
    else rows.set(kind, [n])
  }
  return rows
}

export function searchTo(
  graph: RoadGraph,
  search: LinkSearch,
  destination: Placed,
  vehicles: Placed,
  kind: RoadKind,
  rows: readonly number[] = [0],
): void {
  const [road, share] = [destination.road[0]!, destination.share[0]!]
  const [whole, length] = [graph.costs[kind].road[road]!, graph.metres[road]!]
  search.begin(kind, 'arriving')
  search.addStart(2 * road, share * whole, share * length)
  if (canTurnBack(graph, road, 1 - share))
    search.addStart(2 * road + 1, (1 - share) * whole, (1 - share) * length)
  for (const n of rows) {
    const start = vehicles.road[n]!
    if (start < 0) continue
    search.addTarget(2 * start)
    if (canTurnBack(graph, start, vehicles.share[n]!)) search.addTarget(2 * start + 1)
  }
  search.run()
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
  search: LinkSearch,
  vehicles: Placed,
  n: number,
  destination: Placed,
  kind: RoadKind,
): Way | null {
  const road = vehicles.road[n]!
  if (road < 0) return null
  const share = vehicles.share[n]!
  const whole = graph.costs[kind].road[road]!
  const length = graph.metres[road]!
  const [forwards, backwards] = [2 * road, 2 * road + 1]
  let by: Way['by'] = 'end'
  let seconds = search.seconds[forwards]! + (1 - share) * whole
  if (canTurnBack(graph, road, share) && search.seconds[backwards]! + share * whole < seconds) {
    by = 'beginning'
    seconds = search.seconds[backwards]! + share * whole
  }
  const ahead = road === destination.road[0] ? destination.share[0]! - share : Number.NaN
  // NaN on another road, which no comparison is true of.
  if ((ahead >= 0 || (ahead < 0 && !graph.isOneWay[road])) && Math.abs(ahead) * whole <= seconds)
    return { by: 'same-road', seconds: Math.abs(ahead) * whole, metres: Math.abs(ahead) * length }
  if (seconds > SECONDS_MAXIMUM) return null
  const metres =
    by === 'end'
      ? search.metres[forwards]! + (1 - share) * length
      : search.metres[backwards]! + share * length
  return { by, seconds, metres }
}
