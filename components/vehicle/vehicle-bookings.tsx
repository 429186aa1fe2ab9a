'use client'

import { useNow } from '@/components/layout/use-now'
import { ArrivedBookingLink } from '@/components/record/arrived-booking-link'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import type { VehicleBooking } from '@/lib/contract/webhooks'
import { formatCount } from '@/lib/format/number'
import { formatAge } from '@/lib/format/time/age'

const FIRST_SHOWN = 5

/** Bookings of a vehicle that arrived by webhook, the active one first; nothing where none did. */
export function VehicleBookings({ bookings }: { readonly bookings: readonly VehicleBooking[] }) {
  if (bookings.length === 0) return null
  const [first, rest] = [bookings.slice(0, FIRST_SHOWN), bookings.slice(FIRST_SHOWN)]
  return (
    <Panel title="Arrived bookings">
      <Bookings bookings={first} />
      {rest.length === 0 ? null : (
        <details className="text-sm">
          <summary className="min-h-11 content-center md:min-h-7">{formatCount(rest.length)} older</summary>
          <Bookings bookings={rest} />
        </details>
      )}
    </Panel>
  )
}

function Bookings({ bookings }: Parameters<typeof VehicleBookings>[0]) {
  const now = useNow()
  return (
    <ul className="divide-line divide-y text-sm">
      {bookings.map((booking) => (
        <li key={booking.key} className="flex flex-wrap items-center gap-x-2 py-0.5">
          <span className="min-w-0 flex-1 basis-40">
            <ArrivedBookingLink booking={booking} className="inline-flex min-h-11 items-center md:min-h-7" />
          </span>
          {booking.isActive ? <Badge tone="accent">Active</Badge> : null}
          <span className="text-muted text-xs">
            {now === null ? null : `${formatAge(now - Date.parse(booking.lastReceivedAt))} ago`}
          </span>
        </li>
      ))}
    </ul>
  )
}
