'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Coverage } from '@/components/search/coverage/coverage'
import { RefreshControls } from '@/components/search/coverage/refresh-controls'
import { Warnings } from '@/components/search/coverage/warnings'
import { useObservedTypes } from '@/components/search/list/use-observed-types'
import { VehiclesPanel } from '@/components/search/list/vehicles-panel'
import { PickupBoard } from '@/components/search/pickup/pickup-board'
import { SavedAreasPanel } from '@/components/search/view/saved-areas-panel'
import { SearchForm } from '@/components/search/view/search-form'
import { Button } from '@/components/ui/button'
import { Sheet, type SheetSize } from '@/components/ui/sheet'
import { Tabs } from '@/components/ui/tabs'
import { formatDistance } from '@/lib/format/distance'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { useSearchPage } from './search-context'

/** Search form, state of the live data and lists; on a phone a sheet over the map. */
export function SearchPanel({
  size,
  onSize,
}: {
  readonly size: SheetSize
  readonly onSize: (size: SheetSize) => void
}) {
  const { state, view, refs } = useSearchPage()
  const { rows } = view
  const { area } = view.live
  const { search } = state
  const [formOpen, setFormOpen] = useState(false)
  const types = useObservedTypes(view.counts)

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
        <Warnings />
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
            <RefreshControls />
          </div>
        </div>
        <Coverage />
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
          <VehiclesPanel />
        ) : state.panel === 'pickup' ? (
          <PickupBoard />
        ) : (
          <SavedAreasPanel />
        )}
      </Tabs>
    </Sheet>
  )
}

function sizeInWords(shown: number, loaded: number): string {
  if (shown < loaded) return `${formatCount(shown)} of ${formatCount(loaded)} shown`
  return loaded === 1 ? '1 vehicle' : `${formatCount(loaded)} vehicles`
}
