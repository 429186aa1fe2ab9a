'use client'

import { ArrivedBookingLink } from '@/components/record/arrived-booking-link'
import { formatCount } from '@/lib/format/number'
import { useVehicleBookings } from '@/lib/queries/bookings/vehicle-bookings'
import type { NamedVehicle } from '@/lib/queries/vehicle-names'

/** The selected vehicle's active booking, or else its last one, as far as they arrived by webhook. */
export function SelectedBooking({ vehicle }: { readonly vehicle: NamedVehicle }) {
  const { our_ref: ourRef = null, active_booking_id: activeBookingId = null } = vehicle.directory ?? {}
  const [booking, ...others] = useVehicleBookings({ id: vehicle.id, ourRef, activeBookingId })
  if (!booking) return null
  const { isActive } = booking
  // Of a vehicle outside the loaded area it is all there is to show.
  const isShown = isActive || vehicle.directory === undefined
  return (
    <p className={`roomy:mb-2 ${isShown ? '' : 'hidden roomy:block'}`}>
      <span className="text-muted">{isActive ? 'Booking' : 'Last booking'}</span>{' '}
      <ArrivedBookingLink booking={booking} className="inline-flex min-h-11 items-center md:min-h-6" />
      {others.length === 0 ? null : (
        <span className="text-muted hidden roomy:inline">
          {' '}
          · {formatCount(others.length)} more in its record
        </span>
      )}
    </p>
  )
}
