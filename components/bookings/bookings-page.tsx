'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { type ReactNode, useEffect } from 'react'
import { DeliveryItem } from '@/components/bookings/arrived/delivery-item'
import { SourceTabs } from '@/components/bookings/booking/source-tabs'
import { type Opened, openedStore, useOpened } from '@/components/bookings/opened/opened-store'
import { sourceParser, useOpenSource } from '@/components/bookings/table/list-filters'
import { Page } from '@/components/layout/page'
import { QueryState } from '@/components/layout/query-state'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useFileDrop } from '@/components/ui/open-file-button'
import { Skeleton } from '@/components/ui/skeleton'
import { query } from '@/lib/api/queries/query'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { OpenedRecord } from './opened-record'
import { RecordList } from './record-list'

/** Bookings that arrived and opened records as a list; opened ones never leave the browser. */
export function BookingsPage() {
  const opened = useOpened()
  const isViewer = useIsViewer()
  const [source] = useQueryState('source', sourceParser)
  const scope = scopeOf(source, isViewer)
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
  return <DropZone>{content()}</DropZone>

  function content() {
    if (opened.state === 'reading') return <ReadingNotice {...opened} />
    if (opened.state === 'open' && record)
      return (
        <OpenedRecord key={record.index} source={opened} record={record} onNumber={setNumber} />
      )
    if (source === 'unrecognised' && !isViewer) return <UnrecognisedDeliveries />
    return <RecordList opened={opened} scope={scope} onNumber={setNumber} />
  }
}

function scopeOf(source: 'arrived' | 'opened' | 'unrecognised' | null, isViewer: boolean) {
  if (isViewer) return 'opened'
  if (source === 'unrecognised') return 'arrived'
  return source ?? 'all'
}

function ReadingNotice({ name, read, of }: Extract<Opened, { state: 'reading' }>) {
  return (
    <Page title="Bookings" lead={<>Reading {safeText(name, 80)}</>}>
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
    </Page>
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
    <Page
      title="Deliveries not recognised"
      lead="They came to a webhook address, but no booking was found in them. They are kept as they came."
      actions={<SourceTabs current="arrived" query={asked} />}
    >
      <QueryState query={asked} loading={<Skeleton label="Loading the deliveries" lines={6} />}>
        {({ data: { deliveries, total } }) =>
          deliveries.length === 0 ? (
            <Notice title="Every delivery was recognised">
              A delivery in which no booking is found appears here.
            </Notice>
          ) : (
            <>
              {total > deliveries.length ? (
                <p className="text-muted text-sm">
                  The newest {formatCount(deliveries.length)} of {formatCount(total)} are shown.
                </p>
              ) : null}
              <ol
                aria-label="Deliveries not recognised, the newest first"
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
    </Page>
  )
}
