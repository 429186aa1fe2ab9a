'use client'

import { useCallback } from 'react'
import type { OpenedSource } from '@/components/bookings/opened/opened-store'
import type { SkippedPart } from '@/components/bookings/opened/split-readable'
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
  skipped,
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
      {record && records.length > 1 ? null : <SkippedNotice opened={records.length} skipped={skipped} />}
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

/** Lines that could not be read: "200 opened, 1 line skipped", with numbers and reasons. */
function SkippedNotice({
  opened,
  skipped,
}: {
  readonly opened: number
  readonly skipped: readonly SkippedPart[]
}) {
  if (skipped.length === 0) return null
  const lines = skipped.reduce((sum, { line, lastLine }) => sum + lastLine - line + 1, 0)
  const rest = skipped.length - MOST_NAMED
  return (
    <Notice
      tone="warning"
      title={`${formatCount(opened)} opened, ${counted(lines, 'line')} skipped`}
      className="mx-3 mt-2 md:mx-4"
    >
      <ul>
        {skipped.slice(0, MOST_NAMED).map(({ line, lastLine, reason }) => (
          <li key={line}>
            {line === lastLine
              ? `Line ${formatCount(line)}`
              : `Lines ${formatCount(line)} to ${formatCount(lastLine)}`}
            : {reason}.
          </li>
        ))}
      </ul>
      {rest > 0 ? <p>and {formatCount(rest)} more</p> : null}
    </Notice>
  )
}
