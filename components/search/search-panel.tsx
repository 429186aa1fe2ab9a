'use client'

import { ChevronDown, ChevronUp, SlidersHorizontal } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { usePreferences } from '@/components/layout/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { formatDistance } from '@/lib/format/distance'
import { safeText } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time'
import { LARGEST_RADIUS_METRES } from '@/lib/schema/search'
import { Coverage } from './coverage'
import { differencesOf } from './echoed-query'
import { RefreshControls } from './refresh-controls'
import { SearchForm } from './search-form'
import { unreadableParameters, type useSearchState } from './search-state'
import type { ShownVehicle } from './shown-vehicles'
import type { useArea } from './use-area'
import { useSeenTypes } from './use-seen-types'
import { VehicleList } from './vehicle-list'

/** Everything beside the map; on a phone a sheet over its lower part. */
export function SearchPanel({
  state,
  live,
  shown,
  paused,
  onPause,
  onSelect,
  onOpen,
}: {
  readonly state: ReturnType<typeof useSearchState>
  readonly live: ReturnType<typeof useArea>
  readonly shown: readonly ShownVehicle[]
  readonly paused: boolean
  readonly onPause: (paused: boolean) => void
  readonly onSelect: (id: string | null) => void
  readonly onOpen: (id: string) => void
}) {
  const { zone } = usePreferences()
  const [sheetOpen, setSheetOpen] = useState(false)
  const [formOpen, setFormOpen] = useState(false)
  const address = useSearchParams()
  const { search } = state
  const { area, error, receivedAtMs } = live
  const types = useSeenTypes(area)
  const SheetIcon = sheetOpen ? ChevronDown : ChevronUp

  return (
    <aside
      aria-label="Search and list"
      className={`bg-surface border-line max-md:shadow-raised z-10 flex flex-col max-md:-mt-3 max-md:rounded-t-xl max-md:border-t md:w-96 md:border-r ${sheetOpen ? 'max-md:h-4/5' : 'max-md:h-9/20'}`}
    >
      <div className="flex items-center gap-2 px-3 pt-1 md:hidden">
        <Button variant="ghost" aria-expanded={formOpen} onClick={() => setFormOpen(!formOpen)}>
          <SlidersHorizontal aria-hidden className="size-4" />
          {formatDistance(search.radius)}
          {search.type ? `, ${safeText(search.type, 20)}` : ''}
        </Button>
        <Button
          variant="ghost"
          className="ml-auto"
          aria-expanded={sheetOpen}
          onClick={() => setSheetOpen(!sheetOpen)}
        >
          {sheetOpen ? 'More map' : 'More list'}
          <SheetIcon aria-hidden className="size-4" />
        </Button>
      </div>
      <div className={`border-line border-b p-3 max-md:pt-1 ${formOpen ? '' : 'max-md:hidden'}`}>
        <SearchForm
          search={search}
          types={types}
          onSearch={(next) => {
            setFormOpen(false)
            void state.goTo(next)
          }}
        />
      </div>
      <div className="flex flex-col gap-2 p-3 max-md:py-1.5">
        {unreadableParameters(new URLSearchParams(address)).map(({ name, given, allowed }) => (
          <Notice key={name} tone="warning" title={`The address says ${name}=${safeText(given, 60)}`}>
            It is left out. Allowed: {allowed}.
          </Notice>
        ))}
        {error ? (
          <ProblemNotice
            error={error}
            retry={live.refresh}
            showing={area ? `showing ${formatClock(receivedAtMs, zone ?? undefined)}` : undefined}
          />
        ) : null}
        {(area?.query ? differencesOf(area.query, search) : []).map(({ name, asked, applied }) => (
          <Notice key={name} tone="warning" title={`The service searched another ${name}`}>
            Asked {safeText(asked, 60)}, applied {safeText(applied, 60)}.
          </Notice>
        ))}
        <RefreshControls
          receivedAtMs={receivedAtMs}
          isFetching={live.isFetching}
          paused={paused}
          every={state.every}
          onRefresh={live.refresh}
          onPause={onPause}
          onEvery={state.setEvery}
        />
        {area ? <Coverage area={area} isLoadingPages={live.isLoadingPages} loadMore={live.loadMore} /> : null}
        {area || error ? null : <Skeleton label="Loading vehicles" lines={6} />}
        {area?.vehicles.length === 0 && area.complete ? (
          <Notice
            title={`No vehicle within ${formatDistance(search.radius)}`}
            action={
              <Button
                onClick={() =>
                  void state.goTo({ radius: Math.min(LARGEST_RADIUS_METRES, search.radius * 2) })
                }
              >
                Double the radius
              </Button>
            }
          >
            {search.type
              ? `Of type ${safeText(search.type, 40)}. Search any type, elsewhere, or wider.`
              : 'Search elsewhere or wider.'}
          </Notice>
        ) : null}
      </div>
      {shown.length > 0 ? (
        <VehicleList
          shown={shown}
          receivedAtMs={receivedAtMs}
          selectedId={state.selectedId}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      ) : null}
    </aside>
  )
}
