import type { OsmFeature, Point } from './osm-features'
import { directionOf, isDrivable, ROAD_SPEEDS, speedOf } from './road-rules'

// Without `motorcar` and `vehicle`, which close four lanes of buses: the demo fleet would drive another way.
const ACCESS_KEYS = ['motor_vehicle', 'access']

/** The drivable streets: every point can be reached from every other one. */
export interface RoadGraph {
  /** Millionths of a degree, as differences to the node before: latitude, longitude, … */
  nodes: number[]
  names: string[]
  classes: string[]
  /** In this order of fields. */
  edges: RoadEdge[]
}

/** `points` are those between the ends, differences in millionths of a degree. */
export type RoadEdge = [
  from: number,
  to: number,
  roadClass: number,
  name: number,
  kmh: number,
  isOneWay: 0 | 1,
  points: number[],
]

interface Piece {
  nodes: string[]
  tags: OsmFeature['tags']
}

/** Builds the graph from the ways that a car may use, cut at crossings. Turn restrictions are not known. */
export function buildRoads(features: readonly OsmFeature[]): RoadGraph {
  const positions = new Map<string, Point>()
  const uses = new Map<string, number>()
  const ways: Piece[] = []
  for (const { kind, tags, parts } of features) {
    if (kind !== 'line' || !isDrivable(tags, ROAD_SPEEDS, ACCESS_KEYS)) continue
    for (const part of directionOf(tags) === 'backwards'
      ? parts.map((points) => points.toReversed())
      : parts) {
      const nodes = part.map((point) => keyOf(point, positions)).filter((key, n, all) => key !== all[n - 1])
      if (nodes.length < 2) continue
      for (const [n, key] of nodes.entries()) {
        // An end counts as a crossing.
        uses.set(key, (uses.get(key) ?? 0) + (n === 0 || n === nodes.length - 1 ? 2 : 1))
      }
      ways.push({ nodes, tags })
    }
  }
  const pieces = ways.flatMap((way) => cutAtCrossings(way, uses))
  const connected = largestComponent(pieces)
  return numbered(
    pieces.filter(({ nodes }) => connected.has(nodes[0]!) && connected.has(nodes.at(-1)!)),
    positions,
  )
}

/** Millionths of a degree: a decimetre. */
function keyOf([lng, lat]: Point, positions: Map<string, Point>): string {
  const point: Point = [Math.round(lng * 1e6), Math.round(lat * 1e6)]
  const key = point.join()
  positions.set(key, point)
  return key
}

function cutAtCrossings({ nodes, tags }: Piece, uses: ReadonlyMap<string, number>): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let n = 1; n < nodes.length; n++) {
    if (n < nodes.length - 1 && uses.get(nodes[n]!) === 1) continue
    pieces.push({ nodes: nodes.slice(from, n + 1), tags })
    from = n
  }
  return pieces
}

/** Nodes from which each other one can be reached, by Kosaraju's two searches. */
function largestComponent(pieces: readonly Piece[]): Set<string> {
  const forward = new Map<string, string[]>()
  const backward = new Map<string, string[]>()
  const connect = (from: string, to: string) => {
    forward.set(from, [...(forward.get(from) ?? []), to])
    backward.set(to, [...(backward.get(to) ?? []), from])
  }
  for (const { nodes, tags } of pieces) {
    connect(nodes[0]!, nodes.at(-1)!)
    if (directionOf(tags) === 'both') connect(nodes.at(-1)!, nodes[0]!)
  }
  const seen = new Set<string>()
  const finished: string[] = []
  for (const node of new Set([...forward.keys(), ...backward.keys()])) visit(node, forward, seen, finished)
  seen.clear()
  let largest: string[] = []
  for (const node of finished.toReversed()) {
    const component: string[] = []
    visit(node, backward, seen, component)
    if (component.length > largest.length) largest = component
  }
  return new Set(largest)
}

/** Depth first without recursion; adds nodes to `finished` after all that follow them. */
function visit(start: string, next: ReadonlyMap<string, string[]>, seen: Set<string>, finished: string[]) {
  if (seen.has(start)) return
  seen.add(start)
  const stack = [{ node: start, at: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const following = next.get(top.node)?.[top.at++]
    if (following === undefined) {
      finished.push(top.node)
      stack.pop()
    } else if (!seen.has(following)) {
      seen.add(following)
      stack.push({ node: following, at: 0 })
    }
  }
}

function numbered(pieces: readonly Piece[], positions: ReadonlyMap<string, Point>): RoadGraph {
  const [nodeNumbers, nameNumbers, classNumbers] = [new Map<string, number>(), numbering(), numbering()]
  const nodes: number[] = []
  let before: Point = [0, 0]
  // Sorted from west to east, so that differences are small.
  const ends = [...new Set(pieces.flatMap(({ nodes: keys }) => [keys[0]!, keys.at(-1)!]))]
  ends.sort((a, b) => positions.get(a)![0] - positions.get(b)![0])
  for (const key of ends) {
    const [lng, lat] = positions.get(key)!
    nodeNumbers.set(key, nodeNumbers.size)
    nodes.push(lat - before[1], lng - before[0])
    before = [lng, lat]
  }
  const edges = pieces.map(({ nodes: keys, tags }): RoadEdge => {
    const roadClass = tags.highway ?? ''
    const points: number[] = []
    let [lng, lat] = positions.get(keys[0]!)!
    for (const key of keys.slice(1, -1)) {
      const [nextLng, nextLat] = positions.get(key)!
      points.push(nextLat - lat, nextLng - lng)
      lng = nextLng
      lat = nextLat
    }
    return [
      nodeNumbers.get(keys[0]!)!,
      nodeNumbers.get(keys.at(-1)!)!,
      classNumbers.of(roadClass),
      nameNumbers.of(tags.name ?? ''),
      speedOf(tags),
      directionOf(tags) === 'both' ? 0 : 1,
      points,
    ]
  })
  edges.sort((a, b) => a[0] - b[0])
  return { nodes, names: nameNumbers.all, classes: classNumbers.all, edges }
}

function numbering() {
  const numbers = new Map<string, number>()
  const all: string[] = []
  return {
    all,
    of(text: string): number {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, all.length)
      return all.push(text) - 1
    },
  }
}
