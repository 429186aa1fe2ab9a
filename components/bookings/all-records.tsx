'use client'

import type { Route } from 'next'
import { createLoader, parseAsString, useQueryStates } from 'nuqs'
import { useEffect, useMemo, useRef } from 'react'
import { ArrivalNotice } from '@/components/bookings/arrived/arrival-notice'
import { useAnnouncedArrivals, useArrivals } from '@/components/bookings/arrived/arrived-record'
import type { ListScope } from '@/components/bookings/booking/source-tabs'
import { type Opened, openedStore, useListState } from '@/components/bookings/opened/opened-store'
import {
  choiceNames,
  choices,
  dayNames,
  type Filters,
  NO_FILTERS,
} from '@/components/bookings/table/list-view'
import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useNavigate } from '@/components/layout/use-navigate'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { ARRIVED_MOST, type ArrivedList, useOlderBookings } from '@/lib/api/queries/arrived-bookings'
import { formatCount } from '@/lib/format/number'
import { formatClock } from '@/lib/format/time/time'
import { BookingList, useSorted } from './booking-list'
import { OpenForm } from './open-form'

/** The list of arrived bookings, with the opened records where all sources are chosen. */
export function AllRecords({
  isAllowed,
  opened,
  scope,
  onNumber,
}: {
  /** Whether the operator's role is known, and sees bookings. */
  readonly isAllowed: boolean
  readonly opened: Exclude<Opened, { state: 'reading' }>
  readonly scope: ListScope
  readonly onNumber: (number: number | null) => void
}) {
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const arrivals = useArrivals(isAllowed)
  useFiltersInAddress(opened.state === 'none')
  const { data: list, error, dataUpdatedAt, refetch } = arrivals.query
  const openedRecords = opened.state === 'open' ? opened.records : NO_RECORDS
  const hasRows = arrivals.records.length + openedRecords.length > 0
  const records = useMemo(
    () => (scope === 'arrived' ? arrivals.records : [...openedRecords, ...arrivals.records]),
    [scope, arrivals.records, openedRecords],
  )
  const sorted = useSorted(records)
  const announcement = useAnnouncedArrivals(list)
  const notice = (
    <ArrivalNotice
      list={list}
      error={error}
      showing={formatClock(dataUpdatedAt, zone ?? undefined)}
      retry={() => void refetch()}
    />
  )
  function show({ index, arrival }: ListedRecord): void {
    openedStore.setListState({ selected: index, scope })
    if (arrival) void navigate(`/bookings/arrived/${encodeURIComponent(arrival.key)}` as Route)
    else onNumber(index + 1)
  }
  if (scope === 'all' && !hasRows) {
    if (!list && !error)
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
        name={opened.state === 'open' && scope === 'all' ? opened.name : null}
        unrecognised={list?.unrecognised ?? 0}
        fresh={list?.fresh}
        notice={
          <div className="flex flex-col gap-2 px-3 pt-2 empty:hidden md:px-4">
            {notice}
            {list ? <OlderBookings list={list} /> : null}
          </div>
        }
        {...{ records, sorted, scope, show }}
      />
    </>
  )
}

const NO_RECORDS: readonly ListedRecord[] = []

/** How many of the arrived bookings are in the list, with a button for more; nothing where all were from the start. */
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
          <Button onClick={() => isPending || mutate()} aria-disabled={isPending} className="shrink-0">
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
const parsers = Object.fromEntries(names.map((name) => [name, parseAsString.withDefault('')])) as Record<
  (typeof names)[number],
  ReturnType<typeof parseAsString.withDefault>
>
type Address = Omit<Filters, 'text'>

const readAddress = createLoader(parsers)

/**
 * Keeps the filters of the list in the page's address; a step in the history sets them.
 * @param isOn false while records are open that must not leave the browser, not even with a reload
 */
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
    if (!isOn) return
    if (last.current === null && differ(address, NO_FILTERS).length > 0) {
      last.current = address
      showFiltersOf(address)
      return
    }
    // Days are typed digit by digit.
    const isChosen = differ(last.current ?? filters, filters).some((name) => name in choices)
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
