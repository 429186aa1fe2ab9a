'use client'

import { ArrowLeft, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect } from 'react'
import { BookingRecord } from '@/components/booking/booking-record'
import { Inspector } from '@/components/inspector/inspector'
import { Page } from '@/components/layout/page'
import { JsonPanel } from '@/components/record/json-panel'
import { JsonViewer } from '@/components/record/json-viewer'
import { Button, IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { OpenedRecord } from './records'
import { titleOf } from './title-of'
import { openedStore } from './use-opened'

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
  const { inspected, value } = record
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
        // Without the comparison with the vehicle's own record: asking for it would tell the service what was opened.
        <BookingRecord inspected={inspected} findings={<Inspector kind="booking" record={value} />} />
      ) : null}
      {inspected ? (
        <JsonPanel raw={value} />
      ) : (
        <>
          <Notice title="This is no booking">It is no JSON object, so there are no fields to show.</Notice>
          <Panel title="Raw JSON">
            <JsonViewer label="Raw JSON" value={value} />
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
