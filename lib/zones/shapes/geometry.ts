import type { CircleShape, PolygonShape, ZoneShape } from '@/lib/api/contract/zones'
import { distanceFrom } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'

/** Degrees. */
export interface GeoBox {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** Positions are kept to a millionth of a degree, about 0.11 m. */
const STEPS_PER_DEGREE = 1e6
const METRES_PER_DEGREE = 111_195
const RADIANS = Math.PI / 180

/** A position as zones keep it. */
export function roundedPosition({ lat, lng }: Position): Position {
  return {
    lat: Math.round(lat * STEPS_PER_DEGREE) / STEPS_PER_DEGREE,
    lng: Math.round(lng * STEPS_PER_DEGREE) / STEPS_PER_DEGREE,
  }
}

/** Corners of an outline: none repeats the one before it, nor the last one the first. */
export function cornersOf(points: readonly Position[]): Position[] {
  const corners = points.filter((point, at) => {
    const before = points[at - 1]
    return !before || !isSame(before, point)
  })
  const [first] = corners
  const last = corners.at(-1)
  if (corners.length > 1 && first && last && isSame(first, last)) corners.pop()
  return corners
}

function isSame(a: Position, b: Position): boolean {
  return a.lat === b.lat && a.lng === b.lng
}

/** Whether a position lies in a shape, prepared for many positions. */
export function containsOf(shape: ZoneShape): (position: Position) => boolean {
  return shape.kind === 'circle' ? circleContains(shape) : polygonContains(shape)
}

function circleContains({ centre, radius }: CircleShape) {
  const metresTo = distanceFrom(centre)
  return (position: Position) => metresTo(position) <= radius
}

/** Counts the edges east of the position: an odd number surrounds it. */
function polygonContains({ points }: PolygonShape) {
  return ({ lat, lng }: Position) => {
    let isInside = false
    let from = points.at(-1) as Position
    for (const to of points) {
      const spansLat = from.lat > lat !== to.lat > lat
      if (spansLat && lng < crossingLng(from, to, lat)) isInside = !isInside
      from = to
    }
    return isInside
  }
}

/**
 * Longitude at which an edge crosses a latitude. Reckoned from its southern end, so that zones on
 * both sides of an edge, which pass it in opposite directions, have the same result.
 */
function crossingLng(from: Position, to: Position, lat: number): number {
  const isNorthward = from.lat < to.lat
  const south = isNorthward ? from : to
  const north = isNorthward ? to : from
  const share = (lat - south.lat) / (north.lat - south.lat)
  return south.lng + share * (north.lng - south.lng)
}

export function boxOf(shape: ZoneShape): GeoBox {
  return shape.kind === 'circle' ? circleBox(shape) : polygonBox(shape)
}

function polygonBox({ points }: PolygonShape): GeoBox {
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng)
  return {
    south: Math.min(...lats),
    west: Math.min(...lngs),
    north: Math.max(...lats),
    east: Math.max(...lngs),
  }
}

/** All longitudes where the circle reaches a pole or crosses the 180th meridian. */
function circleBox({ centre, radius }: CircleShape): GeoBox {
  const heightDegrees = radius / METRES_PER_DEGREE
  const south = centre.lat - heightDegrees
  const north = centre.lat + heightDegrees
  const widestLat = Math.max(Math.abs(south), Math.abs(north))
  // A circle is widest a little nearer to the pole than its centre.
  const widthDegrees = widestLat < 90 ? heightDegrees / Math.cos(widestLat * RADIANS) : 360
  const west = centre.lng - widthDegrees
  const east = centre.lng + widthDegrees
  const isWhole = west < -180 || east > 180
  return { south, west: isWhole ? -180 : west, north, east: isWhole ? 180 : east }
}

/** Where a name is written: the centre of a circle, the middle of a polygon's corners. */
export function middleOf(shape: ZoneShape): Position {
  if (shape.kind === 'circle') return shape.centre
  const { points } = shape
  const lat = points.reduce((sum, point) => sum + point.lat, 0) / points.length
  const lng = points.reduce((sum, point) => sum + point.lng, 0) / points.length
  return { lat, lng }
}

