import { createHash } from 'node:crypto'
import { keepConnected } from './connected'
import { metresBetween } from './geometry'
import { type Links, linksOf } from './links'
import { createRoadGrid, type RoadGrid } from './road-grid'
import type { RoadList } from './road-list'

/** A network of roads, ready to search. */
export interface RoadGraph extends RoadList {
  /** Hash of everything; equal graphs answer alike. */
  readonly version: string
  readonly roadCount: number
  /** Of the whole road. */
  readonly seconds: Float32Array
  readonly metres: Float32Array
  /** Metres of each point from the beginning of its road. */
  readonly along: Float32Array
  readonly leaving: Links
  readonly arriving: Links
  readonly grid: RoadGrid
  readonly fastestKmh: number
}

const VERSION_CHARACTERS = 16

export function createRoadGraph(all: RoadList): RoadGraph {
  const roads = keepConnected(all)
  const roadCount = roads.from.length
  const along = new Float32Array(roads.points.length / 2)
  const metres = new Float32Array(roadCount)
  const seconds = new Float32Array(roadCount)
  for (let road = 0; road < roadCount; road++) {
    metres[road] = measure(roads, road, along)
    seconds[road] = (metres[road]! * 3.6) / roads.kmh[road]!
  }
  return {
    ...roads,
    version: versionOf(roads),
    roadCount,
    seconds,
    metres,
    along,
    leaving: linksOf(roads, 'leaving'),
    arriving: linksOf(roads, 'arriving'),
    grid: createRoadGrid(roads, metres),
    fastestKmh: roads.kmh.reduce((most, kmh) => Math.max(most, kmh), 0),
  }
}

function measure({ pointsFrom, points }: RoadList, road: number, along: Float32Array): number {
  let metres = 0
  const [first, end] = [pointsFrom[road]!, pointsFrom[road + 1]!]
  for (let n = first; n < end; n++) {
    if (n > first) {
      metres += metresBetween(points[2 * n - 2]!, points[2 * n - 1]!, points[2 * n]!, points[2 * n + 1]!)
    }
    along[n] = metres
  }
  return metres
}

function versionOf(roads: RoadList): string {
  const hash = createHash('sha256')
  for (const numbers of [roads.from, roads.to, roads.kmh, roads.isOneWay, roads.isService, roads.points])
    hash.update(numbers)
  return hash.digest('hex').slice(0, VERSION_CHARACTERS)
}
