'use client'

import { ArrowLeft, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { BookingRecord } from '@/components/bookings/booking/booking-record'
import { BookingTechnical } from '@/components/bookings/booking/booking-technical'
import { openedStore } from '@/components/bookings/opened/use-opened'
import { type ListedRecord, titleOf } from '@/components/bookings/table/listed-record'
import { Page } from '@/components/layout/page'
import { usePageTitle } from '@/components/layout/use-page-title'
import { WithoutAddresses } from '@/components/record/facts/near-place'
import { Button, IconButton } from '@/components/ui/button'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { findingsOfLosses } from '@/lib/inspect/source'

/** An opened record, as a booking and as received. */
export function OpenedRecordPage({
  name,
  records,
  sorted,
  record,
  show,
}: {
  readonly name: string
  readonly records: readonly ListedRecord[]
  readonly sorted: readonly ListedRecord[]
  readonly record: ListedRecord
  /** Shows another record, or the list. */
  readonly show: (record: ListedRecord | null) => void
}) {
  const { inspected, value, within, losses } = record
  const more = useMemo(() => findingsOfLosses(losses, within), [losses, within])
  // Without anything of the record: browsers keep the titles of pages.
  const place = sorted.indexOf(record) + 1
  usePageTitle(
    place > 0 ? `Opened booking ${formatCount(place)} of ${formatCount(sorted.length)}` : 'Opened booking',
  )
  // The focus was in the list, which is gone.
  useEffect(() => document.getElementById('main')?.focus(), [])
  return (
    <Page
      title={<bdi>{titleOf(record)}</bdi>}
      lead={
        <>
          From <bdi>{safeText(name, 80)}</bdi>. Kept in this browser only.
        </>
      }
      actions={
        records.length > 1 ? (
          <RecordNavigation sorted={sorted} record={record} show={show} />
        ) : (
          <Button onClick={() => openedStore.close()}>
            <X aria-hidden className="size-4" />
            Close
          </Button>
        )
      }
    >
      <WithoutAddresses>
        <BookingRecord inspected={inspected} />
      </WithoutAddresses>
      <BookingTechnical inspected={inspected} more={more} value={value} losses={losses} isOpenedHere />
    </Page>
  )
}

/** Previous and next record in the order of the list, and back to it. */
function RecordNavigation({
  sorted,
  record,
  show,
}: {
  readonly sorted: readonly ListedRecord[]
  readonly record: ListedRecord
  readonly show: (record: ListedRecord | null) => void
}) {
  const index = sorted.indexOf(record)
  const before = sorted[index - 1]
  const after = index < 0 ? undefined : sorted[index + 1]
  return (
    <div className="flex items-center gap-1.5">
      <Button onClick={() => show(null)}>
        <ArrowLeft aria-hidden className="size-4" />
        Back to the list
      </Button>
      <IconButton label="Previous record" disabled={!before} onClick={() => before && show(before)}>
        <ChevronLeft aria-hidden className="size-4" />
      </IconButton>
      <p className="text-muted text-sm">
        {index < 0 ? 'Not in the list' : `${formatCount(index + 1)} of ${formatCount(sorted.length)}`}
      </p>
      <IconButton label="Next record" disabled={!after} onClick={() => after && show(after)}>
        <ChevronRight aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
