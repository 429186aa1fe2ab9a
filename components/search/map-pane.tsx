'use client'

import { useCallback, useMemo, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { VehicleMap } from '@/components/map/maps'
import type { MapWaits } from '@/components/map/types'
import { MapWithTiles } from '@/components/record/record-map'
import { lastPosition } from '@/components/search/list/selection'
import { ONLY_RECORDED } from '@/components/search/view/recorded-areas-link'
import type { SheetSize } from '@/components/ui/sheet'
import { counted } from '@/lib/format/number'
import { MapOverlay } from './map-overlay'
import { PausedBanner } from './paused-frame'
import { useSearchPage } from './search-context'
import { useIsOld } from './use-shown-now'

/** Bottom edge of the map above the sheet of a phone; a full sheet covers the map without resizing it. */
const mapBottoms: Record<SheetSize, string> = {
  collapsed: 'max-md:bottom-9',
  half: 'max-md:bottom-[calc(46%-12px)]',
  full: 'max-md:bottom-[calc(46%-12px)]',
}

/** The map with its overlays; dimmed while its data are old. */
export function MapPane() {
  const page = useSearchPage()
  const { state, view, sheet, pickup, labels, map, reveal, describe, watchHint } = page
  const { search, selectedId } = state
  const { units } = usePreferences()
  const [waits, setWaits] = useState<MapWaits | null>(null)
  const [tilesFailed, setTilesFailed] = useState(false)
  const [isCrowded, setIsCrowded] = useState(false)
  const isOld = useIsOld(view.live, state.everySeconds)
  const circle = useMemo(() => ({ position: search.position, radius: search.radius }), [search])
  const covers = useCallback(() => map.current?.querySelectorAll('[data-covers-map]') ?? [], [map])
  return (
    <div
      ref={map}
      data-old={isOld || undefined}
      className={`isolate min-h-0 min-w-0 max-md:absolute max-md:inset-x-0 max-md:top-0 md:relative md:col-start-2 md:row-start-2 md:row-end-3 roomy:row-start-1 ${mapBottoms[sheet.size]}`}
    >
      <MapWithTiles>
        {(tiles) => (
          <VehicleMap
            label={`Map of ${counted(view.rows.length, 'vehicle')}; the list shows the same vehicles as text`}
            circle={circle}
            units={units}
            onCircleChange={state.setSearch}
            noSearch={view.live.replay && ONLY_RECORDED}
            onCircleChanging={page.setChanging}
            view={state.view}
            onViewChange={(view) => {
              if (!page.isLeaving.current) void state.setView(view)
            }}
            vehicles={view.mapVehicles}
            outlined={view.mapGhosts}
            trail={view.trail}
            clustering={view.isClustering}
            onCrowded={setIsCrowded}
            pickup={state.pickup}
            nearAt={(position) => view.near.at(position)}
            road={pickup.path?.points ?? null}
            waits={waits}
            isPlacing={pickup.isPlacing}
            onPickup={(position) => {
              page.showSheet()
              pickup.set(position)
              reveal.revealPickup(position)
            }}
            emphasis={pickup.emphasis}
            nameAt={labels.nameAt}
            namedFirst={labels.namedFirst}
            selectedId={selectedId}
            onSelect={page.select}
            selectedPosition={lastPosition(view.selection)}
            describe={(id) => describe(id) + (watchHint?.(id) ?? '')}
            onHover={page.onHover}
            revealed={reveal.revealed}
            onDrag={() => page.setFollowing(false)}
            covers={covers}
            tiles={tiles}
            onTilesFailed={setTilesFailed}
          />
        )}
      </MapWithTiles>
      <PausedBanner />
      <MapOverlay tilesFailed={tilesFailed} isCrowded={isCrowded} onWaits={setWaits} />
    </div>
  )
}
