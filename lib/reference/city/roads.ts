import { METRES_PER_DEGREE, type Position, toRadians } from '@/lib/reference/geo'

/** The streets of a city as stored: see lib/city/demo/README.md. */
export interface StoredRoads {
  /** Millionths of a degree, as differences to the node before: latitude, longitude, … */
  readonly nodes: readonly number[]
  /** From, to, class, name, km/h, 1 for one-way, points between the ends as differences. */
  readonly edges: readonly (readonly [number, number, number, number, number, 0 | 1, readonly number[]])[]
  readonly classes: readonly string[]
  readonly names: readonly string[]
}

/** Metres east and north of the city's centre. */
export type Point = readonly [east: number, north: number]

/** An edge in one direction. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly metres: number
  readonly kmh: number
  readonly roadClass: string
  /** Empty for a street without one. */
  readonly name: string
  readonly points: readonly Point[]
}

export type Roads = ReturnType<typeof createRoads>

/** @param centre the streets are drawn on a plane that touches the Earth there: right to 1 m in 10 km */
export function createRoads(stored: StoredRoads, centre: Position) {
  const metresPerDegreeLng = METRES_PER_DEGREE * Math.cos(toRadians(centre.lat))
  const toPoint = ({ lat, lng }: Position): Point => [
    (lng - centre.lng) * metresPerDegreeLng,
    (lat - centre.lat) * METRES_PER_DEGREE,
  ]
  const degrees: [lat: number, lng: number][] = []
  let [lat, lng] = [0, 0]
  for (let n = 0; n < stored.nodes.length; n += 2) {
    lat += stored.nodes[n]!
    lng += stored.nodes[n + 1]!
    degrees.push([lat, lng])
  }
  const pointOf = (millionths: readonly [number, number]) =>
    toPoint({ lat: millionths[0] / 1e6, lng: millionths[1] / 1e6 })
  const nodes = degrees.map(pointOf)
  const links: Link[] = []
  const leaving: number[][] = nodes.map(() => [])
  const arriving: number[][] = nodes.map(() => [])
  const add = (link: Link) => {
    leaving[link.from]!.push(links.length)
    arriving[link.to]!.push(links.length)
    links.push(link)
  }
  for (const [from, to, roadClass, name, kmh, isOneWay, between] of stored.edges) {
    let [edgeLat, edgeLng] = degrees[from]!
    const bends: Point[] = []
    for (let n = 0; n < between.length; n += 2) {
      edgeLat += between[n]!
      edgeLng += between[n + 1]!
      bends.push(pointOf([edgeLat, edgeLng]))
    }
    const points = [nodes[from]!, ...bends, nodes[to]!]
    const metres = lengthOf(points)
    const common = { metres, kmh, roadClass: stored.classes[roadClass]!, name: stored.names[name] ?? '' }
    add({ from, to, points, ...common })
    if (!isOneWay) add({ from: to, to: from, points: points.toReversed(), ...common })
  }
  return {
    nodes,
    links,
    // Indices of links by their first and their last node. Copies: an array that has grown has room for 17.
    leaving: leaving.map((ids) => [...ids]),
    arriving: arriving.map((ids) => [...ids]),
    toPoint,
    toPosition([east, north]: Point, out: Position) {
      out.lat = Math.round((centre.lat + north / METRES_PER_DEGREE) * 1e6) / 1e6
      out.lng = Math.round((centre.lng + east / metresPerDegreeLng) * 1e6) / 1e6
    },
  }
}

export function lengthOf(points: readonly Point[]): number {
  let metres = 0
  for (let n = 1; n < points.length; n++) metres += distance(points[n - 1]!, points[n]!)
  return metres
}

export const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1])
