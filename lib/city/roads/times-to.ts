import { ROAD_KINDS, type RoadKind, type RoadPath, SECONDS_MAXIMUM } from '@/lib/api/contract/roads'
import { canTurnBack, type Placed, placeOnRoads, type RoadGraph } from './graph'
import type { LinkSearch } from './link-search'

/** Instead of a time. */
export const OFF_ROAD = -1
export const NO_WAY = -2

type Position = readonly [lat: number, lng: number]

/**
 * Times from many positions to one: for each kind of vehicle one search from there
 * against the direction of travel.
 * @param kinds index of ROAD_KINDS of each position; without them all are cars
 * @returns whether the destination is off the road; seconds, OFF_ROAD and NO_WAY among them
 */
export function timesTo(
  graph: RoadGraph,
  search: LinkSearch,
  to: Position,
  from: Int32Array,
  kinds?: ArrayLike<number>,
) {
  const destination = placeOnRoads(graph, to)
  const vehicles = placeOnRoads(graph, from)
  const count = vehicles.road.length
  const seconds = new Float32Array(count)
  const metres = new Float32Array(count)
  const isOffRoad = destination.road[0]! < 0
  for (const [kind, rows] of rowsByKind(count, kinds)) {
    if (!isOffRoad) searchTo(graph, search, destination, vehicles, kind, rows)
    for (const n of rows) {
      if (vehicles.road[n]! < 0) {
        seconds[n] = OFF_ROAD
        continue
      }
      const way = isOffRoad ? null : fastestWay(graph, search, vehicles, n, destination, kind)
      seconds[n] = way?.seconds ?? NO_WAY
      metres[n] = way?.metres ?? 0
    }
  }
  return { isOffRoad, seconds, metres }
}

/** @param kinds index of ROAD_KINDS of each position; without them all are cars */
export function rowsByKind(
  count: number,
  kinds?: ArrayLike<number>,
): ReadonlyMap<RoadKind, number[]> {
  const rows = new Map<RoadKind, number[]>()
  for (let n = 0; n < count; n++) {
    const kind = ROAD_KINDS[kinds?.[n] ?? 0]!
    const known = rows.get(kind)
    if (known) known.push(n)
    else rows.set(kind, [n])
  }
  return rows
}

function searchTo(
  graph: RoadGraph,
  search: LinkSearch,
  destination: Placed,
  vehicles: Placed,
  kind: RoadKind,
  rows: readonly number[] = [0],
): void {
  const road = destination.road[0]!
  const share = destination.share[0]!
  const rest = 1 - share
  const wholeSeconds = graph.costs[kind].road[road]!
  const length = graph.metres[road]!

  search.begin(kind, 'arriving')
  search.addStart(2 * road, share * wholeSeconds, share * length)
  if (canTurnBack(graph, road, rest)) {
    search.addStart(2 * road + 1, rest * wholeSeconds, rest * length)
  }
  for (const n of rows) {
    const start = vehicles.road[n]!
    if (start < 0) continue
    search.addTarget(2 * start)
    if (canTurnBack(graph, start, vehicles.share[n]!)) search.addTarget(2 * start + 1)
  }
  search.run()
}

/** How a way leaves the vehicle's road: at its end, at its beginning, or not at all. */
interface Way {
  readonly by: 'end' | 'beginning' | 'same-road'
  readonly seconds: number
  readonly metres: number
}

/** After `searchTo`. @returns null where there is no way within an hour */
function fastestWay(
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
  const wholeSeconds = graph.costs[kind].road[road]!
  const length = graph.metres[road]!
  const forwards = 2 * road
  const backwards = 2 * road + 1

  let by: 'end' | 'beginning' = 'end'
  let seconds = search.seconds[forwards]! + (1 - share) * wholeSeconds
  if (canTurnBack(graph, road, share)) {
    const backSeconds = search.seconds[backwards]! + share * wholeSeconds
    if (backSeconds < seconds) {
      by = 'beginning'
      seconds = backSeconds
    }
  }

  if (road === destination.road[0]) {
    const ahead = destination.share[0]! - share
    const isAllowed = ahead >= 0 || !graph.isOneWay[road]
    const directSeconds = Math.abs(ahead) * wholeSeconds
    if (isAllowed && directSeconds <= seconds) {
      return {
        by: 'same-road',
        seconds: directSeconds,
        metres: Math.abs(ahead) * length,
      }
    }
  }

  if (seconds > SECONDS_MAXIMUM) return null
  const metres =
    by === 'end'
      ? search.metres[forwards]! + (1 - share) * length
      : search.metres[backwards]! + share * length
  return { by, seconds, metres }
}

