import FlatQueue from 'flatqueue'
import { METRES_PER_DEGREE, type Position, toRadians } from '@/lib/reference/geo'

/** The streets of a city as stored: see lib/city/demo/README.md. */
export interface StoredRoads {
  /** Millionths of a degree, as differences to the node before: latitude, longitude, … */
  readonly nodes: readonly number[]
  /** From, to, class, name, km/h, 1 for one-way, points between the ends as differences. */
  readonly edges: readonly (readonly [
    number,
    number,
    number,
    number,
    number,
    0 | 1,
    readonly number[],
  ])[]
  readonly classes: readonly string[]
  readonly names: readonly string[]
}

/** Metres east and north of the city's centre. */
export type Point = readonly [east: number, north: number]

/** The nodes and points of an edge, in one direction. */
interface Course {
  readonly from: number
  readonly to: number
  /** Its points between the ends, as stored for the edge. */
  readonly bends: readonly number[]
  readonly isReversed: boolean
}

/** An edge in one direction. */
export interface Link extends Course {
  readonly metres: number
  readonly kmh: number
  readonly roadClass: string
  /** Empty for a street without one. */
  readonly name: string
}

export type Roads = ReturnType<typeof createRoads>

/**
 * @param centre the streets are drawn on a plane that touches the Earth
 * there: right to 1 m in 10 km
 */
export function createRoads(stored: StoredRoads, centre: Position) {
  const metresPerDegreeLng = METRES_PER_DEGREE * Math.cos(toRadians(centre.lat))
  const toPoint = ({ lat, lng }: Position): Point => [
    (lng - centre.lng) * metresPerDegreeLng,
    (lat - centre.lat) * METRES_PER_DEGREE,
  ]
  const degrees = Int32Array.from(stored.nodes)
  for (let n = 2; n < degrees.length; n++) degrees[n]! += degrees[n - 2]!
  const pointAt = (lat: number, lng: number) => toPoint({ lat: lat / 1e6, lng: lng / 1e6 })
  const nodes = Array.from({ length: degrees.length / 2 }, (_, node) =>
    pointAt(degrees[2 * node]!, degrees[2 * node + 1]!),
  )
  /** Computed: those of all links would take 15 MB. */
  const pointsOf = ({ from, to, bends, isReversed }: Course): Point[] => {
    const [first, last] = isReversed ? [to, from] : [from, to]
    let lat = degrees[2 * first]!
    let lng = degrees[2 * first + 1]!
    const points = [nodes[first]!]
    for (let n = 0; n < bends.length; n += 2) {
      lat += bends[n]!
      lng += bends[n + 1]!
      points.push(pointAt(lat, lng))
    }
    points.push(nodes[last]!)
    return isReversed ? points.reverse() : points
  }
  const links = linksOf(stored, pointsOf)
  return {
    nodes,
    links,
    /** Indices of links by their first and their last node. */
    leaving: indexBy(links, 'from', nodes.length),
    arriving: indexBy(links, 'to', nodes.length),
    pointsOf,
    toPoint,
    toPosition([east, north]: Point, out: Position) {
      out.lat = Math.round((centre.lat + north / METRES_PER_DEGREE) * 1e6) / 1e6
      out.lng = Math.round((centre.lng + east / metresPerDegreeLng) * 1e6) / 1e6
    },
  }
}

/** Apart from `createRoads`, whose closures would keep what is stored. */
function linksOf(
  { edges, classes, names }: StoredRoads,
  pointsOf: (course: Course) => Point[],
): Link[] {
  return edges.flatMap(([first, last, classOf, nameOf, kmh, isOneWay, bends]) => {
    const roadClass = classes[classOf]!
    const name = names[nameOf] ?? ''
    const metres = lengthOf(pointsOf({ from: first, to: last, bends, isReversed: false }))
    // Without a spread, for which V8 makes a shape of its own each time.
    return (isOneWay ? [false] : [false, true]).map((isReversed): Link => {
      const [from, to] = isReversed ? [last, first] : [first, last]
      return { from, to, metres, kmh, roadClass, name, bends, isReversed }
    })
  })
}

function indexBy(
  links: readonly Link[],
  end: 'from' | 'to',
  nodes: number,
): readonly (readonly number[])[] {
  const lists: number[][] = Array.from({ length: nodes }, () => [])
  for (const [index, link] of links.entries()) lists[link[end]]!.push(index)
  // Copies: an array that has grown has room for 17.
  return lists.map((ids) => [...ids])
}

export function lengthOf(points: readonly Point[]): number {
  let metres = 0
  for (let n = 1; n < points.length; n++) metres += distance(points[n - 1]!, points[n]!)
  return metres
}

export const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1])

/**
 * Dijkstra's search from a node, at most `limitMetres` far, until `target` is reached.
 * @param direction leaving: nodes reached from the start; arriving: nodes from which it is reached
 * @returns by node reached, its distance and the link by which it was reached; -1 for the start
 */
export function reach(
  roads: Roads,
  start: number,
  options: { limitMetres: number; direction?: 'leaving' | 'arriving'; target?: number },
) {
  const { limitMetres, direction = 'leaving', target } = options
  const metres = new Map([[start, 0]])
  const links = new Map([[start, -1]])
  const done = new Set<number>()
  const queue = new FlatQueue()
  queue.push(start, 0)
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (done.has(node)) continue
    done.add(node)
    if (node === target) break
    for (const index of roads[direction][node]!) {
      const link = roads.links[index]!
      const next = direction === 'leaving' ? link.to : link.from
      const far = metres.get(node)! + link.metres
      if (far > limitMetres || far >= (metres.get(next) ?? Number.POSITIVE_INFINITY)) continue
      metres.set(next, far)
      links.set(next, index)
      queue.push(next, far)
    }
  }
  return { metres, links }
}

/** @returns links from `start` to `target`; null when it is further than `limitMetres` */
export function shortestRoute(roads: Roads, start: number, target: number, limitMetres: number) {
  const { links } = reach(roads, start, { limitMetres, target })
  if (!links.has(target)) return null
  const route: number[] = []
  for (let node = target; node !== start; ) {
    const index = links.get(node)!
    route.push(index)
    node = roads.links[index]!.from
  }
  return route.reverse()
}
