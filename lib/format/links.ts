import type { Route } from 'next'
import { isOurRef, isVehicleId } from '@/lib/interface/identifiers'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

/**
 * URL of a vehicle's record.
 * @returns null for an id that cannot be requested (§4 row 2)
 */
export function vehicleHref(vehicleId: string): Route | null {
  return isVehicleId(vehicleId) ? (`/vehicles/${encodeURIComponent(vehicleId)}` as Route) : null
}

/** URL of a reference's look-up; null for a reference that cannot be requested (§4 row 3). */
export function lookupHref(ourRef: string): Route | null {
  return isOurRef(ourRef) ? (`/lookup?${new URLSearchParams({ our_ref: ourRef })}` as Route) : null
}

/** URL of the map at a position, with the vehicle selected. */
export function mapHref(position: Position, vehicleId: string): Route {
  const params = new URLSearchParams({ vehicle: vehicleId })
  // An unencoded comma is allowed in a query and keeps the position readable.
  return `/?position=${formatPosition(position)}&${params}` as Route
}