/**
 * The way from one position to another. Positions are in millionths of a degree, those
 * of the answer in degrees.
 */
export function pathTo(
  graph: RoadGraph,
  search: LinkSearch,
  to: Position,
  from: Position,
  kind: RoadKind = 'car',
): RoadPath['path'] {
  const destination = placeOnRoads(graph, to)
  const vehicle = placeOnRoads(graph, from)
  if (destination.road[0]! < 0 || vehicle.road[0]! < 0) return null
  searchTo(graph, search, destination, vehicle, kind)
  const way = fastestWay(graph, search, vehicle, 0, destination, kind)
  if (!way) return null
  const points = pointsOf(graph, search, way, vehicle, destination)
  return {
    seconds: Math.round(way.seconds),
    metres: Math.round(way.metres),
    points: withoutRepeats(points).map(toDegrees),
  }
}

/** After `searchTo`. */
function pointsOf(
  graph: RoadGraph,
  search: LinkSearch,
  way: Way,
  vehicle: Placed,
  destination: Placed,
): Position[] {
  const road = vehicle.road[0]!
  const start = vehicle.share[0]!
  const end = destination.share[0]!
  if (way.by === 'same-road') return stretch(graph, road, start, end)

  const isForwards = way.by === 'end'
  const parts = [stretch(graph, road, start, isForwards ? 1 : 0)]
  let link = search.via[isForwards ? 2 * road : 2 * road + 1]!
  while (link >= 0) {
    const linkStart = link & 1
    parts.push(stretch(graph, link >> 1, linkStart, 1 - linkStart))
    link = search.via[link]!
  }
  const last = ~link
  parts.push(stretch(graph, last >> 1, last & 1, end))
  return parts.flat()
}

function withoutRepeats(points: readonly Position[]): Position[] {
  return points.filter(([lat, lng], n) => {
    const before = points[n - 1]
    return lat !== before?.[0] || lng !== before?.[1]
  })
}

/** Points of a road between two shares of its length, in the direction of travel. */
function stretch(graph: RoadGraph, road: number, start: number, end: number): Position[] {
  const { points, pointsFrom, along } = graph
  const lowMetres = Math.min(start, end) * graph.metres[road]!
  const highMetres = Math.max(start, end) * graph.metres[road]!
  const part: Position[] = [pointAt(graph, road, lowMetres)]
  for (let n = pointsFrom[road]!; n < pointsFrom[road + 1]!; n++) {
    const isBetween = along[n]! > lowMetres && along[n]! < highMetres
    if (isBetween) part.push([points[2 * n]!, points[2 * n + 1]!])
  }
  part.push(pointAt(graph, road, highMetres))
  return start <= end ? part : part.reverse()
}

/** A place on a road, by its distance in metres from the beginning. */
export function pointAt(
  { points, pointsFrom, along }: RoadGraph,
  road: number,
  metres: number,
): Position {
  let n = pointsFrom[road]!
  const last = pointsFrom[road + 1]! - 1
  while (n < last - 1 && along[n + 1]! < metres) n++
  const length = along[n + 1]! - along[n]!
  const share = length > 0 ? Math.min(1, Math.max(0, (metres - along[n]!) / length)) : 0
  const between = (at: number) => Math.round(points[at]! + share * (points[at + 2]! - points[at]!))
  return [between(2 * n), between(2 * n + 1)]
}

function toDegrees([lat, lng]: Position): Position {
  return [lat / 1e6, lng / 1e6]
}
