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
  return `/vehicles/${encodeURIComponent(vehicleId)}` as Route
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
  return `/bookings/arrived/${encodeURIComponent(key)}` as Route
}

// The map fits the circle again; a pick-up is another task, and the vehicle is there now.
const DROPPED_PARAMETERS = /^(position|vehicle|map|panel|at|pickup.*)$/

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
  const params = new URLSearchParams(last)
  for (const name of last.keys()) {
    if (DROPPED_PARAMETERS.test(name)) params.delete(name)
  }
  params.set('vehicle', vehicleId)

  const lastCentre = searchParameters.position.parse(last.get('position') ?? '')
  const lastRadius = searchParameters.radius.parse(last.get('radius') ?? '')
  const radius = lastRadius ?? DEFAULT_RADIUS_METRES
  const isInside = lastCentre !== null && distanceMetres(lastCentre, position) <= radius
  const shown = formatPosition(isInside ? lastCentre : position)
  // An unencoded comma is allowed in a query and keeps the position readable.
  return `/?position=${shown}&${params}` as Route
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
 * URL of the questions about what was recorded: of a vehicle's trail, in the hour around a moment.
 */
export function recordingHref(vehicleId: string | null, aroundMs: number | null = null): Route {
  const params = new URLSearchParams()
  if (vehicleId !== null) params.set('id', vehicleId)
  if (aroundMs !== null) {
    params.set('from', wholeSecond(aroundMs - HALF_HOUR_MS))
    params.set('to', wholeSecond(aroundMs + HALF_HOUR_MS))
  }
  return `/recording?${params}` as Route
}

/** ISO 8601. */
function wholeSecond(epochMs: number): string {
  const seconds = Math.floor(epochMs / 1000)
  return new Date(seconds * 1000).toISOString()
}
