'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { type ReactNode, useEffect } from 'react'
import { DeliveryItem } from '@/components/bookings/arrived/delivery-item'
import { BookingsFrame } from '@/components/bookings/booking/bookings-head'
import type { ListScope } from '@/components/bookings/booking/source-tabs'
import { DuePage } from '@/components/bookings/due/due-page'
import { type Opened, openedStore, useOpened } from '@/components/bookings/opened/opened-store'
import {
  type SourceName,
  sourceParser,
  useHasAddressFilters,
  useOpenSource,
} from '@/components/bookings/table/list-filters'
import { QueryState } from '@/components/layout/query-state'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { ReadAt } from '@/components/record/record-state'
import { WatchingErrorNotice } from '@/components/record/watching-error-notice'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { LongPress } from '@/components/ui/long-press'
import { Notice } from '@/components/ui/notice'
import { useFileDrop } from '@/components/ui/open-file-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useArrivedBookings } from '@/lib/api/queries/arrived-bookings'
import { query } from '@/lib/api/queries/query'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { OpenedRecord } from './opened-record'
import { RecordList } from './record-list'

/** Bookings that arrived and opened records as a list; opened ones never leave the browser. */
export function BookingsPage() {
  const opened = useOpened()
  const isViewer = useIsViewer()
  const source = useSource(isViewer)
  const scope = scopeOf(source)
  // Only the number of the record is in the address, so that Back leads to the list.
  const [number, setNumber] = useQueryState(
    'record',
    parseAsInteger.withOptions({ history: 'push' }),
  )
  useEffect(() => {
    // The number belonged to a source that is no longer open.
    if (opened.state !== 'open' && number !== null) void setNumber(null, { history: 'replace' })
  }, [opened.state, number, setNumber])
  const records =
    opened.state === 'open' && (scope === 'opened' || number !== null) ? opened.records : []
  // The only one is shown at once.
  const record = records.length === 1 ? records[0] : records[(number ?? 0) - 1]
  return (
    <DropZone>
      <LongPress />
      <WatchingErrorNotice className="mx-4 mt-4 md:mx-6" />
      {content()}
    </DropZone>
  )

  function content() {
    if (opened.state === 'reading') return <ReadingNotice {...opened} />
    if (opened.state === 'open' && record)
      return (
        <OpenedRecord key={record.index} source={opened} record={record} onNumber={setNumber} />
      )
    if (source === 'unrecognised') return <UnrecognisedDeliveries />
    if (source === 'due') return <DuePage />
    return <RecordList opened={opened} scope={scope} onNumber={setNumber} />
  }
}

/**
 * The source of the address. Without one, the bookings that are due once any has arrived, unless
 * the address has filters, which are of the list.
 */
function useSource(isViewer: boolean): SourceName {
  const [source] = useQueryState('source', sourceParser)
  const isOpened = useOpened().state !== 'none'
  const hasFilters = useHasAddressFilters()
  const isDueFirst = source === null && !isOpened && !hasFilters && !isViewer
  const hasArrived = (useArrivedBookings(isDueFirst).data?.entries.length ?? 0) > 0
  if (isViewer) return 'opened'
  if (source !== null) return source
  return isDueFirst && hasArrived ? 'due' : 'all'
}

function scopeOf(source: SourceName): ListScope {
  return source === 'all' || source === 'opened' ? source : 'arrived'
}

function ReadingNotice({ name, read, of }: Extract<Opened, { state: 'reading' }>) {
  return (
    <BookingsFrame lead={<>Reading {safeText(name, 80)}</>} tab="opened">
      <div className="bg-surface border-line flex flex-wrap items-center gap-4 rounded-lg border p-4">
        <progress
          aria-label="Records read"
          className="h-3 min-w-48 flex-1"
          max={of ?? 1}
          value={of === null ? undefined : read}
        />
        <p className="text-muted text-sm">
          {of === null ? 'Counting records' : `${formatCount(read)} of ${formatCount(of)} records`}
        </p>
        <Button onClick={() => openedStore.stop()}>Stop</Button>
      </div>
    </BookingsFrame>
  )
}

function DropZone({ children }: { readonly children: ReactNode }) {
  const openSource = useOpenSource()
  const opened = useOpened()
  const openName = opened.state === 'none' ? null : opened.name
  const { isOver, refusal, setRefusal, handlers } = useFileDrop(
    (file) => openSource({ name: file.name, blob: file }),
    (text) => openSource({ name: 'dropped text', blob: new Blob([text]) }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source ends the refusal
  useEffect(() => setRefusal(null), [openName])
  return (
    <div
      className={`flex min-h-0 flex-1 flex-col ${isOver ? 'outline-accent outline-2 -outline-offset-4 outline-dashed' : ''}`}
      {...handlers}
    >
      {refusal ? (
        <Notice
          tone="danger"
          title={
            'folder' in refusal
              ? `“${safeText(refusal.folder, 80)}” is a folder`
              : `You dropped ${formatCount(refusal.files)} files`
          }
          className="mx-4 mt-4 md:mx-6"
        >
          Nothing was opened. Drop one file.
        </Notice>
      ) : null}
      {children}
    </div>
  )
}

function UnrecognisedDeliveries() {
  const asked = useQuery(query('/api/webhooks/unrecognised'))
  return (
    <BookingsFrame
      title="Unrecognised deliveries"
      lead="Received at a webhook address, but no booking was found in them. They are kept unchanged."
      actions={<ReadAt query={asked} />}
      tab="arrived"
    >
      <QueryState query={asked} loading={<Skeleton label="Loading the deliveries" lines={6} />}>
        {({ data: { deliveries, total } }) =>
          deliveries.length === 0 ? (
            <EmptyState title="No unrecognised deliveries">
              A delivery without a recognisable booking appears here.
            </EmptyState>
          ) : (
            <>
              {total > deliveries.length ? (
                <p className="text-muted text-sm">
                  The newest {formatCount(deliveries.length)} of {formatCount(total)} are shown.
                </p>
              ) : null}
              <ol
                aria-label="Unrecognised deliveries, the newest first"
                className="flex flex-col gap-3"
              >
                {deliveries.map((delivery) => (
                  <DeliveryItem key={delivery.id} delivery={delivery} />
                ))}
              </ol>
            </>
          )
        }
      </QueryState>
    </BookingsFrame>
  )
}
