'use client'

import { useEffect, useId } from 'react'
import { AreaDetails, AreaLine } from '@/components/search/coverage/area-line'
import { Warnings } from '@/components/search/coverage/warnings'
import { VehiclesPanel } from '@/components/search/list/vehicles-panel'
import { PickupBoard } from '@/components/search/pickup/pickup-board'
import { SearchForm } from '@/components/search/view/search-form'
import { onDemand } from '@/components/ui/on-demand'
import { Sheet } from '@/components/ui/sheet'
import { Tabs } from '@/components/ui/tabs'
import type { Position } from '@/lib/interface/resources'
import { useSearchPage } from './search-context'

const WatchPanel = onDemand(() =>
  import('@/components/search/watch-list/watch-panel').then((part) => part.WatchPanel),
)
const SavedAreasPanel = onDemand(() =>
  import('./view/saved-areas-panel').then((part) => part.SavedAreasPanel),
)

const NO_VEHICLES: ReadonlySet<string> = new Set()

/** The searched area in a line that opens, and lists; on a phone a sheet over the map. */
export function SearchPanel() {
  const { state, view, sheet, refs, areaOpen, select } = useSearchPage()
  const detailsId = useId()
  const { areaLine } = refs
  // The focused field may be hidden by now.
  useEffect(() => {
    if (!areaOpen && document.activeElement?.closest('form')?.checkVisibility() === false)
      areaLine.current?.focus()
  }, [areaOpen, areaLine])

  const showWatched = (id: string, position: Position | null) => {
    if (position) void state.goTo({ position, type: null })
    select(id)
  }

  return (
    <Sheet label="Search and list" {...sheet} head={<AreaLine controls={detailsId} ref={areaLine} />}>
      <div
        id={detailsId}
        className={`border-line min-h-0 shrink flex-col gap-2 overflow-y-auto border-b px-3 py-1.5 ${areaOpen ? 'flex' : 'hidden'}`}
      >
        <SearchForm />
        {areaOpen ? <AreaDetails /> : null}
      </div>
      <Warnings />
      <Tabs
        label="Panel"
        className="flex min-h-0 flex-1 flex-col"
        tabs={[
          { name: 'vehicles', label: 'Vehicles' },
          { name: 'pickup', label: 'Pick-up' },
          { name: 'watched', label: 'Watched' },
          { name: 'saved', label: 'Saved' },
        ]}
        chosen={state.panel}
        onChoose={(panel) => void state.setPanel(panel)}
      >
        {state.panel === 'vehicles' ? (
          <VehiclesPanel />
        ) : state.panel === 'pickup' ? (
          <PickupBoard />
        ) : state.panel === 'watched' ? (
          <WatchPanel
            area={view.live.replay ? null : view.live.area}
            past={view.live.replay && (view.live.area?.table ?? NO_VEHICLES)}
            onShow={showWatched}
          />
        ) : (
          <SavedAreasPanel />
        )}
      </Tabs>
    </Sheet>
  )
}
