import { OFF_ROAD_METRES } from '@/lib/contract/road-limits'
import type { RoadGraph } from '@/lib/roads/graph/road-graph'
import type { OnRoad } from '@/lib/roads/graph/road-grid'

/** Positions on their nearest roads. */
export interface Placed {
  /** -1: farther than 200 m from any road. */
  readonly road: Int32Array
  /** Share of the road's length from its beginning, 0 to 1. */
  readonly share: Float32Array
}

/** @param positions latitude and longitude in turn, in millionths of a degree */
export function placeOnRoads({ grid, along, metres }: RoadGraph, positions: ArrayLike<number>): Placed {
  const count = positions.length / 2
  const [road, share] = [new Int32Array(count).fill(-1), new Float32Array(count)]
  const found: OnRoad = { road: 0, point: 0, share: 0 }
  for (let n = 0; n < count; n++) {
    if (!grid.nearest(positions[2 * n]!, positions[2 * n + 1]!, OFF_ROAD_METRES, found)) continue
    const { point } = found
    const far = along[point]! + found.share * (along[point + 1]! - along[point]!)
    road[n] = found.road
    share[n] = metres[found.road]! > 0 ? Math.min(1, far / metres[found.road]!) : 0
  }
  return { road, share }
}

/** Against the direction of the road, so far from the crossing there: nothing is far from a place on the crossing. */
export function canTurnBack({ isOneWay }: RoadGraph, road: number, share: number): boolean {
  return !isOneWay[road] || share === 0
}
