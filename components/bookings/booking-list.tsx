import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ListScope } from '@/components/bookings/booking/source-tabs'
import { bookedNeeds } from '@/components/bookings/due/booked-needs'
import type { BookingSubject } from '@/components/bookings/due/due-bookings'
import { openedStore, useListState, useSort } from '@/components/bookings/opened/opened-store'
import { FilterBar } from '@/components/bookings/table/filter-bar'
import { useFilters } from '@/components/bookings/table/list-filters'
import { ListHeader } from '@/components/bookings/table/list-header'
import {
  filterRecords,
  heldIndices,
  holdOrder,
  NO_FILTERS,
} from '@/components/bookings/table/list-view'
import { type ListedRecord, titleOf } from '@/components/bookings/table/listed-record'
import { columnsFor, sorts } from '@/components/bookings/table/table-columns'
import { useMomentContext } from '@/components/layout/moment-field'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { JourneyMap } from '@/components/map/maps'
import { MapWithTiles } from '@/components/record/record-map'
import { Button } from '@/components/ui/button'
import { DataGrid, sortRows } from '@/components/ui/data-table'
import type { MenuPoint } from '@/components/ui/menu-keys'
import { Notice } from '@/components/ui/notice'
import { onDemand } from '@/components/ui/on-demand'
import { isPrinting } from '@/components/ui/use-printing'
import type { ArrivedList } from '@/lib/api/queries/arrived-bookings'
import { keepVehicleNames } from '@/lib/api/queries/names'
import { arrivedBookingHref } from '@/lib/format/links'
import { ABSENT, counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { parseMoment } from '@/lib/format/time/parse-moment'

/** Records that match the filters, in the order of the list; learns the names of their vehicles. */
export function useSorted(records: readonly ListedRecord[]): readonly ListedRecord[] {
  const client = useQueryClient()
  useEffect(() => {
    const vehicles = records.flatMap(({ inspected }) => {
      const { vehicle_id: id = null, vehicle_our_ref: our_ref = null } = inspected.record
      return id === null ? [] : { id, our_ref }
    })
    keepVehicleNames(client, vehicles)
  }, [client, records])
  const [filters] = useFilters()
  const sort = useSort(records)
  const contextOf = useMomentContext()
  const shown = useMemo(
    () => filterRecords(records, filters, (bound, edge) => parseMoment(bound, contextOf({ edge }))),
    [records, filters, contextOf],
  )
  return useMemo(() => sortRows(shown, sorts[sort.by]?.key, sort.descending), [shown, sort])
}

const ROW_HEIGHT = 44

const BookingMenu = onDemand(() => import('./due/booking-menu'), 'BookingMenu')

interface OpenedRecordMenu {
  readonly record: ListedRecord
  readonly at: MenuPoint
}

function subjectOf(listed: ListedRecord): BookingSubject {
  const { inspected, arrival, createdMs } = listed
  const { record, raw, unreadable } = inspected
  return {
    record,
    unreadable,
    title: titleOf(listed),
    needs: bookedNeeds(raw),
    vehicleId: record.vehicle_id || null,
    bookedMs: createdMs ?? arrival?.receivedMs ?? Date.now(),
    href: arrival ? arrivedBookingHref(arrival.key) : null,
  }
}

export function BookingList({
  name,
  records,
  scope,
  arrived,
  notice,
  show,
}: {
  /** Of the opened source; null without one. */
  readonly name: string | null
  readonly records: readonly ListedRecord[]
  readonly scope: ListScope
  readonly arrived: ArrivedList | undefined
  readonly notice: ReactNode
  readonly show: (record: ListedRecord) => void
}) {
  const sorted = useSorted(records)
  const [filters, setFilters] = useFilters()
  const sort = useSort(records)
  const held = useListState((list) => list.held)
  const selectedIndex = useListState((list) => list.selected)
  const order = JSON.stringify([sort, filters])
  const kept = heldIndices(held, order)
  const { rows, waiting } = useMemo(() => holdOrder(records, sorted, kept), [records, sorted, kept])
  const columns = useMemo(() => columnsFor(records), [records])
  const isWide = useIsWide()
  const [part, setPart] = useState<'table' | 'map'>('table')
  const [menu, setMenu] = useState<OpenedRecordMenu | null>(null)
  const selected = rows.find(({ index }) => index === selectedIndex)
  const isLive = scope !== 'opened'
  const isMapShown = isWide || part === 'map'

  /** Rows keep their places from now on, while others may arrive. */
  function hold(): void {
    if (!isLive || kept !== null) return
    const indices = rows.map(({ index }) => index)
    openedStore.setList({ held: { indices, order } })
  }

  function select(index: number): void {
    hold()
    openedStore.setList({ selected: index })
    // The map opens at the journey that was selected in the table.
    if (!isMapShown) openedStore.setList({ mapView: null })
  }

  function onScroll(scrollTop: number): void {
    openedStore.setList({ scrollTop })
    if (scrollTop > 0) hold()
    // At the top again without a selection, new ones are let in.
    else if (selectedIndex === null) openedStore.setList({ held: null })
  }

  // Below the table alone, so that a map beside it keeps its size.
  const selectedBar = selected ? (
    <SelectedBar record={selected} onOpen={() => show(selected)} />
  ) : null

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ListHeader
        scope={scope}
        name={name}
        records={records}
        sorted={sorted}
        unrecognised={arrived?.unrecognised ?? 0}
        isStatus={!isLive}
        part={isWide ? null : part}
        onPart={setPart}
      />
      {notice}
      <FilterBar records={records} hasArrivals={isLive} />
      <div className="border-line flex min-h-72 flex-1 border-t print:block">
        {isWide || part === 'table' ? (
          <div className="bg-surface @container relative flex min-w-0 flex-1 flex-col">
            {waiting > 0 ? (
              <Button
                icon={ArrowUp}
                variant="primary"
                className="absolute! top-12 left-1/2 z-[2] -translate-x-1/2 shadow-raised print:hidden"
                onClick={({ currentTarget: { parentElement } }) => {
                  parentElement?.querySelector('.overflow-y-auto')?.scrollTo({ top: 0 })
                  openedStore.setList({ held: null, selected: null, scrollTop: 0 })
                }}
              >
                {counted(waiting, 'new booking')}
              </Button>
            ) : null}
            {rows.length > 0 ? (
              <DataGrid
                key={scope}
                label="Records"
                rows={rows}
                columns={columns}
                keyOf={keyOf}
                rowHeight={ROW_HEIGHT}
                sort={sort}
                onSort={(sort) => openedStore.setList({ sort })}
                selected={selectedIndex}
                scrollTop={openedStore.list().scrollTop}
                order={order}
                onSelect={({ index }) => select(index)}
                onOpen={show}
                onMenu={(record, at) => setMenu({ record, at })}
                onScroll={onScroll}
                rowClass={({ arrival }) =>
                  arrival && arrived?.fresh.has(arrival.key) ? 'bg-warning-soft' : ''
                }
              />
            ) : null}
            {rows.length === 0 && records.length > 0 ? (
              <Notice
                className="m-3"
                title="No bookings match the filters"
                action={<Button onClick={() => setFilters(NO_FILTERS)}>Clear filters</Button>}
              >
                {formatCount(records.length)} {isLive ? 'are in the list' : 'are open'}. Records
                without a value are hidden by its filter.
              </Notice>
            ) : null}
            {isWide ? selectedBar : null}
          </div>
        ) : null}
        {isMapShown ? (
          <div
            className={`border-line min-h-0 min-w-0 ${isWide ? 'aspect-square max-w-1/2 border-l' : 'flex-1'}`}
          >
            <Journeys sorted={rows} onSelect={select} />
          </div>
        ) : null}
      </div>
      {isWide ? null : selectedBar}
      {menu ? (
        <BookingMenu
          booking={subjectOf(menu.record)}
          at={menu.at}
          onOpen={() => show(menu.record)}
          onClose={() => setMenu(null)}
        />
      ) : null}
    </div>
  )
}

