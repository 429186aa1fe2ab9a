import { ArrowLeft, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { BookingRecord } from '@/components/bookings/booking/booking-record'
import { type OpenedSource, openedStore } from '@/components/bookings/opened/opened-store'
import { type ListedRecord, titleOf } from '@/components/bookings/table/listed-record'
import { Page } from '@/components/layout/page'
import { usePageTitle } from '@/components/layout/page-title'
import { WithoutAddresses } from '@/components/record/facts/near-place'
import { Button, IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { findingsOfLosses } from '@/lib/inspect/source'
import { useSorted } from './booking-list'

export function OpenedRecord({
  source,
  record,
  onNumber,
}: {
  readonly source: OpenedSource
  readonly record: ListedRecord
  /** Shows the record of a number, from 1, or the list. */
  readonly onNumber: (number: number | null) => void
}) {
  const { name, records } = source
  const sorted = useSorted(records)
  const { inspected, value, within, losses } = record
  const more = useMemo(() => findingsOfLosses(losses, within), [losses, within])
  const index = sorted.indexOf(record)
  const before = sorted[index - 1]
  const after = index < 0 ? undefined : sorted[index + 1]
  const place = index < 0 ? null : `${formatCount(index + 1)} of ${formatCount(sorted.length)}`
  // Without anything of the record: browsers keep the titles of pages.
  usePageTitle(place === null ? 'Opened booking' : `Opened booking ${place}`)
  // The focus was in the list, which is gone.
  useEffect(() => document.getElementById('main')?.focus(), [])
  function show(next: ListedRecord) {
    openedStore.setList({ selected: next.index })
    onNumber(next.index + 1)
  }
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
          <div className="flex items-center gap-1.5">
            <Button icon={ArrowLeft} onClick={() => onNumber(null)}>
              Back to the list
            </Button>
            <IconButton
              icon={ChevronLeft}
              label="Previous record"
              disabled={!before}
              onClick={() => before && show(before)}
            />
            <p className="text-muted text-sm">{place ?? 'Not in the list'}</p>
            <IconButton
              icon={ChevronRight}
              label="Next record"
              disabled={!after}
              onClick={() => after && show(after)}
            />
          </div>
        ) : (
          <Button icon={X} onClick={() => openedStore.close()}>
            Close
          </Button>
        )
      }
    >
      {records.length === 1 ? <LeftOutNotice {...source} /> : null}
      <WithoutAddresses>
        <BookingRecord inspected={inspected} more={more} value={value} losses={losses} />
      </WithoutAddresses>
    </Page>
  )
}

const MOST_NAMED = 5

export function LeftOutNotice({ records, leftOut: { lines, values } }: OpenedSource) {
  if (lines.length === 0 && values === 0) return null
  const named = lines.slice(0, MOST_NAMED).map((line) => formatCount(line))
  const more =
    lines.length > MOST_NAMED ? ` and ${formatCount(lines.length - MOST_NAMED)} more` : ''
  return (
    <Notice
      tone="warning"
      title={`${counted(records.length, 'booking')} opened, the rest was left out`}
    >
      {lines.length > 0 ? (
        <p>
          {lines.length === 1
            ? `Line ${named[0]} is not valid JSON.`
            : `Lines ${named.join(', ')}${more} are not valid JSON.`}
        </p>
      ) : null}
      {values > 0 ? (
        <p>{counted(values, 'value')}: no field of a booking, or nested too deeply.</p>
      ) : null}
    </Notice>
  )
}
