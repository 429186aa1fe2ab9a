'use client'

import { useMemo, useState, useSyncExternalStore } from 'react'
import type { OpenedRecord } from '@/components/bookings/opened/records'
import { openedStore, useListState } from '@/components/bookings/opened/use-opened'
import { FilterBar } from '@/components/bookings/table/filter-bar'
import { ListHeader } from '@/components/bookings/table/list-header'
import { NO_FILTERS } from '@/components/bookings/table/list-view'
import { RecordTable } from '@/components/bookings/table/record-table'
import { SelectedBar } from '@/components/bookings/table/selected-bar'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { JourneyMap } from '@/components/map/journey-map'
import { MapWithTiles } from '@/components/record/map-with-tiles'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { formatCount } from '@/lib/format/number'

/** A table of records and a map of their journeys; on a phone one of the two. */
export function OpenedList({
  name,
  records,
  sorted,
  show,
}: {
  readonly name: string
  readonly records: readonly OpenedRecord[]
  /** Records that match the filters, in their order. */
  readonly sorted: readonly OpenedRecord[]
  readonly show: (record: OpenedRecord) => void
}) {
  const list = useListState()
  const isWide = useIsWide()
  const [part, setPart] = useState<'table' | 'map'>('table')
  const selected = list.selected === null ? undefined : records[list.selected]
  const select = (index: number) => openedStore.setListState({ selected: index })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ListHeader
        name={name}
        records={records}
        sorted={sorted}
        part={isWide ? null : part}
        onPart={setPart}
      />
      <FilterBar records={records} list={list} />
      <div className="border-line flex min-h-72 flex-1 border-t print:block">
        {isWide || part === 'table' ? (
          <div className="flex min-w-0 flex-1 basis-2/3 flex-col xl:basis-3/4">
            {sorted.length > 0 ? (
              <RecordTable sorted={sorted} list={list} onSelect={select} onOpen={show} />
            ) : (
              <Notice
                className="m-3"
                title="No records match the filters"
                action={
                  <Button onClick={() => openedStore.setListState({ filters: NO_FILTERS })}>
                    Clear filters
                  </Button>
                }
              >
                {formatCount(records.length)} are open. Records without a value are hidden by its filter.
              </Notice>
            )}
          </div>
        ) : null}
        {isWide || part === 'map' ? (
          <div className="border-line min-h-0 min-w-0 flex-1 basis-1/3 lg:border-l xl:basis-1/4">
            <Journeys sorted={sorted} selected={list.selected} onSelect={select} />
          </div>
        ) : null}
      </div>
      {selected ? <SelectedBar record={selected} onOpen={() => show(selected)} /> : null}
    </div>
  )
}

function Journeys({
  sorted,
  selected,
  onSelect,
}: {
  readonly sorted: readonly OpenedRecord[]
  readonly selected: number | null
  readonly onSelect: (index: number) => void
}) {
  const { units } = usePreferences()
  const journeys = useMemo(
    () =>
      sorted.flatMap(({ index, inspected }) => {
        const { from_position: from, to_position: to } = inspected?.record ?? {}
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
              onSelect={onSelect}
              view={openedStore.listState().mapView}
              onViewChange={(mapView) => openedStore.saveMapView(mapView)}
              tiles={tiles}
            />
          )}
        </MapWithTiles>
      </div>
      <p className="border-line text-muted border-t px-3 py-1.5 text-xs">
        {formatCount(journeys.length)} of {formatCount(sorted.length)} journeys have both positions. Straight
        lines from pick-up (ring) to drop-off (square).
      </p>
    </div>
  )
}

const WIDE = '(min-width: 64rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
}
