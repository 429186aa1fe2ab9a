import { type NewZone, ZONE_COLOURS, type ZoneColour } from '@/lib/api/contract/zones'
import { bearingDegrees, destination, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { roundedPosition } from './shapes/geometry'

/** A part of a city, of which only its middle is known. */
export interface Quarter {
  readonly name: string
  readonly position: Position
}

/** A quarter without a near neighbour ends here, in metres. */
const QUARTER_RADIUS = 900
const CORNERS = 16
const RADIANS = Math.PI / 180

/** Distances from the centre, in metres. */
interface Reach {
  /** Of the middles of quarters; those further away only bound the others. */
  readonly middles: number
  /** Of the outlines, which end there. */
  readonly outlines: number
}

/** Zones of the quarters around a centre: each up to half way to the next one. */
export function zonesOfQuarters(
  quarters: readonly Quarter[],
  centre: Position,
  reach: Reach,
): NewZone[] {
  const near = quarters.filter(({ position }) => distanceMetres(centre, position) <= reach.middles)
  near.sort((a, b) => distanceMetres(centre, a.position) - distanceMetres(centre, b.position))
  return near.map((quarter, at) => ({
    name: quarter.name,
    colour: ZONE_COLOURS[at % ZONE_COLOURS.length] as ZoneColour,
    shape: {
      kind: 'polygon',
      points: outlineOf(quarter, quarters).map((point) => within(point, centre, reach.outlines)),
    },
    fewestFree: null,
    mostFree: null,
  }))
}

function outlineOf(quarter: Quarter, all: readonly Quarter[]): Position[] {
  const { position } = quarter
  let points = Array.from({ length: CORNERS }, (_, corner) =>
    destination(position, (corner * 360) / CORNERS, QUARTER_RADIUS),
  )
  for (const other of all) {
    const isNear = distanceMetres(position, other.position) < 2 * QUARTER_RADIUS
    if (other !== quarter && isNear) points = nearerPart(points, position, other.position)
  }
  return points
}

function within(point: Position, centre: Position, metres: number): Position {
  const isWithin = distanceMetres(centre, point) <= metres
  const nearest = isWithin ? point : destination(centre, bearingDegrees(centre, point), metres)
  return roundedPosition(nearest)
}

/** The part of a convex outline that is nearer to one position than to another. */
function nearerPart(points: readonly Position[], here: Position, there: Position): Position[] {
  const shrink = Math.cos(here.lat * RADIANS) ** 2
  const lat = there.lat - here.lat
  const lng = (there.lng - here.lng) * shrink
  const middleLat = (here.lat + there.lat) / 2
  const middleLng = (here.lng + there.lng) / 2
  /** Above 0 for points beyond half way. */
  const beyond = (point: Position) => (point.lat - middleLat) * lat + (point.lng - middleLng) * lng
  const kept: Position[] = []
  let from = points.at(-1) as Position
  for (const to of points) {
    const fromBeyond = beyond(from)
    const toBeyond = beyond(to)
    if (fromBeyond > 0 !== toBeyond > 0) {
      const share = fromBeyond / (fromBeyond - toBeyond)
      kept.push({
        lat: from.lat + share * (to.lat - from.lat),
        lng: from.lng + share * (to.lng - from.lng),
      })
    }
    if (toBeyond <= 0) kept.push(to)
    from = to
  }
  return kept
}
