import { metresBetween, type PlaceIndex } from '@/lib/places/place-index'

/** Lines that end this near each other cross: carriageways of one street, lines cut at tiles. */
const TOUCH_METRES = 25
/** Millionths of a degree: at least as far, up to 70 degrees north. */
const MARGIN = 700
/** Pairs of pieces compared for one crossing. */
const PAIRS_MAXIMUM = 200_000

export interface Point {
  readonly lat: number
  readonly lng: number
}

/** A point where two streets cross or meet; null where they do not. */
export function findCrossing(index: PlaceIndex, a: number, b: number): Point | null {
  const [boxA, boxB] = [boxOf(index, a), boxOf(index, b)]
  if (!boxA || !boxB) return null
  const shared = {
    south: Math.max(boxA.south, boxB.south) - MARGIN,
    north: Math.min(boxA.north, boxB.north) + MARGIN,
    west: Math.max(boxA.west, boxB.west) - MARGIN,
    east: Math.min(boxA.east, boxB.east) + MARGIN,
  }
  if (shared.south > shared.north || shared.west > shared.east) return null
  const [piecesA, piecesB] = [piecesOf(index, a, shared), piecesOf(index, b, shared)]
  if (piecesA.length * piecesB.length > PAIRS_MAXIMUM) return null
  let best: (Point & { metres: number }) | null = null
  for (const one of piecesA) {
    for (const other of piecesB) {
      if (!isNear(one, other)) continue
      const meeting = meetingOf(one, other)
      if (meeting.metres < (best?.metres ?? TOUCH_METRES)) best = meeting
      if (best && best.metres < 1) return best
    }
  }
  return best
}

interface Box {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

type Piece = readonly [latA: number, lngA: number, latB: number, lngB: number]

function boxOf(index: PlaceIndex, street: number): Box | null {
  const { lineStarts, pointStarts, points } = index
  const [first, last] = [pointStarts[lineStarts[street]!]!, pointStarts[lineStarts[street + 1]!]!]
  if (first === last) return null
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let point = first; point < last; point++) {
    const [lat, lng] = [points[point * 2]!, points[point * 2 + 1]!]
    south = Math.min(south, lat)
    north = Math.max(north, lat)
    west = Math.min(west, lng)
    east = Math.max(east, lng)
  }
  return { south, north, west, east }
}

function piecesOf({ lineStarts, pointStarts, points }: PlaceIndex, street: number, box: Box): Piece[] {
  const pieces: Piece[] = []
  for (let line = lineStarts[street]!; line < lineStarts[street + 1]!; line++) {
    for (let point = pointStarts[line]!; point < pointStarts[line + 1]! - 1; point++) {
      const [latA, lngA, latB, lngB] = [
        points[point * 2]!,
        points[point * 2 + 1]!,
        points[point * 2 + 2]!,
        points[point * 2 + 3]!,
      ]
      const isOutside =
        Math.max(latA, latB) < box.south ||
        Math.min(latA, latB) > box.north ||
        Math.max(lngA, lngB) < box.west ||
        Math.min(lngA, lngB) > box.east
      if (!isOutside) pieces.push([latA, lngA, latB, lngB])
    }
  }
  return pieces
}

function isNear(a: Piece, b: Piece): boolean {
  return (
    Math.max(a[0], a[2]) + MARGIN >= Math.min(b[0], b[2]) &&
    Math.max(b[0], b[2]) + MARGIN >= Math.min(a[0], a[2]) &&
    Math.max(a[1], a[3]) + MARGIN >= Math.min(b[1], b[3]) &&
    Math.max(b[1], b[3]) + MARGIN >= Math.min(a[1], a[3])
  )
}

/** Where two pieces cross, or else are nearest to each other: at an end of one of them. */
function meetingOf(a: Piece, b: Piece): Point & { metres: number } {
  const [dLatA, dLngA, dLatB, dLngB] = [a[2] - a[0], a[3] - a[1], b[2] - b[0], b[3] - b[1]]
  const cross = dLatA * dLngB - dLngA * dLatB
  if (cross !== 0) {
    const alongA = ((b[0] - a[0]) * dLngB - (b[1] - a[1]) * dLatB) / cross
    const alongB = ((b[0] - a[0]) * dLngA - (b[1] - a[1]) * dLatA) / cross
    if (alongA >= 0 && alongA <= 1 && alongB >= 0 && alongB <= 1)
      return { lat: Math.round(a[0] + dLatA * alongA), lng: Math.round(a[1] + dLngA * alongA), metres: 0 }
  }
  const ends = [
    nearestOnPiece(a[0], a[1], b),
    nearestOnPiece(a[2], a[3], b),
    nearestOnPiece(b[0], b[1], a),
    nearestOnPiece(b[2], b[3], a),
  ]
  return ends.reduce((best, end) => (end.metres < best.metres ? end : best))
}

/** The point of a piece that is nearest to a position. */
export function nearestOnPiece(
  lat: number,
  lng: number,
  [latA, lngA, latB, lngB]: Piece,
): Point & { metres: number } {
  const scale = Math.cos(((lat / 1e6) * Math.PI) / 180)
  const [north, east] = [latB - latA, (lngB - lngA) * scale]
  const size = north * north + east * east
  const along = size === 0 ? 0 : ((lat - latA) * north + (lng - lngA) * scale * east) / size
  const share = Math.max(0, Math.min(1, along))
  const point = {
    lat: Math.round(latA + (latB - latA) * share),
    lng: Math.round(lngA + (lngB - lngA) * share),
  }
  return { ...point, metres: metresBetween(lat, lng, point.lat, point.lng) }
}
