import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { createLoader, parseAsString, useQueryStates } from 'nuqs'
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
import { type Opened, openedStore, useListState } from './opened/opened-store'
import { LeftOutNotice } from './opened-record'
import { choiceNames, dayNames, type Filters, NO_FILTERS } from './table/list-view'
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
  const isViewer = useIsViewer()
  const isLive = scope !== 'opened'
  // Until the role is known nothing is asked that a viewer is refused.
  const isAsking = useQuery(query('/api/me')).isFetched && isLive
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...arrivedBookingsQuery(),
    enabled: isAsking,
  })
  useFiltersInAddress(isLive && opened.state === 'none')
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
    openedStore.setListState({ selected: index, scope })
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
  ) : !isViewer ? null : (
    <Notice title="Bookings that arrive by webhook are not shown to viewers">
      Dispatchers and administrators see them here. You can open records of your own.
    </Notice>
  )
  if (scope !== 'arrived' && records.length === 0) {
    if (isLive && !list && !error)
      return (
        <Page title="Bookings">
          <Skeleton label="Loading the bookings" lines={8} />
        </Page>
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
        {...{ records, scope, show }}
      />
    </>
  )
}

function OlderBookings({ list: { entries, older, total } }: { readonly list: ArrivedList }) {
  const text = useRef<HTMLParagraphElement>(null)
  const { mutate, isPending, isSuccess, error } = useOlderBookings()
  const isFull = entries.length >= ARRIVED_MOST
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
          {older === null
            ? `All ${formatCount(entries.length)} arrived bookings are listed and searched.`
            : `The newest ${formatCount(entries.length)} of ${formatCount(Math.max(total, entries.length + 1))} arrived bookings are listed and searched${isFull ? ': more do not fit.' : '.'}`}
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

// Without the text that is searched for: a name does not belong into logs of addresses.
const names = [...choiceNames, ...dayNames]
const parsers = Object.fromEntries(
  names.map((name) => [name, parseAsString.withDefault('')]),
) as Record<(typeof names)[number], ReturnType<typeof parseAsString.withDefault>>
type Address = Omit<Filters, 'text'>

const readAddress = createLoader(parsers)

/** @param isOn false while records are open, which must not leave the browser, not even with a reload */
function useFiltersInAddress(isOn: boolean): void {
  const { filters } = useListState()
  const [address, setAddress] = useQueryStates(parsers)
  /** Filters of the address as read or written last. */
  const last = useRef<Address | null>(null)
  useEffect(() => {
    if (!isOn) return
    function onStep() {
      if (window.location.pathname !== '/bookings') return
      last.current = readAddress(window.location.search)
      showFiltersOf(last.current)
    }
    window.addEventListener('popstate', onStep)
    return () => window.removeEventListener('popstate', onStep)
  }, [isOn])
  useEffect(() => {
    if (!isOn) {
      last.current = null
      return
    }
    if (last.current === null && differ(address, NO_FILTERS).length > 0) {
      last.current = address
      showFiltersOf(address)
      return
    }
    const isChosen = differ(last.current ?? filters, filters).length > 0
    last.current = filters
    // A link to the list or to another source of it has no filters: those that are set stay.
    if (differ(address, filters).length > 0)
      void setAddress(Object.fromEntries(names.map((name) => [name, filters[name]])), {
        history: isChosen ? 'push' : 'replace',
      })
  }, [isOn, address, filters, setAddress])
}

function showFiltersOf(address: Address): void {
  const { text } = openedStore.listState().filters
  const isSet = text !== '' || differ(address, NO_FILTERS).length > 0
  openedStore.setListState({ filters: isSet ? { ...address, text } : NO_FILTERS })
}

function differ(one: Address, other: Address) {
  return names.filter((name) => one[name] !== other[name])
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
