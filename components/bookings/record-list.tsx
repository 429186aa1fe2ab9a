import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from '@/components/layout/link'
import { usePageTitle } from '@/components/layout/page-title'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import {
  ARRIVED_MOST,
  type ArrivedList,
  useArrivedBookings,
  useOlderBookings,
} from '@/lib/api/queries/arrived-bookings'
import { query } from '@/lib/api/queries/query'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time/time'
import { BookingsFrame } from './booking/bookings-head'
import type { ListScope } from './booking/source-tabs'
import { BookingList } from './booking-list'
import { OpenForm } from './open-form'
import { type Opened, openedStore } from './opened/opened-store'
import { LeftOutNotice } from './opened-record'
import { useKeptAddress } from './table/list-filters'
import { arrivedRecord, type ListedRecord } from './table/listed-record'

export function RecordList({
  opened,
  scope,
  onNumber,
}: {
  readonly opened: Exclude<Opened, { state: 'reading' }>
  readonly scope: ListScope
  readonly onNumber: (number: number) => void
}) {
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const isLive = scope !== 'opened'
  const { data, error, dataUpdatedAt, refetch } = useArrivedBookings(isLive)
  useKeptAddress()
  const list = isLive ? data : undefined
  const source = opened.state === 'open' && scope !== 'arrived' ? opened : null
  const entries = list?.entries
  const records = useMemo(
    () => [...(source?.records ?? []), ...(entries?.map(arrivedRecord) ?? [])],
    [source, entries],
  )
  const announcement = useAnnouncedArrivals(list)
  // Not a record's own name: the browser stores titles in its history.
  usePageTitle(source && !isLive ? `${safeText(source.name, 60)} · Bookings` : null)
  function show({ index, arrival }: ListedRecord): void {
    openedStore.setList({ selected: index })
    if (arrival) void navigate(`/bookings/arrived/${encodeURIComponent(arrival.key)}` as Route)
    else onNumber(index + 1)
  }
  const notice = isLive ? (
    <ArrivalNotice
      list={list}
      error={error}
      showing={formatClock(dataUpdatedAt, zone)}
      retry={() => void refetch()}
    />
  ) : (
    <ViewerNotice />
  )
  if (records.length === 0) {
    if (isLive && !list && !error)
      return (
        <BookingsFrame tab={scope}>
          <Skeleton label="Loading the bookings" lines={8} />
        </BookingsFrame>
      )
    if (isLive)
      return (
        <BookingsFrame tab={scope}>
          {notice}
          {list ? <NoBookings list={list} /> : null}
        </BookingsFrame>
      )
    if (opened.state === 'none') return <OpenForm {...opened} notice={notice} scope={scope} />
  }
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <BookingList
        name={source?.name ?? null}
        arrived={list}
        notice={
          <div className="flex flex-col gap-2 px-3 pt-2 empty:hidden md:px-4">
            {isLive ? notice : null}
            {list ? <OlderBookings list={list} /> : null}
            {source && !isLive ? <LeftOutNotice {...source} /> : null}
          </div>
        }
        records={records}
        scope={scope}
        show={show}
      />
    </>
  )
}

/** Arrivals and changes are announced together, this often at most. */
const ANNOUNCED_EVERY_MS = 15_000

