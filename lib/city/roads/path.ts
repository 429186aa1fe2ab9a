import type { RoadKind } from '@/lib/api/contract/road-limits'
import type { RoadPath } from '@/lib/api/contract/roads'
import { placeOnRoads, type RoadGraph } from './graph'
import type { LinkSearch } from './link-search'
import { fastestWay, searchTo } from './times-to'

type Position = readonly [lat: number, lng: number]

/** The way from one position to another. Positions are in millionths of a degree, those of the answer in degrees. */
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
  const [road, start] = [vehicle.road[0]!, vehicle.share[0]!]
  const end = destination.share[0]!
  const parts: Position[][] = []
  if (way.by === 'same-road') parts.push(stretch(graph, road, start, end))
  else {
    parts.push(stretch(graph, road, start, way.by === 'end' ? 1 : 0))
    let link = search.via[way.by === 'end' ? 2 * road : 2 * road + 1]!
    for (; link >= 0; link = search.via[link]!)
      parts.push(stretch(graph, link >> 1, link & 1, 1 - (link & 1)))
    parts.push(stretch(graph, ~link >> 1, ~link & 1, end))
  }
  const points = parts
    .flat()
    .filter(([lat, lng], n, all) => lat !== all[n - 1]?.[0] || lng !== all[n - 1]?.[1])
  return { seconds: Math.round(way.seconds), metres: Math.round(way.metres), points: points.map(toDegrees) }
}

/** Points of a road between two shares of its length, in the direction of travel. */
function stretch(graph: RoadGraph, road: number, start: number, end: number): Position[] {
  const [low, high] = [Math.min(start, end), Math.max(start, end)]
  const { points, pointsFrom, along } = graph
  const [lowMetres, highMetres] = [low * graph.metres[road]!, high * graph.metres[road]!]
  const part: Position[] = [pointAt(graph, road, lowMetres)]
  for (let n = pointsFrom[road]!; n < pointsFrom[road + 1]!; n++)
    if (along[n]! > lowMetres && along[n]! < highMetres) part.push([points[2 * n]!, points[2 * n + 1]!])
  part.push(pointAt(graph, road, highMetres))
  return start <= end ? part : part.reverse()
}

/** A place on a road, by its distance in metres from the beginning. */
export function pointAt({ points, pointsFrom, along }: RoadGraph, road: number, metres: number): Position {
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
