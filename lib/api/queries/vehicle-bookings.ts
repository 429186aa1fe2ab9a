import { queryOptions, useQuery } from '@tanstack/react-query'
import { get } from '@/lib/api/client/call'
import { isFinal } from '@/lib/api/client/errors'
import type { VehicleBooking } from '@/lib/api/contract/webhooks'
import { isOurRef, isVehicleId } from '@/lib/interface/identifiers'
import { query } from './query'

const INTERVAL_MS = 10_000
const PATH = '/api/vehicles/{vehicleId}/bookings'
/** Arrow keys pass many vehicles on the way to the one that is meant. */
const PASSING_MS = 300

/** A vehicle by its names in bookings, as far as they are known. */
export interface NamedVehicle {
  readonly id: string
  readonly ourRef: string | null
  readonly activeBookingId: string | null
}

/** Bookings of a vehicle that arrived by webhook, the active one first, then the newest; refreshed every 10 s. */
export function vehicleBookingsQuery({ id, ourRef, activeBookingId }: NamedVehicle) {
  const named = (name: string | null) => (isOurRef(name ?? '') ? name : null)
  const params = { vehicleId: id, our_ref: named(ourRef), active_booking_id: named(activeBookingId) }
  return queryOptions({
    ...query(PATH, params),
    async queryFn({ signal }) {
      await pause(PASSING_MS, signal)
      return get(PATH, params, { signal })
    },
    // Another active booking is no other vehicle.
    placeholderData: (before, asked) => (asked?.queryKey[1].vehicleId === id ? before : undefined),
    staleTime: INTERVAL_MS,
    refetchInterval: ({ state }) => (isFinal(state.error) ? false : INTERVAL_MS),
  })
}

const NONE: readonly VehicleBooking[] = []

/** @returns none for viewers, who are not asked for, and while a vehicle is null */
export function useVehicleBookings(vehicle: NamedVehicle | null): readonly VehicleBooking[] {
  const operator = useQuery(query('/api/me')).data?.data.operator
  const isAllowed = operator !== undefined && operator?.role !== 'viewer'
  const { data } = useQuery({
    ...vehicleBookingsQuery(vehicle ?? { id: '', ourRef: null, activeBookingId: null }),
    enabled: isAllowed && vehicle !== null && isVehicleId(vehicle.id),
  })
  return (vehicle && isAllowed && data?.data.bookings) || NONE
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
