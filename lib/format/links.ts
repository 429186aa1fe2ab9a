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
  return isVehicleId(vehicleId) ? (`/vehicles/${encodeURIComponent(vehicleId)}` as Route) : null
}

/** Id of the part of a vehicle's page with its status as received. */
export const STATUS_INSPECTION = 'as-received'

/** URL of a vehicle's status as received (§4 row 4); null as for `vehicleHref`. */
export function statusInspectionHref(vehicleId: string): Route | null {
  const href = vehicleHref(vehicleId)
  return href && (`${href}#${STATUS_INSPECTION}` as Route)
}

/** URL of a reference's look-up; null for a reference that cannot be requested (§4 row 3). */
export function lookupHref(ourRef: string): Route | null {
  return isOurRef(ourRef) ? (`/lookup?${new URLSearchParams({ our_ref: ourRef })}` as Route) : null
}

export function arrivedBookingHref(key: string): Route {
  return `/bookings/arrived/${encodeURIComponent(key)}` as Route
}

/**
 * URL of the map with a vehicle selected. It keeps radius, filters and, if the
 * vehicle is inside, the circle.
 * @param seen parameters of the map last seen
 */
export function mapHref(
  position: Position,
  vehicleId: string,
  seen = new URLSearchParams(),
): Route {
  const params = new URLSearchParams(seen)
  // The map fits the circle again; a pick-up is another task, and the vehicle is there now.
  for (const name of [...params.keys()].filter((name) =>
    /^(position|vehicle|map|panel|at|pickup.*)$/.test(name),
  ))
    params.delete(name)
  params.set('vehicle', vehicleId)
  const centre = searchParameters.position.parse(seen.get('position') ?? '')
  const radius = searchParameters.radius.parse(seen.get('radius') ?? '') ?? DEFAULT_RADIUS_METRES
  const isInside = centre !== null && distanceMetres(centre, position) <= radius
  // An unencoded comma is allowed in a query and keeps the position readable.
  return `/?position=${formatPosition(isInside ? centre : position)}&${params}` as Route
}

/**
 * Whether a picture may be loaded: over https, from an allowed host.
 * @param hosts host names in lower case
 */
export function isAllowedImage(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  return protocol === 'https:' && username === '' && password === '' && hosts.includes(host)
}

const HALF_HOUR_MS = 30 * 60_000

/**
 * URL of the questions about what was recorded: of a vehicle's trail, in the hour around a moment.
 */
export function recordingHref(vehicleId: string | null, aroundMs: number | null = null): Route {
  const params = new URLSearchParams(vehicleId === null ? {} : { id: vehicleId })
  const instant = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()
  if (aroundMs !== null) {
    params.set('from', instant(aroundMs - HALF_HOUR_MS))
    params.set('to', instant(aroundMs + HALF_HOUR_MS))
  }
  return `/recording?${params}` as Route
}
