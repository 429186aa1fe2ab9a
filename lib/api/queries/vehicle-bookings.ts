import { queryOptions, useQuery } from '@tanstack/react-query'
import { type DataFrom, get } from '@/lib/api/client/call'
import type { Role } from '@/lib/api/contract/operators'
import { isOurRef, isVehicleId } from '@/lib/interface/identifiers'
import { query } from './query'

const FRESH_MS = 10_000
const PATH = '/api/vehicles/{vehicleId}/bookings'
/** Arrow keys pass many vehicles on the way to the one that is meant. */
const PASSING_MS = 300

/** A booking of a vehicle, without personal data. */
export type VehicleBooking = DataFrom<`GET ${typeof PATH}`>['bookings'][number]

export interface NamedVehicle {
  readonly id: string
  readonly ourRef: string | null
  readonly activeBookingId: string | null
}

/**
 * Bookings of a vehicle that arrived by webhook, the active one first, then the newest; the topic
 * `arrived` says when there are others. None is asked for while the vehicle is null.
 * @param operator undefined until it is known, null without sign-in; the server
 * refuses bookings to viewers
 */
export function vehicleBookingsQuery(
  vehicle: NamedVehicle | null,
  operator: { readonly role: Role } | null | undefined,
) {
  const { id, ourRef, activeBookingId } = vehicle ?? { id: '', ourRef: null, activeBookingId: null }
  const params = {
    vehicleId: id,
    our_ref: referenceOrNull(ourRef),
    active_booking_id: referenceOrNull(activeBookingId),
  }
  return queryOptions({
    ...query(PATH, params),
    async queryFn({ signal }) {
      await pause(PASSING_MS, signal)
      return get(PATH, params, { signal })
    },
    // Another active booking is no other vehicle.
    placeholderData(before, previous) {
      return previous?.queryKey[1].vehicleId === id ? before : undefined
    },
    staleTime: FRESH_MS,
    enabled: operator !== undefined && operator?.role !== 'viewer' && isVehicleId(id),
  })
}

/** A text that the server accepts as a reference. */
function referenceOrNull(text: string | null): string | null {
  return text !== null && isOurRef(text) ? text : null
}

const NONE: readonly VehicleBooking[] = []

/** @returns none where they are not asked for */
export function useVehicleBookings(vehicle: NamedVehicle | null): readonly VehicleBooking[] {
  const operator = useQuery(query('/api/me')).data?.data.operator
  const bookings = vehicleBookingsQuery(vehicle, operator)
  const { data } = useQuery(bookings)
  return (bookings.enabled && data?.data.bookings) || NONE
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
