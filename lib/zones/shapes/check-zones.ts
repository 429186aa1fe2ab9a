import {
  LARGEST_ZONE_LIMIT,
  LARGEST_ZONE_RADIUS,
  LONGEST_ZONE_NAME,
  type NewZone,
  type PolygonShape,
  SMALLEST_ZONE_RADIUS,
  ZONE_POINTS_MAXIMUM,
  ZONES_MAXIMUM,
  type ZoneShape,
} from '@/lib/api/contract/zones'
import { isOnEarth } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { boxOf, crossingOf, doubleArea } from './geometry'

/** Why zones cannot be saved, as a sentence that names the zone; null where they can. */
export function zonesFault(zones: readonly NewZone[]): string | null {
  if (zones.length > ZONES_MAXIMUM) {
    return `There are ${zones.length} zones; at most ${ZONES_MAXIMUM} can be saved.`
  }
  const names = new Set<string>()
  for (const zone of zones) {
    const key = zone.name.toLowerCase()
    if (names.has(key)) return `Two zones are named “${zone.name}”: rename one.`
    names.add(key)
    const fault = zoneFault(zone)
    if (fault !== null) return `Zone “${zone.name}” ${fault}.`
  }
  return null
}

/** The end of a sentence that begins with the zone; null for a zone that can be saved. */
function zoneFault({ name, shape, fewestFree, mostFree }: NewZone): string | null {
  const hasName = name.trim() !== '' && name.length <= LONGEST_ZONE_NAME
  if (!hasName) return `needs a name of at most ${LONGEST_ZONE_NAME} characters`
  if (!isLimit(fewestFree) || !isLimit(mostFree)) {
    return `has a limit that is no whole number from 0 to ${LARGEST_ZONE_LIMIT}`
  }
  if (fewestFree !== null && mostFree !== null && fewestFree > mostFree) {
    return `has a lower limit (${fewestFree}) above its upper one (${mostFree})`
  }
  return shapeFault(shape)
}

function isLimit(limit: number | null): boolean {
  if (limit === null) return true
  return Number.isInteger(limit) && limit >= 0 && limit <= LARGEST_ZONE_LIMIT
}

/** As `zoneFault`, of the shape alone. */
export function shapeFault(shape: ZoneShape): string | null {
  if (shape.kind === 'polygon') return polygonFault(shape)
  const { centre, radius } = shape
  if (!isOnEarth(centre)) return outsideWords('its centre', centre)
  const isRadius = radius >= SMALLEST_ZONE_RADIUS && radius <= LARGEST_ZONE_RADIUS
  if (isRadius) return null
  return `has a radius of ${radius} m; allowed are ${SMALLEST_ZONE_RADIUS} to ${LARGEST_ZONE_RADIUS} m`
}

function polygonFault(shape: PolygonShape): string | null {
  const { points } = shape
  if (points.length < 3) return `has ${points.length} different points; an outline needs at least 3`
  if (points.length > ZONE_POINTS_MAXIMUM) {
    return `has ${points.length} points; at most ${ZONE_POINTS_MAXIMUM} can be saved`
  }
  for (const [at, point] of points.entries()) {
    if (!isOnEarth(point)) return outsideWords(`point ${at + 1}`, point)
  }
  const { west, east } = boxOf(shape)
  if (east - west > 180) return 'crosses the 180th meridian: draw a zone on each side of it'
  const crossing = crossingOf(points)
  if (crossing) return crossingWords(crossing, points.length)
  return doubleArea(points) === 0 ? 'covers no area: its points lie on one line' : null
}

function outsideWords(what: string, { lat, lng }: Position): string {
  return `is in another projection: ${what} (${lng}, ${lat}) is outside ±180, ±90. Save it in WGS 84 (EPSG:4326)`
}

function crossingWords(crossing: readonly [number, number], count: number): string {
  const [first, second] = crossing.map((at) => `${at + 1} and ${((at + 1) % count) + 1}`)
  return `crosses itself: the line between points ${first} meets the one between points ${second}`
}