/** "3 bookings received, 2 changed", since the last announcement. */
function useAnnouncedArrivals(list: ArrivedList | undefined): string {
  const [text, setText] = useState('')
  const before = useRef(list)
  const announce = useEffectEvent(() => {
    if (before.current && list) setText(arrivalsInWords(before.current, list))
    before.current = list
  })
  useEffect(() => {
    const timer = setInterval(() => announce(), ANNOUNCED_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return text
}

interface Counts {
  readonly cameCount: number
  readonly changedCount: number
}

export function arrivalsInWords(before: Counts, now: Counts): string {
  const came = now.cameCount - before.cameCount
  const changed = now.changedCount - before.changedCount
  const received = `${counted(came, 'booking')} received`
  if (came > 0 && changed > 0) return `${received}, ${changed} changed`
  if (came > 0) return received
  return changed > 0 ? `${counted(changed, 'booking')} changed` : ''
}

function ViewerNotice() {
  if (!useIsViewer()) return null
  return (
    <Notice title="Bookings received by webhook are not shown to viewers">
      Dispatchers and administrators see them here. You can open records of your own.
    </Notice>
  )
}

function listedInWords({ entries, older, isCut, total }: ArrivedList): string {
  const listed = formatCount(entries.length)
  if (older === null && !isCut) return `All ${listed} bookings received are listed and searched.`
  // A total that lags behind the list would say “3 of 2”.
  const all = formatCount(Math.max(total, entries.length + 1))
  const end = isListFull(entries) ? ': more do not fit.' : '.'
  return `The newest ${listed} of ${all} bookings received are listed and searched${end}`
}

function isListFull(entries: ArrivedList['entries']): boolean {
  return entries.length >= ARRIVED_MOST
}

function OlderBookings({ list }: { readonly list: ArrivedList }) {
  const { entries, older } = list
  const text = useRef<HTMLParagraphElement>(null)
  const { mutate, isPending, isSuccess, error } = useOlderBookings()
  const isFull = isListFull(entries)
  const isLoaded = isSuccess && (older === null || isFull)
  // The focused button is gone.
  useEffect(() => {
    if (isLoaded) text.current?.focus()
  }, [isLoaded])
  if (older === null && !isLoaded) return null
  return (
    <div className="flex flex-col gap-2">
      <div className="text-muted flex items-center gap-3 text-sm">
        <p ref={text} role="status" tabIndex={-1} className="min-w-0 flex-1 md:flex-none">
          {listedInWords(list)}
        </p>
        {older === null || isFull ? null : (
          <Button onClick={() => mutate()} isBusy={isPending} className="shrink-0">
            {isPending ? 'Loading' : 'Load older'}
          </Button>
        )}
      </div>
      {error ? <ProblemNotice error={error} /> : null}
    </div>
  )
}

export function ArrivalNotice({
  list,
  error,
  showing,
  retry,
}: {
  readonly list: ArrivedList | undefined
  readonly error: Error | null
  readonly showing: string
  readonly retry: () => void
}) {
  const role = useQuery(query('/api/me')).data?.data.operator?.role ?? 'administrator'
  if (error) return <ProblemNotice error={error} retry={retry} showing={list && showing} />
  if (!list) return null
  if (list.unreadable > 0)
    return (
      <Notice tone="warning" title={`${counted(list.unreadable, 'booking')} cannot be decrypted`}>
        They were received while the server had a different secret. They appear again once an
        administrator restores it; otherwise they are deleted because of their age.
      </Notice>
    )
  if (list.isReceiving || list.entries.length === 0) return null
  return (
    <Notice
      title="No new bookings come in: no webhook address is in use"
      action={
        role === 'administrator' ? (
          <Link href="/integration/webhooks" button="secondary">
            Webhook addresses
          </Link>
        ) : undefined
      }
    >
      {role === 'administrator'
        ? 'Create an address and register it with the service.'
        : ASK_ADMINISTRATOR}
    </Notice>
  )
}

const ASK_ADMINISTRATOR = 'Ask an administrator to set up a webhook address for bookings.'

/** Before the first booking: how they come here. */
export function NoBookings({ list }: { readonly list: ArrivedList }) {
  const role = useQuery(query('/api/me')).data?.data.operator?.role ?? 'administrator'
  const mayBegin = role === 'administrator' && !list.isReceiving
  return (
    <EmptyState
      title={list.isReceiving ? 'Waiting for the first booking' : 'No bookings yet'}
      action={
        mayBegin ? (
          <Link href="/integration/webhooks" button="primary">
            Set up a webhook address
          </Link>
        ) : null
      }
    >
      <p>
        Bookings appear here live as soon as the service sends them, with pick-up, journey,
        customer, vehicle and every change of status.
      </p>
      <p>{stepInWords(list, mayBegin)}</p>
      {list.unrecognised === 0 ? null : (
        <p>
          <Link href="/bookings?source=unrecognised">
            {list.unrecognised === 1
              ? '1 delivery was not recognised'
              : `${formatCount(list.unrecognised)} deliveries were not recognised`}
          </Link>
        </p>
      )}
    </EmptyState>
  )
}

function stepInWords({ isReceiving }: ArrivedList, mayBegin: boolean): string {
  if (isReceiving) return 'A webhook address is in use. Nothing more needs to be done.'
  return mayBegin ? 'Create a webhook address and register it with the service.' : ASK_ADMINISTRATOR
}
