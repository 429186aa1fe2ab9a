import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { CopyButton } from '@/components/ui/copy-button'
import { readPickUpTime } from '@/lib/format/time/pick-up-time'
import { driverText } from './driver-text'
import type { ReadBooking } from './due-bookings'

export function CopyForDriver({ booking }: { readonly booking: ReadBooking }) {
  const { zone } = usePreferences()
  const minute = useMinuteFormat()
  const { record, title, bookedMs } = booking

  function text(): string {
    const { when } = record
    const pickUp = when ? readPickUpTime(when, { bookedMs, zone }) : null
    return driverText(record, pickUp ? minute(pickUp.atMs, 0) : (when ?? 'not reported'))
  }

  return (
    <CopyButton
      text={text}
      what={`booking ${title} for the driver`}
      caption="Copy for the driver"
    />
  )
}
