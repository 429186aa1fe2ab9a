import type { Route } from 'next'
import { isOurRef, isVehicleId } from '@/lib/interface/identifiers'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

/**
 * The address of a vehicle's record.
 * @returns null when the id cannot be asked for (§4 row 2): show it as text, without a link
 */
export function vehicleHref(vehicleId: string): Route | null {
  return isVehicleId(vehicleId) ? (`/vehicles/${encodeURIComponent(vehicleId)}` as Route) : null
}

/** The look-up of a reference; null when it cannot be asked for (§4 row 3). */
export function lookupHref(ourRef: string): Route | null {
  return isOurRef(ourRef) ? (`/lookup?${new URLSearchParams({ our_ref: ourRef })}` as Route) : null
}

/** The map around a vehicle's position, with the vehicle selected. */
export function mapHref(position: Position, vehicleId: string): Route {
  const params = new URLSearchParams({ vehicle: vehicleId })
  // A comma may stand in a query as it is, and a position stays readable with it.
  return `/?position=${formatPosition(position)}&${params}` as Route
}
