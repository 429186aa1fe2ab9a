'use client'

import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useMemo } from 'react'
import { ArrivalNotice } from '@/components/bookings/arrived/arrival-notice'
import { OlderBookings } from '@/components/bookings/arrived/older-bookings'
import { useAnnouncedArrivals, useArrivals } from '@/components/bookings/arrived/use-arrivals'
import type { Opened } from '@/components/bookings/opened/opened-store'
import { openedStore } from '@/components/bookings/opened/use-opened'
import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { readListedRecord } from '@/components/bookings/table/read-record'
import type { ListScope } from '@/components/bookings/table/source-field'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useNavigate } from '@/components/layout/use-navigate'
import { Skeleton } from '@/components/ui/skeleton'
import { formatClock } from '@/lib/format/time/time'
import { exampleBookingQuery } from '@/lib/queries/records'
import { BookingList } from './booking-list'
import { OpenForm } from './open-form'
import { useSorted } from './use-sorted'

/** The list of arrived bookings, with the opened records and the example where all sources are chosen. */
export function AllRecords({
  isAllowed,
  opened,
  scope,
  onScope,
  onNumber,
}: {
  /** Whether the operator's role is known, and sees bookings. */
  readonly isAllowed: boolean
  readonly opened: Exclude<Opened, { state: 'reading' }>
  readonly scope: ListScope
  readonly onScope?: (scope: ListScope) => void
  readonly onNumber: (number: number | null) => void
}) {
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const arrivals = useArrivals(isAllowed)
  const { data: list, error, dataUpdatedAt, refetch } = arrivals.query
  const openedRecords = opened.state === 'open' ? opened.records : NO_RECORDS
  const hasRows = arrivals.records.length + openedRecords.length > 0
  const example = useExample(isAllowed && (scope === 'example' || (scope === 'all' && hasRows)))
  const records = useMemo(() => {
    if (scope === 'arrived') return arrivals.records
    if (scope === 'example') return example.records
    return [...openedRecords, ...arrivals.records, ...example.records]
  }, [scope, arrivals.records, openedRecords, example.records])
  const sorted = useSorted(records)
  const announcement = useAnnouncedArrivals(list)
  const notice = (className?: string) =>
    scope === 'example' ? (
      example.error && <ProblemNotice error={example.error} retry={example.retry} />
    ) : (
      <ArrivalNotice
        list={list}
        error={error}
        showing={formatClock(dataUpdatedAt, zone ?? undefined)}
        retry={() => void refetch()}
        className={className}
      />
    )
  function show({ source, index, arrival }: ListedRecord): void {
    openedStore.setListState({ selected: index, scope })
    if (arrival) void navigate(`/bookings/arrived/${encodeURIComponent(arrival.key)}` as Route)
    else if (source === 'example') void navigate('/bookings/example')
    else onNumber(index + 1)
  }
  if (scope === 'all' && !hasRows) {
    if (!list && !error)
      return (
        <Page title="Bookings">
          <Skeleton label="Loading the bookings" lines={8} />
        </Page>
      )
    if (opened.state === 'none') return <OpenForm {...opened} notice={notice()} onScope={onScope} />
  }
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <BookingList
        name={opened.state === 'open' && scope === 'all' ? opened.name : null}
        unrecognised={list?.unrecognised ?? 0}
        fresh={list?.fresh ?? NOTHING_FRESH}
        notice={
          <div className="flex flex-col gap-2 px-3 pt-2 empty:hidden md:px-4">
            {notice()}
            {list && scope !== 'example' ? <OlderBookings list={list} /> : null}
          </div>
        }
        {...{ records, sorted, scope, onScope, show }}
      />
    </>
  )
}

const NO_RECORDS: readonly ListedRecord[] = []
// Above those of arrived bookings.
const EXAMPLE_INDEX = 2_000_000

/** The service's example as a record of the list. */
function useExample(enabled: boolean) {
  const { data, error, refetch } = useQuery({
    ...exampleBookingQuery(),
    enabled,
    staleTime: EXAMPLE_STALE_MS,
  })
  const raw = data?.data.raw
  const records = useMemo(
    () => (raw ? [readListedRecord(raw, { index: EXAMPLE_INDEX, source: 'example' })] : NO_RECORDS),
    [raw],
  )
  return { records, error, retry: () => void refetch() }
}

const EXAMPLE_STALE_MS = 10 * 60_000

const NOTHING_FRESH: ReadonlySet<string> = new Set()
