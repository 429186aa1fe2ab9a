'use client'

import { SlidersHorizontal } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Coverage } from '@/components/search/coverage/coverage'
import { isWholeArea } from '@/components/search/coverage/coverage-words'
import { RefreshControls } from '@/components/search/coverage/refresh-controls'
import { Warnings } from '@/components/search/coverage/warnings'
import type { AreaCounts } from '@/components/search/list/shown-vehicles'
import { useObservedTypes } from '@/components/search/list/use-observed-types'
import { VehiclesPanel } from '@/components/search/list/vehicles-panel'
import { PickupBoard } from '@/components/search/pickup/pickup-board'
import { SavedAreasPanel } from '@/components/search/view/saved-areas-panel'
import { SearchForm } from '@/components/search/view/search-form'
import type { SearchState } from '@/components/search/view/search-state'
import { Button } from '@/components/ui/button'
import { Sheet, type SheetSize } from '@/components/ui/sheet'
import { Tabs } from '@/components/ui/tabs'
import { formatDistance } from '@/lib/format/distance'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { DepartedVehicle, LiveState } from '@/lib/live-client/live-area'

/** Elements that shortcuts focus. */
export interface PanelRefs {
  readonly firstField: Ref<HTMLInputElement>
  readonly findField: Ref<HTMLInputElement>
  readonly list: Ref<HTMLDivElement>
  readonly filters: Ref<HTMLElement>
  readonly pickupField: Ref<HTMLInputElement>
}

/** Search form, state of the live data and lists; on a phone a sheet over the map. */
export function SearchPanel({
  state,
  live,
  rows,
  counts,
  departed,
  paused,
  onPause,
  filtersOpen,
  onFilters,
  size,
  onSize,
  refs,
  onSelect,
  onOpen,
}: {
  readonly state: SearchState
  readonly live: LiveState
  /** Indices of the vehicles that pass the filters. */
  readonly rows: Uint32Array
  readonly counts: AreaCounts | null
  readonly departed: readonly DepartedVehicle[]
  readonly paused: boolean
  readonly onPause: (paused: boolean) => void
  readonly filtersOpen: boolean
  readonly onFilters: (open: boolean) => void
  readonly size: SheetSize
  readonly onSize: (size: SheetSize) => void
  readonly refs: PanelRefs
  readonly onSelect: (id: string) => void
  readonly onOpen: (id: string) => void
}) {
  const { search } = state
  const { area, progress, error } = live
  const [formOpen, setFormOpen] = useState(false)
  const types = useObservedTypes(counts)

  return (
    <Sheet
      label="Search and list"
      size={size}
      onSize={onSize}
      summary={area ? sizeInWords(rows.length, area.slotById.size) : 'Loading'}
    >
      <div className={`border-line border-b p-3 max-md:pt-1 ${formOpen ? '' : 'max-md:hidden'}`}>
        <SearchForm
          search={search}
          types={types}
          firstField={refs.firstField}
          onSearch={(next) => {
            setFormOpen(false)
            void state.goTo(next)
          }}
        />
      </div>
      <div className="flex flex-col gap-1.5 px-3 py-2 max-md:py-1">
        <Warnings live={live} state={state} />
        <div className="flex gap-1.5">
          <Button
            className="max-w-28 min-w-0 shrink-0 px-2.5! md:hidden"
            aria-expanded={formOpen}
            onClick={() => setFormOpen(!formOpen)}
          >
            <SlidersHorizontal aria-hidden className="size-4 shrink-0" />
            <span className="truncate">
              {formatDistance(search.radius)}
              {search.type ? `, ${safeText(search.type, 20)}` : ''}
            </span>
          </Button>
          <div className="min-w-0 flex-1">
            <RefreshControls
              live={live}
              paused={paused}
              everySeconds={state.everySeconds}
              onPause={onPause}
              onEvery={(seconds) => void state.setEvery(seconds)}
            />
          </div>
        </div>
        <Coverage live={live} everySeconds={state.everySeconds} />
      </div>
      <Tabs
        label="Panel"
        className="flex min-h-0 flex-1 flex-col"
        tabs={[
          { name: 'vehicles', label: 'Vehicles' },
          { name: 'pickup', label: 'Pick-up' },
          { name: 'saved', label: 'Saved' },
        ]}
        chosen={state.panel}
        onChoose={(panel) => void state.setPanel(panel)}
      >
        {state.panel === 'vehicles' ? (
          <VehiclesPanel
            {...{ state, area, rows, counts, departed, filtersOpen, onFilters, onSelect, onOpen }}
            isWhole={progress === null && area !== null && isWholeArea(area.meta)}
            hasFailed={error !== null}
            findField={refs.findField}
            filtersRef={refs.filters}
            listRef={refs.list}
          />
        ) : state.panel === 'pickup' ? (
          <PickupBoard
            {...{ state, area, rows, counts, onSelect, onOpen }}
            listRef={refs.list}
            pointField={refs.pickupField}
          />
        ) : (
          <SavedAreasPanel state={state} />
        )}
      </Tabs>
    </Sheet>
  )
}

function sizeInWords(shown: number, loaded: number): string {
  if (shown < loaded) return `${formatCount(shown)} of ${formatCount(loaded)} shown`
  return loaded === 1 ? '1 vehicle' : `${formatCount(loaded)} vehicles`
}
