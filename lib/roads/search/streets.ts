import { metresBetween } from '@/lib/roads/graph/geometry'
import type { RoadGraph } from '@/lib/roads/graph/road-graph'
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
    if (graph.isService[road]) continue
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
