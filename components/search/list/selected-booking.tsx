import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@/components/layout/link'
import { ArrivedBookingLink } from '@/components/record/arrived-booking-link'
import { Button, buttonClass } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { describeError } from '@/lib/api/client/errors'
import type { NamedVehicle } from '@/lib/api/queries/names'
import { query } from '@/lib/api/queries/query'
import { useVehicleBookings } from '@/lib/api/queries/vehicle-bookings'
import { phoneParts } from '@/lib/format/contact'
import { recordingHref } from '@/lib/format/links'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

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
  if (pastMs !== null)
    return (
      <p className="text-muted my-1 roomy:my-2">
        Not listed at this moment.{' '}
        <Link href={recordingHref(id, pastMs)}>Where it was recorded</Link>
      </p>
    )
  return (
    <>
      <p className="text-muted my-1 roomy:my-2">
        Not in the loaded area. Open its record to see where it is now.
      </p>
      <SelectedBooking vehicle={{ id }} />
    </>
  )
}

/**
 * The driver of a vehicle, with a link that calls. Read on demand: each
 * opening of a record is audited.
 */
export function Driver({ vehicleId }: { readonly vehicleId: string }) {
  const [askedId, setAskedId] = useState<string | null>(null)
  const isAsked = askedId === vehicleId
  const { data, error, isFetching } = useQuery({
    ...query('/api/vehicles/{vehicleId}', { vehicleId }),
    enabled: isAsked,
  })
  if (!data) {
    const label = error ? `Retry: ${describeError(error).title}` : 'Driver'
    return (
      <Button className="flex-1" disabled={isFetching} onClick={() => setAskedId(vehicleId)}>
        {isFetching ? 'Loading …' : label}
      </Button>
    )
  }
  const { record, unreadable } = data.data
  const { driver_name: name, driver_phone_number: phone } = record
  const without = unreadable.includes('driver_name') ? 'Driver unreadable' : 'Driver not reported'
  const numbers = phoneParts(phone ?? '').filter(({ text }) => text.trim() !== '')
  return (
    <div className="border-line flex basis-full flex-wrap items-center gap-x-2 gap-y-1 border-t pt-2">
      <bdi className="min-w-0 flex-1 truncate font-semibold" title="Driver">
        {name ? safeText(name, 60) : without}
      </bdi>
      {numbers.map(({ text, href }) => (
        <span key={text} className="flex shrink-0 items-center gap-1">
          <bdi className="tabular-nums select-all">{safeText(text, 60)}</bdi>
          {href ? (
            <a href={href} className={buttonClass('secondary')}>
              Call
            </a>
          ) : null}
          <CopyButton text={text} what="the driver’s number" />
        </span>
      ))}
    </div>
  )
}
