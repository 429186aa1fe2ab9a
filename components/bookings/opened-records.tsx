'use client'

import { useCallback } from 'react'
import type { OpenedSource } from '@/components/bookings/opened/opened-store'
import type { LeftOut } from '@/components/bookings/opened/read-source'
import { openedStore } from '@/components/bookings/opened/use-opened'
import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { usePageTitle } from '@/components/layout/use-page-title'
import { Notice } from '@/components/ui/notice'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { BookingList } from './booking-list'
import { OpenedRecordPage } from './opened-record-page'
import { useSorted } from './use-sorted'

/** Opened records, as a list or one at a time. */
export function OpenedRecords({
  name,
  records,
  leftOut,
  number,
  onNumber,
}: OpenedSource & {
  /** Of the record that is shown, from 1; null for the list. */
  readonly number: number | null
  readonly onNumber: (number: number | null) => void
}) {
  const sorted = useSorted(records)
  const show = useCallback(
    (record: ListedRecord | null) => {
      if (record) openedStore.setListState({ selected: record.index })
      onNumber(record ? record.index + 1 : null)
    },
    [onNumber],
  )
  const record = records.length === 1 ? records[0] : records[(number ?? 0) - 1]
  // Not a record's own name: the browser stores titles in its history.
  usePageTitle(record ? null : `${safeText(name, 60)} · Bookings`)
  return (
    <>
      {record && records.length > 1 ? null : <LeftOutNotice opened={records.length} leftOut={leftOut} />}
      {record ? (
        <OpenedRecordPage key={record.index} {...{ name, records, sorted, record, show }} />
      ) : (
        <BookingList scope="opened" fresh={NOTHING_FRESH} {...{ name, records, sorted, show }} />
      )}
    </>
  )
}

const NOTHING_FRESH: ReadonlySet<string> = new Set()

const MOST_NAMED = 5

/** Parts of the source that are not shown: damaged lines by number, and values that are no bookings. */
function LeftOutNotice({
  opened,
  leftOut: { lines, values },
}: {
  readonly opened: number
  readonly leftOut: LeftOut
}) {
  if (lines.length === 0 && values === 0) return null
  const named = lines.slice(0, MOST_NAMED).map((line) => formatCount(line))
  const more = lines.length > MOST_NAMED ? ` and ${formatCount(lines.length - MOST_NAMED)} more` : ''
  return (
    <Notice
      tone="warning"
      title={`${counted(opened, 'booking')} opened, the rest was left out`}
      className="mx-3 mt-2 md:mx-4"
    >
      {lines.length > 0 ? (
        <p>
          {lines.length === 1
            ? `Line ${named[0]} is not valid JSON.`
            : `Lines ${named.join(', ')}${more} are not valid JSON.`}
        </p>
      ) : null}
      {values > 0 ? (
        <p>
          {values === 1
            ? '1 value has no field of a booking, or is nested too deeply.'
            : `${formatCount(values)} values have no field of a booking, or are nested too deeply.`}
        </p>
      ) : null}
    </Notice>
  )
}
