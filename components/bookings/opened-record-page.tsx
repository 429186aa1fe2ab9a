'use client'

import { ArrowLeft, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { BookingInspector } from '@/components/booking/booking-inspector'
import { BookingRecord } from '@/components/booking/booking-record'
import type { OpenedRecord } from '@/components/bookings/opened/records'
import { titleOf } from '@/components/bookings/opened/title-of'
import { openedStore } from '@/components/bookings/opened/use-opened'
import { Page } from '@/components/layout/page'
import { JsonPanel } from '@/components/record/json/json-panel'
import { JsonViewer } from '@/components/record/json/json-viewer'
import { Button, IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { findingsOfLosses } from '@/lib/inspect/source'

// Source: interface §2.4
const WRAPPER = 'booking'

/** One record that was opened: everything of it, as far as it is a booking, and as it came. */
export function OpenedRecordPage({
  name,
  records,
  sorted,
  record,
  show,
}: {
  readonly name: string
  readonly records: readonly OpenedRecord[]
  readonly sorted: readonly OpenedRecord[]
  readonly record: OpenedRecord
  /** Another record, or the list. */
  readonly show: (record: OpenedRecord | null) => void
}) {
  const { inspected, value, losses } = record
  const more = useMemo(
    () => findingsOfLosses(losses, inspected?.raw === value ? null : WRAPPER),
    [losses, inspected, value],
  )
  // The list, in which the focus was, is gone.
  useEffect(() => document.getElementById('main')?.focus(), [])
  return (
    <Page
      title={<bdi>{titleOf(record)}</bdi>}
      lead={
        <>
          Of <bdi>{safeText(name, 80)}</bdi>; in this browser only.
        </>
      }
      actions={
        records.length > 1 ? (
          <Walk sorted={sorted} record={record} show={show} />
        ) : (
          <Button onClick={() => openedStore.close()}>
            <X aria-hidden className="size-4" />
            Close
          </Button>
        )
      }
    >
      {inspected ? (
        <BookingRecord
          inspected={inspected}
          findings={<BookingInspector inspected={inspected} more={more} isOpenedHere />}
        />
      ) : null}
      {inspected ? (
        <JsonPanel raw={value} losses={losses} />
      ) : (
        <>
          <Notice title="This is no booking">It is no JSON object, so there are no fields to show.</Notice>
          <Panel title="Raw JSON">
            <JsonViewer label="Raw JSON" value={value} losses={losses} />
          </Panel>
        </>
      )}
    </Page>
  )
}

/** From record to record in the list's order, and back to it. */
function Walk({
  sorted,
  record,
  show,
}: {
  readonly sorted: readonly OpenedRecord[]
  readonly record: OpenedRecord
  readonly show: (record: OpenedRecord | null) => void
}) {
  const place = sorted.indexOf(record)
  const before = sorted[place - 1]
  const after = place < 0 ? undefined : sorted[place + 1]
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
        {place < 0 ? 'Not in the list' : `${formatCount(place + 1)} of ${formatCount(sorted.length)}`}
      </p>
      <IconButton label="Next record" disabled={!after} onClick={() => after && show(after)}>
        <ChevronRight aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}
