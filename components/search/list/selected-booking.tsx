import { Link } from '@/components/layout/link'
import { ArrivedBookingLink } from '@/components/record/arrived-booking-link'
import type { NamedVehicle } from '@/lib/api/queries/names'
import { useVehicleBookings } from '@/lib/api/queries/vehicle-bookings'
import { trailHref } from '@/lib/format/links'
import { formatCount } from '@/lib/format/number'

export function SelectedBooking({ vehicle }: { readonly vehicle: NamedVehicle }) {
  const { our_ref: ourRef = null, active_booking_id: activeBookingId = null } =
    vehicle.directory ?? {}
  const [booking, ...others] = useVehicleBookings({ id: vehicle.id, ourRef, activeBookingId })
  if (!booking) return null
  const { isActive } = booking
  // Of a vehicle outside the loaded area it is all there is to show.
  const isShown = isActive || vehicle.directory === undefined
  return (
    <p className={`roomy:mb-2 ${isShown ? '' : 'hidden roomy:block'}`}>
      <span className="text-muted">{isActive ? 'Booking' : 'Last booking'}</span>{' '}
      <ArrivedBookingLink
        booking={booking}
        className="inline-flex min-h-11 items-center md:min-h-6"
      />
      {others.length === 0 ? null : (
        <span className="text-muted hidden roomy:inline">
          {' '}
          · {formatCount(others.length)} more in its record
        </span>
      )}
    </p>
  )
}

/** @param pastMs the moment of a replay, of which the last booking says nothing; null for now */
export function NotListed({ id, pastMs }: { readonly id: string; readonly pastMs: number | null }) {
  if (pastMs !== null) {
    const trail = trailHref(id, pastMs)
    return (
      <p className="text-muted my-1 roomy:my-2">
        Not listed at this moment. {trail ? <Link href={trail}>Where was it?</Link> : null}
      </p>
    )
  }
  return (
    <>
      <p className="text-muted my-1 roomy:my-2">
        Not in the loaded area. Open its record to see where it is now.
      </p>
      <SelectedBooking vehicle={{ id }} />
    </>
  )
}