/** The northernmost point of the outline on the meridian of its middle. */
export function topOf(shape: ZoneShape): Position {
  const { lat, lng } = middleOf(shape)
  if (shape.kind === 'circle') return { lat: lat + shape.radius / METRES_PER_DEGREE, lng }
  const { points } = shape
  const lats = points.flatMap((to, at) => {
    const from = points.at(at - 1) as Position
    const spansLng = from.lng > lng !== to.lng > lng
    const share = (lng - from.lng) / (to.lng - from.lng)
    return spansLng ? [from.lat + share * (to.lat - from.lat)] : []
  })
  return { lat: Math.max(lat, ...lats), lng }
}

/** The smallest radius around the middle that holds the shape, in metres. */
export function reachOf(shape: ZoneShape): number {
  if (shape.kind === 'circle') return shape.radius
  const metresTo = distanceFrom(middleOf(shape))
  return Math.max(...shape.points.map(metresTo))
}

interface Edge extends GeoBox {
  /** The index of its first corner. */
  readonly at: number
  readonly from: Position
  readonly to: Position
}

/** Two edges that cross or touch, by the index of their first corner; null for none. */
export function crossingOf(points: readonly Position[]): readonly [number, number] | null {
  const edges = edgesOf(points)
  // From south to north, each edge meets none after the first that begins north of its end.
  edges.sort((one, other) => one.south - other.south)
  for (const [rank, edge] of edges.entries()) {
    for (let next = rank + 1; next < edges.length; next++) {
      const other = edges[next] as Edge
      if (other.south > edge.north) break
      if (other.west > edge.east || other.east < edge.west) continue
      if (areNeighbours(edge, other, points.length)) continue
      if (!doCross(edge.from, edge.to, other.from, other.to)) continue
      return edge.at < other.at ? [edge.at, other.at] : [other.at, edge.at]
    }
  }
  return null
}

function edgesOf(points: readonly Position[]): Edge[] {
  return points.map((from, at) => {
    const to = points[(at + 1) % points.length] as Position
    return {
      at,
      from,
      to,
      south: Math.min(from.lat, to.lat),
      west: Math.min(from.lng, to.lng),
      north: Math.max(from.lat, to.lat),
      east: Math.max(from.lng, to.lng),
    }
  })
}

/** Of edges with a common corner. */
function areNeighbours(one: Edge, other: Edge, count: number): boolean {
  const distance = Math.abs(one.at - other.at)
  return distance === 1 || distance === count - 1
}

function doCross(a: Position, b: Position, c: Position, d: Position): boolean {
  const sideOfC = sideOf(a, b, c)
  const sideOfD = sideOf(a, b, d)
  const sideOfA = sideOf(c, d, a)
  const sideOfB = sideOf(c, d, b)
  if (sideOfC !== sideOfD && sideOfA !== sideOfB) return true
  const touches =
    (sideOfC === 0 && isBetween(a, b, c)) ||
    (sideOfD === 0 && isBetween(a, b, d)) ||
    (sideOfA === 0 && isBetween(c, d, a)) ||
    (sideOfB === 0 && isBetween(c, d, b))
  return touches
}

/** Of a point to the line from a to b: 1 left, -1 right, 0 on it. */
function sideOf(a: Position, b: Position, point: Position): number {
  return Math.sign((b.lng - a.lng) * (point.lat - a.lat) - (b.lat - a.lat) * (point.lng - a.lng))
}

/** Of a point on the line through a and b. */
function isBetween(a: Position, b: Position, point: Position): boolean {
  return (
    Math.min(a.lat, b.lat) <= point.lat &&
    point.lat <= Math.max(a.lat, b.lat) &&
    Math.min(a.lng, b.lng) <= point.lng &&
    point.lng <= Math.max(a.lng, b.lng)
  )
}

/** Twice the signed area in square degrees; 0 for points on one line. */
export function doubleArea(points: readonly Position[]): number {
  let sum = 0
  let from = points.at(-1) as Position
  for (const to of points) {
    sum += from.lng * to.lat - to.lng * from.lat
    from = to
  }
  return sum
}
