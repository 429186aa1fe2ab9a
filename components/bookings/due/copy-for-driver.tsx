import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { CopyButton } from '@/components/ui/copy-button'
import { readPickUpTime } from '@/lib/format/time/pick-up-time'
import { driverText } from './driver-text'
import type { BookingSubject } from './due-bookings'

/** @returns writes a booking as a text for its driver */
export function useDriverText(): (booking: BookingSubject) => string {
  const { zone } = usePreferences()
  const minute = useMinuteFormat()

  function pickUpTime({ record, unreadable, bookedMs }: BookingSubject): string {
    const { when } = record
    if (!when) return unreadable.includes('when') ? 'unreadable' : 'not reported'
    const pickUp = readPickUpTime(when, { bookedMs, zone })
    return pickUp ? minute(pickUp.atMs, 0) : when
  }

  return (booking) => driverText(booking.record, pickUpTime(booking))
}

export function CopyForDriver({ booking }: { readonly booking: BookingSubject }) {
  const write = useDriverText()
  return (
    <CopyButton
      text={() => write(booking)}
      what={`booking ${booking.title} for the driver`}
      caption="Copy for the driver"
    />
  )
}
