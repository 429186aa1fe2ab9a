import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useEffect, useMemo, useRef } from 'react'
import { Link, useNavigate } from '@/components/layout/link'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { usePageTitle } from '@/components/layout/use-page-title'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import {
  ARRIVED_MOST,
  type ArrivedList,
  arrivedBookingsQuery,
  useOlderBookings,
} from '@/lib/api/queries/arrived-bookings'
import { query } from '@/lib/api/queries/query'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time/time'
import { arrivedRecord, useAnnouncedArrivals } from './arrived/arrived-record'
import type { ListScope } from './booking/source-tabs'
import { BookingList } from './booking-list'
import { OpenForm } from './open-form'
import { type Opened, openedStore } from './opened/opened-store'
import { LeftOutNotice } from './opened-record'
import { useKeptAddress } from './table/list-filters'
import type { ListedRecord } from './table/listed-record'

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
  // Until the role is known nothing is asked that a viewer is refused.
  const isAsking = useQuery(query('/api/me')).isFetched && isLive
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...arrivedBookingsQuery(),
    enabled: isAsking,
  })
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
        <Page title="Bookings">
          <Skeleton label="Loading the bookings" lines={8} />
        </Page>
      )
    if (opened.state === 'none' && scope !== 'arrived')
      return <OpenForm {...opened} notice={notice} scope={scope} />
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

function ViewerNotice() {
  if (!useIsViewer()) return null
  return (
    <Notice title="Bookings that arrive by webhook are not shown to viewers">
      Dispatchers and administrators see them here. You can open records of your own.
    </Notice>
  )
}

function listedInWords({ entries, older, total }: ArrivedList): string {
  const listed = formatCount(entries.length)
  if (older === null) return `All ${listed} arrived bookings are listed and searched.`
  // A total that lags behind the list would say “3 of 2”.
  const all = formatCount(Math.max(total, entries.length + 1))
  const end = isListFull(entries) ? ': more do not fit.' : '.'
  return `The newest ${listed} of ${all} arrived bookings are listed and searched${end}`
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
        They arrived while <code>KERBSIDE_SECRET</code> was another one. They appear once an
        administrator sets it back, or else are deleted by age.
      </Notice>
    )
  if (list.isReceiving)
    return list.entries.length > 0 ? null : (
      <Notice title="Waiting for the first booking">
        A webhook address is in use. Bookings appear here as soon as the service delivers one.
      </Notice>
    )
  const isAdministrator = role === 'administrator'
  return (
    <Notice
      title={
        list.entries.length > 0
          ? 'No new bookings arrive: no webhook address is in use'
          : 'Bookings do not arrive by themselves yet'
      }
      action={
        isAdministrator ? (
          <Link href="/webhooks" button="secondary">
            Webhook addresses
          </Link>
        ) : undefined
      }
    >
      {isAdministrator
        ? 'Bookings appear here when the service delivers them to a webhook address. Make an address and register it there.'
        : 'Ask an administrator to make a webhook address, to which the service delivers bookings.'}
    </Notice>
  )
}
