import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { CopyButton } from '@/components/ui/copy-button'
import { readPickUpTime } from '@/lib/format/time/pick-up-time'
import { driverText } from './driver-text'
import type { ReadBooking } from './due-bookings'

export function CopyForDriver({ booking }: { readonly booking: ReadBooking }) {
  const { zone } = usePreferences()
  const minute = useMinuteFormat()
  const { record, unreadable, title, bookedMs } = booking

  function pickUpTime(): string {
    const { when } = record
    if (!when) return unreadable.includes('when') ? 'unreadable' : 'not reported'
    const pickUp = readPickUpTime(when, { bookedMs, zone })
    return pickUp ? minute(pickUp.atMs, 0) : when
  }

  return (
    <CopyButton
      text={() => driverText(record, pickUpTime())}
      what={`booking ${title} for the driver`}
      caption="Copy for the driver"
    />
  )
}
