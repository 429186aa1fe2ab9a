import type { Route } from 'next'
import { distanceMetres } from '@/lib/interface/geometry'
import { isOurRef, isVehicleId } from '@/lib/interface/identifiers'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { DEFAULT_RADIUS_METRES, searchParameters } from '@/lib/interface/search'

/**
 * URL of a vehicle's record.
 * @returns null for an id that cannot be requested (§4 row 2)
 */
export function vehicleHref(vehicleId: string): Route | null {
  if (!isVehicleId(vehicleId)) return null
  const segment = encodeURIComponent(vehicleId)
  return `/vehicles/${segment}` as Route
}

/** Id of the part of a vehicle's page with its status as received. */
export const STATUS_INSPECTION = 'as-received'

/** URL of a vehicle's status as received (§4 row 4); null as for `vehicleHref`. */
export function statusInspectionHref(vehicleId: string): Route | null {
  const href = vehicleHref(vehicleId)
  if (href === null) return null
  return `${href}#${STATUS_INSPECTION}` as Route
}

/** URL of a reference's look-up; null for a reference that cannot be requested (§4 row 3). */
export function lookupHref(ourRef: string): Route | null {
  if (!isOurRef(ourRef)) return null
  const query = new URLSearchParams({ our_ref: ourRef })
  return `/lookup?${query}` as Route
}

export function arrivedBookingHref(key: string): Route {
  const segment = encodeURIComponent(key)
  return `/bookings/arrived/${segment}` as Route
}

/** Needs of a pick-up, by the names of their parameters; null for none. */
export interface BookedNeeds {
  readonly seats: number | null
  /** Cubic metres. */
  readonly load: number | null
  readonly function: string | null
}

/** URL of the map with the pick-up board at a point. */
export function pickUpHref(at: Position, needs: BookedNeeds): Route {
  const point = formatPosition(at)
  const params = new URLSearchParams()
  for (const [name, need] of Object.entries(needs)) {
    if (need !== null) params.set(`pickup_${name}`, String(need))
  }
  const needed = params.size > 0 ? `&${params}` : ''
  return `/?position=${point}&panel=pickup&pickup=${point}${needed}` as Route
}

// The map fits the circle again; a pick-up is another task, and the vehicle is there now.
const DROPPED_PARAMETERS = /^(position|vehicle|zone|map|panel|at|pickup.*)$/

/**
 * URL of the map with a vehicle selected. It keeps radius, filters and, if the
 * vehicle is inside, the circle.
 * @param last parameters of the map last seen
 */
export function mapHref(
  position: Position,
  vehicleId: string,
  last = new URLSearchParams(),
): Route {
  const params = keptParameters(last)
  params.set('vehicle', vehicleId)

  const lastCentre = searchParameters.position.parse(last.get('position') ?? '')
  const lastRadius = searchParameters.radius.parse(last.get('radius') ?? '')
  const radius = lastRadius ?? DEFAULT_RADIUS_METRES
  const isInside = lastCentre !== null && distanceMetres(lastCentre, position) <= radius
  const centre = isInside ? lastCentre : position
  const shown = formatPosition(centre)
  // An unencoded comma is allowed in a query and keeps the position readable.
  return `/?position=${shown}&${params}` as Route
}

interface ZoneOnMap {
  readonly id: string
  readonly middle: Position
  /** Radius around the middle that holds it, in metres. */
  readonly reach: number
}

const EQUATOR_METRES = 40_075_016.7
/** Pixels of a zone from edge to edge: it is seen with its surroundings on a phone, too. */
const ZONE_PIXELS = 320
const CLOSEST_ZONE_ZOOM = 17

/**
 * URL of the map with the board of the zones at one of them, in the area last seen.
 * @param vehicleId selected; null for none
 * @param last parameters of the map last seen
 */
export function zoneHref(
  { id, middle, reach }: ZoneOnMap,
  vehicleId: string | null,
  last = new URLSearchParams(),
): Route {
  const params = keptParameters(last)
  const position = last.get('position')
  if (position !== null) params.set('position', position)
  params.set('panel', 'zones')
  params.set('zone', id)
  if (vehicleId !== null) params.set('vehicle', vehicleId)
  const worldMetres = EQUATOR_METRES * Math.cos((middle.lat * Math.PI) / 180)
  const closest = Math.log2((worldMetres * ZONE_PIXELS) / (256 * 2 * reach))
  const zoom = Math.min(CLOSEST_ZONE_ZOOM, Math.max(0, Math.floor(closest * 4) / 4))
  return `/?map=${formatPosition(middle)}@${zoom}&${params}` as Route
}

function keptParameters(last: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(last)
  for (const name of last.keys()) {
    if (DROPPED_PARAMETERS.test(name)) params.delete(name)
  }
  return params
}

/**
 * Whether a picture may be loaded: over https, from an allowed host.
 * @param hosts host names in lower case
 */
export function isAllowedImage(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  if (protocol !== 'https:') return false
  if (username !== '' || password !== '') return false
  return hosts.includes(host)
}

const HALF_HOUR_MS = 30 * 60_000

/**
 * URL of a vehicle's record with its trail in the hour around a moment.
 * @returns null for an id that no page has
 */
export function trailHref(vehicleId: string, aroundMs: number): Route | null {
  const record = vehicleHref(vehicleId)
  if (record === null) return null
  const params = new URLSearchParams({
    from: wholeSecond(aroundMs - HALF_HOUR_MS),
    to: wholeSecond(aroundMs + HALF_HOUR_MS),
  })
  return `${record}?${params}` as Route
}

/** ISO 8601. */
function wholeSecond(epochMs: number): string {
  const seconds = Math.floor(epochMs / 1000)
  return new Date(seconds * 1000).toISOString()
}
