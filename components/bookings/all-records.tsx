'use client'

import type { Route } from 'next'
import { useMemo } from 'react'
import type { ListScope } from '@/components/booking/source-tabs'
import { ArrivalNotice } from '@/components/bookings/arrived/arrival-notice'
import { OlderBookings } from '@/components/bookings/arrived/older-bookings'
import { useAnnouncedArrivals, useArrivals } from '@/components/bookings/arrived/use-arrivals'
import type { Opened } from '@/components/bookings/opened/opened-store'
import { openedStore } from '@/components/bookings/opened/use-opened'
import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { useFiltersInAddress } from '@/components/bookings/table/use-filters-in-address'
import { Page } from '@/components/layout/page'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useNavigate } from '@/components/layout/use-navigate'
import { Skeleton } from '@/components/ui/skeleton'
import { formatClock } from '@/lib/format/time/time'
import { BookingList } from './booking-list'
import { OpenForm } from './open-form'
import { useSorted } from './use-sorted'

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
        fresh={list?.fresh ?? NOTHING_FRESH}
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

const NOTHING_FRESH: ReadonlySet<string> = new Set()
