import Flatbush from 'flatbush'
import { METRES_PER_MILLIONTH, metresPerLng } from '@/lib/city/geometry'
import { coordinate, damaged, unusable } from '@/lib/city/pack'

/** `roads.json.gz` as stored: see lib/city/demo/README.md. */
export interface StoredRoads {
  readonly nodes: readonly number[]
  readonly names: readonly string[]
  readonly classes: readonly string[]
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
}

/** Parking aisles, driveways and the like. */
export const SERVICE_RANK = 0
export const MOTORWAY_RANK = 6
const STREET_RANK = 1
const RANKS: Readonly<Record<string, number>> = {
  ...{
    service: SERVICE_RANK,
    tertiary: 2,
    secondary: 3,
    primary: 4,
    trunk: 5,
    motorway: MOTORWAY_RANK,
  },
}

/** Roads between two crossings: one row in each array. */
export interface RoadList {
  readonly nodeCount: number
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly kmh: Uint8Array
  readonly isOneWay: Uint8Array
  /**
   * Of its class: a larger road has the right of way. SERVICE_RANK is driven, but
   * no street of the wait map.
   */
  readonly rank: Uint8Array
  /** Index of `names`. */
  readonly name: Uint32Array
  readonly names: readonly string[]
  /** Where a road's points begin; one more than there are roads. */
  readonly pointsFrom: Uint32Array
  /** Latitude and longitude in turn in millionths of a degree, both ends of each road included. */
  readonly points: Int32Array
}

/** @throws CityFileError */
export function readRoads(json: unknown): RoadList {
  const { nodes, names, classes, edges } = (json ?? {}) as StoredRoads
  if (![nodes, names, classes, edges].every(Array.isArray))
    unusable('is not a file of roads that npm run city has made')
  const text = (value: unknown) =>
    typeof value === 'string' ? value : damaged('a name is not a text')
  const [ranks, texts] = [classes.map((value) => rankOf(text(value))), names.map(text)]
  if (nodes.length % 2 === 1) damaged('a crossing has no longitude')
  const position = new Int32Array(nodes.length)
  for (let n = 0; n < nodes.length; n++)
    position[n] = coordinate((position[n - 2] ?? 0) + nodes[n]!, axisOf(n))
  const nodeCount = position.length / 2
  const count = edges.length
  const [from, to, name] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)]
  const [kmh, isOneWay, rank] = [
    new Uint8Array(count),
    new Uint8Array(count),
    new Uint8Array(count),
  ]
  const pointsFrom = new Uint32Array(count + 1)
  edges.forEach((edge, road) => {
    const [, , , , , , between] = Array.isArray(edge) ? edge : damaged(`road ${road} is not a list`)
    if (!Array.isArray(between) || between.length % 2 === 1) damaged(`road ${road} has no points`)
    pointsFrom[road + 1] = pointsFrom[road]! + between.length / 2 + 2
  })
  const points = new Int32Array(2 * pointsFrom[count]!)
  edges.forEach(([first, last, roadClass, roadName, speed, oneWay, between], road) => {
    from[road] = below(first, nodeCount, road)
    to[road] = below(last, nodeCount, road)
    name[road] = below(roadName, texts.length, road)
    kmh[road] = below(speed - 1, 255, road) + 1
    isOneWay[road] = below(oneWay, 2, road)
    rank[road] = ranks[below(roadClass, ranks.length, road)]!
    let at = 2 * pointsFrom[road]!
    points.set(position.subarray(2 * first, 2 * first + 2), at)
    for (const difference of between) {
      at++
      points[at + 1] = coordinate(points[at - 1]! + difference, axisOf(at + 1))
    }
    points.set(position.subarray(2 * last, 2 * last + 2), 2 * pointsFrom[road + 1]! - 2)
  })
  return { nodeCount, from, to, kmh, isOneWay, rank, name, names: texts, pointsFrom, points }
}

/** `trunk_link` is a trunk road. */
function rankOf(roadClass: string): number {
  return RANKS[roadClass.replace(/_link$/, '')] ?? STREET_RANK
}

function below(value: number, end: number, road: number): number {
  return Number.isInteger(value) && value >= 0 && value < end
    ? value
    : damaged(`road ${road} has a value ${value}`)
}

const axisOf = (n: number) => (n % 2 === 0 ? 'lat' : 'lng')

/** Most vehicles stand within it. */
const FIRST_METRES = 30

/** Finds the nearest place on a road; positions are in millionths of a degree. */
export function createNearestRoad({ points, pointsFrom, from }: RoadList, isUsed: Uint8Array) {
  const segments: number[] = []
  const roadOf = new Uint32Array(points.length / 2)
  for (let road = 0; road < from.length; road++) {
    roadOf.fill(road, pointsFrom[road], pointsFrom[road + 1])
    if (isUsed[road])
      for (let n = pointsFrom[road]!; n + 1 < pointsFrom[road + 1]!; n++) segments.push(n)
  }
  if (segments.length === 0) return () => null
  const boxes = new Flatbush(segments.length, 16, Int32Array)
  for (const n of segments) {
    const [lats, lngs] = [0, 1].map(
      (axis) => [points[2 * n + axis]!, points[2 * n + 2 + axis]!] as const,
    )
    boxes.add(Math.min(...lats!), Math.min(...lngs!), Math.max(...lats!), Math.max(...lngs!))
  }
  boxes.finish()

  type IsMeant = (road: number) => boolean

  function within(lat: number, lng: number, limit: number, isMeant: IsMeant) {
    const perLng = metresPerLng(lat)
    const north = limit / METRES_PER_MILLIONTH
    const east = limit / Math.max(perLng, METRES_PER_MILLIONTH / 1000)
    let [best, bestPoint, bestShare] = [limit * limit, -1, 0]
    for (const found of boxes.search(lat - north, lng - east, lat + north, lng + east)) {
      const point = segments[found]!
      if (!isMeant(roadOf[point]!)) continue
      const y1 = (points[2 * point]! - lat) * METRES_PER_MILLIONTH
      const x1 = (points[2 * point + 1]! - lng) * perLng
      const dy = (points[2 * point + 2]! - lat) * METRES_PER_MILLIONTH - y1
      const dx = (points[2 * point + 3]! - lng) * perLng - x1
      const length = dx * dx + dy * dy
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length))
      const far = (x1 + share * dx) ** 2 + (y1 + share * dy) ** 2
      if (far > best || (far === best && bestPoint >= 0 && point >= bestPoint)) continue
      best = far
      bestPoint = point
      bestShare = share
    }
    if (bestPoint < 0) return null
    // The point of the road before the place, and the share of the way to the next point.
    return { road: roadOf[bestPoint]!, point: bestPoint, share: bestShare, metres: Math.sqrt(best) }
  }

  return (lat: number, lng: number, limitMetres: number, isMeant: IsMeant = () => true) =>
    within(lat, lng, Math.min(FIRST_METRES, limitMetres), isMeant) ??
    within(lat, lng, limitMetres, isMeant)
}
