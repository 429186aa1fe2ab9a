import Flatbush from 'flatbush'
import { STREET_CLASSES } from '@/lib/api/contract/roads'
import { METRES_PER_MILLIONTH, metresPerLng } from '@/lib/city/geometry'
import { coordinate, damaged, unusable } from '@/lib/city/pack'

/** `roads.json.gz` as stored: see lib/city/demo/README.md. */
export interface StoredRoads {
  readonly nodes: readonly number[]
  readonly names: readonly string[]
  readonly classes: readonly string[]
  readonly edges: readonly StoredRoad[]
}

/** Indices of `nodes`, `classes` and `names`; points between the ends as differences. */
export type StoredRoad = readonly [
  from: number,
  to: number,
  roadClass: number,
  name: number,
  kmh: number,
  isOneWay: 0 | 1,
  between: readonly number[],
]

/** Parking aisles, driveways and the like. */
export const SERVICE_RANK = 0
export const MOTORWAY_RANK = 6
const STREET_RANK = 1
const SECONDARY_RANK = 2
const MAIN_RANK = 4
const RANKS: Readonly<Record<string, number>> = {
  service: SERVICE_RANK,
  tertiary: SECONDARY_RANK,
  secondary: 3,
  primary: MAIN_RANK,
  trunk: 5,
  motorway: MOTORWAY_RANK,
}

/** Index of STREET_CLASSES. */
export function streetClassOf(rank: number): number {
  if (rank >= MAIN_RANK) return STREET_CLASSES.indexOf('main')
  return STREET_CLASSES.indexOf(rank >= SECONDARY_RANK ? 'secondary' : 'street')
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
  if (![nodes, names, classes, edges].every(Array.isArray)) {
    unusable('is not a file of roads as the command city makes it')
  }
  const ranks = classes.map((roadClass) => rankOf(textOf(roadClass)))
  const texts = names.map(textOf)
  const position = readCrossings(nodes)
  const nodeCount = position.length / 2
  const pointsFrom = countPoints(edges)

  const count = edges.length
  const from = new Uint32Array(count)
  const to = new Uint32Array(count)
  const name = new Uint32Array(count)
  const kmh = new Uint8Array(count)
  const isOneWay = new Uint8Array(count)
  const rank = new Uint8Array(count)
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

  return {
    nodeCount,
    from,
    to,
    kmh,
    isOneWay,
    rank,
    name,
    names: texts,
    pointsFrom,
    points,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : damaged('a name is not a text')
}

/** Latitude and longitude in turn, from differences to the crossing before. */
function readCrossings(differences: readonly number[]): Int32Array {
  if (differences.length % 2 === 1) damaged('a crossing has no longitude')
  const position = new Int32Array(differences.length)
  for (let n = 0; n < differences.length; n++) {
    const before = position[n - 2] ?? 0
    position[n] = coordinate(before + differences[n]!, axisOf(n))
  }
  return position
}

/** Where each road's points begin, its two ends included. */
function countPoints(edges: readonly StoredRoad[]): Uint32Array {
  const pointsFrom = new Uint32Array(edges.length + 1)
  edges.forEach((edge, road) => {
    if (!Array.isArray(edge)) damaged(`road ${road} is not a list`)
    const between: unknown = edge[6]
    if (!Array.isArray(between) || between.length % 2 === 1) damaged(`road ${road} has no points`)
    pointsFrom[road + 1] = pointsFrom[road]! + between.length / 2 + 2
  })
  return pointsFrom
}

/** `trunk_link` is a trunk road. */
function rankOf(roadClass: string): number {
  return RANKS[roadClass.replace(/_link$/, '')] ?? STREET_RANK
}

function below(value: number, end: number, road: number): number {
  const isIndex = Number.isInteger(value) && value >= 0 && value < end
  return isIndex ? value : damaged(`road ${road} has a value ${value}`)
}

const axisOf = (n: number) => (n % 2 === 0 ? 'lat' : 'lng')

/** Most vehicles stand within it. */
const FIRST_METRES = 30

/** A place on a road. */
export interface RoadPlace {
  readonly road: number
  /** The point of the road before the place. */
  readonly point: number
  /** Of the way to the next point, 0 to 1. */
  readonly share: number
  /** From the position that was looked for. */
  readonly metres: number
}

type RoadFilter = (road: number) => boolean

/** Finds the nearest place on a road; positions are in millionths of a degree. */
export function createNearestRoad(roads: RoadList, isUsed: Uint8Array) {
  const { points, pointsFrom, from } = roads
  const segments: number[] = []
  const roadOf = new Uint32Array(points.length / 2)
  for (let road = 0; road < from.length; road++) {
    roadOf.fill(road, pointsFrom[road], pointsFrom[road + 1])
    if (!isUsed[road]) continue
    const last = pointsFrom[road + 1]! - 1
    for (let n = pointsFrom[road]!; n < last; n++) segments.push(n)
  }
  if (segments.length === 0) return () => null
  const boxes = boxesOf(segments, points)

  function nearestWithin(
    lat: number,
    lng: number,
    limit: number,
    isEligible: RoadFilter,
  ): RoadPlace | null {
    const perLng = metresPerLng(lat)
    const north = limit / METRES_PER_MILLIONTH
    const east = limit / Math.max(perLng, METRES_PER_MILLIONTH / 1000)
    let best = limit * limit
    let bestPoint = -1
    let bestShare = 0
    for (const found of boxes.search(lat - north, lng - east, lat + north, lng + east)) {
      const point = segments[found]!
      if (!isEligible(roadOf[point]!)) continue
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
    return {
      road: roadOf[bestPoint]!,
      point: bestPoint,
      share: bestShare,
      metres: Math.sqrt(best),
    }
  }

  return (
    lat: number,
    lng: number,
    limitMetres: number,
    isEligible: RoadFilter = () => true,
  ): RoadPlace | null => {
    const firstMetres = Math.min(FIRST_METRES, limitMetres)
    return (
      nearestWithin(lat, lng, firstMetres, isEligible) ??
      nearestWithin(lat, lng, limitMetres, isEligible)
    )
  }
}

/** A spatial index of the segments from each of these points to the next. */
function boxesOf(segments: readonly number[], points: Int32Array): Flatbush {
  const boxes = new Flatbush(segments.length, 16, Int32Array)
  for (const n of segments) {
    const lat = points[2 * n]!
    const lng = points[2 * n + 1]!
    const nextLat = points[2 * n + 2]!
    const nextLng = points[2 * n + 3]!
    boxes.add(
      Math.min(lat, nextLat),
      Math.min(lng, nextLng),
      Math.max(lat, nextLat),
      Math.max(lng, nextLng),
    )
  }
  boxes.finish()
  return boxes
}