const keyOf = ({ index }: ListedRecord) => index

function Journeys({
  sorted,
  onSelect,
}: {
  sorted: readonly ListedRecord[]
  onSelect: (index: number) => void
}) {
  const { units } = usePreferences()
  const [filters] = useFilters()
  const selected = useListState((list) => list.selected)
  const journeys = useMemo(
    () =>
      sorted.flatMap(({ index, inspected }) => {
        const { from_position: from, to_position: to } = inspected.record
        return from && to ? [{ id: index, from, to }] : []
      }),
    [sorted],
  )
  return (
    <div className="flex size-full flex-col">
      <div className="min-h-0 flex-1">
        <MapWithTiles>
          {(tiles) => (
            <JourneyMap
              label="Map of the journeys"
              units={units}
              journeys={journeys}
              selectedId={selected}
              filters={filters}
              onSelect={onSelect}
              view={openedStore.list().mapView}
              onViewChange={(mapView) => openedStore.setList({ mapView })}
              tiles={tiles}
            />
          )}
        </MapWithTiles>
      </div>
      <p className="border-line text-muted border-t px-3 py-1.5 text-xs">
        {journeys.length < sorted.length
          ? `${formatCount(journeys.length)} of ${formatCount(sorted.length)} journeys have both positions. `
          : null}
        Straight lines from pick-up (circle) to drop-off (square).
      </p>
    </div>
  )
}

const WIDE = '(min-width: 80rem)'

let wasWide = true

/** Paper is narrower than most windows: it has what they show. */
function isWideNow(): boolean {
  if (!isPrinting()) wasWide = window.matchMedia(WIDE).matches
  return wasWide
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    isWideNow,
    () => true,
  )
}

function SelectedBar({
  record,
  onOpen,
}: {
  readonly record: ListedRecord
  readonly onOpen: () => void
}) {
  const { error, from_label, to_label } = record.inspected.record
  return (
    <section
      aria-label="Selected record"
      className="bg-surface border-line flex items-center gap-3 border-t px-3 py-1.5 md:px-4"
    >
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">
          <bdi>{titleOf(record)}</bdi>
        </p>
        {error ? (
          <p className="text-danger text-xs [overflow-wrap:anywhere]">
            <bdi>{safeText(error, 500)}</bdi>
          </p>
        ) : null}
        <p className="text-muted truncate text-xs">
          <bdi>{safeText(from_label || ABSENT, 120)}</bdi> →{' '}
          <bdi>{safeText(to_label || ABSENT, 120)}</bdi>
        </p>
      </div>
      <Button variant="primary" onClick={onOpen}>
        Open record
      </Button>
    </section>
  )
}
