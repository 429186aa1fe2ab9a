import { type Links, linksOf } from './links'
import type { RoadList } from './road-list'

// Of crossings that can be reached from each other: fewer are an island behind a barrier or at the edge of an extract.
const LEAST_CROSSINGS = 100
const LEAST_SHARE = 0.01

/**
 * Leaves out small groups of crossings that cannot be reached from the others, or not left: a vehicle beside one is
 * meant to stand on the road behind it.
 */
export function keepConnected(roads: RoadList): RoadList {
  const { group, sizes } = groupsOf(roads)
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  const least = Math.min(LEAST_CROSSINGS, largest * LEAST_SHARE)
  const isKept = (node: number) => sizes[group[node]!]! >= least
  const kept = roads.from.map((from, road) => (isKept(from) && isKept(roads.to[road]!) ? 1 : 0))
  const count = kept.reduce((sum, one) => sum + one, 0)
  return count === kept.length ? roads : selectRoads(roads, (road) => kept[road] === 1)
}

function selectRoads(roads: RoadList, isKept: (road: number) => boolean): RoadList {
  const { pointsFrom, points } = roads
  const pick = <T extends Uint32Array | Uint8Array>(values: T) =>
    values.filter((_, road) => isKept(road)) as T
  const starts = [0]
  const parts: Int32Array[] = []
  for (let road = 0; road < roads.from.length; road++) {
    if (!isKept(road)) continue
    parts.push(points.subarray(2 * pointsFrom[road]!, 2 * pointsFrom[road + 1]!))
    starts.push(starts.at(-1)! + pointsFrom[road + 1]! - pointsFrom[road]!)
  }
  const keptPoints = new Int32Array(2 * starts.at(-1)!)
  for (const [n, part] of parts.entries()) keptPoints.set(part, 2 * starts[n]!)
  return {
    ...roads,
    from: pick(roads.from),
    to: pick(roads.to),
    kmh: pick(roads.kmh),
    isOneWay: pick(roads.isOneWay),
    isService: pick(roads.isService),
    name: pick(roads.name),
    pointsFrom: Uint32Array.from(starts),
    points: keptPoints,
  }
}

/** Strongly connected components, by Kosaraju's two searches. */
function groupsOf(roads: RoadList): { group: Uint32Array; sizes: number[] } {
  const { nodeCount, from, to } = roads
  const [leaving, arriving] = [linksOf(roads, 'leaving'), linksOf(roads, 'arriving')]
  const order = new Uint32Array(nodeCount)
  const group = new Uint32Array(nodeCount)
  const sizes: number[] = []
  const visit = createVisitor(nodeCount, from, to)
  let finished = 0
  for (let node = 0; node < nodeCount; node++)
    visit(node, leaving, (done) => {
      order[finished++] = done
    })
  visit.reset()
  for (let n = nodeCount - 1; n >= 0; n--) {
    let size = 0
    visit(order[n]!, arriving, (done) => {
      group[done] = sizes.length
      size++
    })
    if (size > 0) sizes.push(size)
  }
  return { group, sizes }
}

/** Depth first without recursion; reports nodes after all that follow them. */
function createVisitor(nodeCount: number, from: Uint32Array, to: Uint32Array) {
  const isSeen = new Uint8Array(nodeCount)
  const at = new Uint32Array(nodeCount)
  const stack = new Uint32Array(nodeCount)
  const visit = (start: number, { start: first, link }: Links, onDone: (node: number) => void) => {
    if (isSeen[start]) return
    let depth = 0
    const enter = (node: number) => {
      isSeen[node] = 1
      at[node] = first[node]!
      stack[depth++] = node
    }
    enter(start)
    while (depth > 0) {
      const node = stack[depth - 1]!
      if (at[node] === first[node + 1]) {
        onDone(node)
        depth--
        continue
      }
      const road = link[at[node]!++]! >> 1
      const next = from[road] === node ? to[road]! : from[road]!
      if (!isSeen[next]) enter(next)
    }
  }
  return Object.assign(visit, { reset: () => isSeen.fill(0) })
}
