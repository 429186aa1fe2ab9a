import { metresBetween } from './geometry'
import type { OsmNodes } from './osm-nodes'
import { directionOf, speedOf, type Tags } from './road-rules'
import type { StoredRoad, StoredRoads } from './roads/road-list'

/** Between two points; longer ones are a mistake of the map. */
const LONGEST_SEGMENT_METRES = 50_000

export interface OsmRoad {
  readonly tags: Tags
  /** Indices of nodes. */
  readonly points: readonly number[]
}

/** Cuts ways where others meet them, and at barriers, whose two sides do not meet. */
export function cutAtCrossings(ways: readonly OsmRoad[], nodes: OsmNodes): StoredRoads {
  const crossings = createCrossings(nodes)
  const isShared = sharedPoints(ways)
  const names = new Map<string, number>()
  const classes = new Map<string, number>()
  const edges: StoredRoad[] = []

  for (const { tags, points } of ways) {
    const direction = directionOf(tags)
    const roadClass = numberOf(classes, tags.highway!)
    const name = numberOf(names, tags.name ?? tags.ref ?? '')
    const kmh = speedOf(tags)
    const isOneWay = direction === 'both' ? 0 : 1

    const isCut = (point: number) => isShared(point) || nodes.isClosed(point)
    const inDirection = direction === 'backwards' ? points.toReversed() : points
    for (const piece of piecesOf(inDirection, nodes, isCut)) {
      const from = crossings.numberOf(piece[0]!)
      const to = crossings.numberOf(piece.at(-1)!)
      edges.push([from, to, roadClass, name, kmh, isOneWay, pointsBetween(piece, nodes)])
    }
  }

  return {
    nodes: crossings.differences,
    names: [...names.keys()],
    classes: [...classes.keys()],
    edges,
  }
}

/** Points of two ways, or of one twice, and the ends of each way. */
function sharedPoints(ways: readonly OsmRoad[]): (point: number) => boolean {
  const once = new Set<number>()
  const shared = new Set<number>()
  for (const { points } of ways) {
    for (const point of points) {
      if (once.has(point)) shared.add(point)
      once.add(point)
    }
    shared.add(points[0]!)
    shared.add(points.at(-1)!)
  }
  return (point) => shared.has(point)
}

/** Pieces of a way from cut to cut; a gap in its points ends a piece too. */
function piecesOf(
  points: readonly number[],
  nodes: OsmNodes,
  isCut: (point: number) => boolean,
): number[][] {
  const pieces: number[][] = []
  let piece: number[] = []
  for (const point of points) {
    const last = piece.at(-1)
    if (last === point) continue

    if (!nodes.isKnown(point)) {
      pieces.push(piece)
      piece = []
      continue
    }
    if (last !== undefined && isMistake(last, point, nodes)) {
      pieces.push(piece)
      piece = []
    }

    piece.push(point)
    if (piece.length > 1 && isCut(point)) {
      pieces.push(piece)
      piece = [point]
    }
  }
  pieces.push(piece)
  return pieces.filter(({ length }) => length > 1)
}

function isMistake(last: number, point: number, nodes: OsmNodes): boolean {
  const [lastLat, lastLng] = nodes.positionOf(last)
  const [lat, lng] = nodes.positionOf(point)
  return metresBetween(lastLat, lastLng, lat, lng) > LONGEST_SEGMENT_METRES
}

/** Points between the ends of a piece, as differences to the point before. */
function pointsBetween(piece: readonly number[], nodes: OsmNodes): number[] {
  const between: number[] = []
  let [lastLat, lastLng] = nodes.positionOf(piece[0]!)
  for (const point of piece.slice(1, -1)) {
    const [lat, lng] = nodes.positionOf(point)
    between.push(lat - lastLat, lng - lastLng)
    lastLat = lat
    lastLng = lng
  }
  return between
}

/** Numbers crossings in the order of their use. */
function createCrossings(nodes: OsmNodes) {
  const differences: number[] = []
  const numbers = new Map<number, number>()
  let lastLat = 0
  let lastLng = 0
  return {
    /** Latitude and longitude in turn, as differences to the crossing before. */
    differences,
    /** A barrier has a new number for each road: its two sides do not meet. */
    numberOf(point: number): number {
      const known = nodes.isClosed(point) ? undefined : numbers.get(point)
      if (known !== undefined) return known

      const number = differences.length / 2
      const [lat, lng] = nodes.positionOf(point)
      differences.push(lat - lastLat, lng - lastLng)
      lastLat = lat
      lastLng = lng
      numbers.set(point, number)
      return number
    },
  }
}

/** The place of a text among those before it. */
function numberOf(numbers: Map<string, number>, text: string): number {
  const number = numbers.get(text) ?? numbers.size
  numbers.set(text, number)
  return number
}
