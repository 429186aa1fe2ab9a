'use client'

import { ArrivedBookingLink } from '@/components/record/arrived-booking-link'
import type { LiveVehicle } from '@/lib/contract/live'
import { formatCount } from '@/lib/format/number'
import { useVehicleBookings } from '@/lib/queries/vehicle-bookings'

/** The selected vehicle's active booking, or else its last one, as far as they arrived by webhook. */
export function SelectedBooking({ vehicle: { id, directory } }: { readonly vehicle: LiveVehicle }) {
  const { our_ref: ourRef = null, active_booking_id: activeBookingId = null } = directory ?? {}
  const [booking, ...others] = useVehicleBookings({ id, ourRef, activeBookingId })
  if (!booking) return null
  const isActive = booking.id !== null && booking.id === activeBookingId
  return (
    <p className={`roomy:mb-2 ${isActive ? '' : 'hidden roomy:block'}`}>
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
