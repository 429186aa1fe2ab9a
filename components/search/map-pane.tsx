import { Keyboard, Pause } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from '@/components/layout/link'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { VehicleMap } from '@/components/map/maps'
import type { MapWaits } from '@/components/map/types'
import { MapWithTiles } from '@/components/record/record-map'
import { Layers, Legend } from '@/components/search/list/legend'
import { lastPosition } from '@/components/search/list/selection'
import {
  WatchingErrorNotice,
  WatchNoticeStack,
} from '@/components/search/watch-list/watch-notice-stack'
import { Button, IconButton } from '@/components/ui/button'
import { DismissibleNotice } from '@/components/ui/notice'
import { onDemand } from '@/components/ui/on-demand'
import type { SheetSize } from '@/components/ui/sheet'
import { counted } from '@/lib/format/number'
import { formatClock } from '@/lib/format/time/time'
import { isAway, type Size, visibleCircle } from './away'
import { useSearchPage } from './search-context'

/** Instead of a search of another circle, which would find nothing in the past. */
const ONLY_RECORDED = 'In the past, only recorded areas are shown.'

/**
 * Bottom edge of the map above the sheet of a phone; a full sheet covers
 * the map without resizing it.
 */
const mapBottom = (size: SheetSize) =>
  size === 'collapsed' ? 'max-md:bottom-9' : 'max-md:bottom-[calc(clamp(46%,20rem,60%)-12px)]'

export function MapPane() {
  const page = useSearchPage()
  const { state, view, isOld, sheet, pickup, labels, map, reveal, describe, watchHint } = page
  const { search, selectedId } = state
  const { units } = usePreferences()
  const [waits, setWaits] = useState<MapWaits | null>(null)
  const [tilesFailed, setTilesFailed] = useState(false)
  const [isCrowded, setIsCrowded] = useState(false)
  // An empty circle on paper would say that no vehicle is there.
  const { area, error, replay } = view.live
  const isLoading = area === null && error === null && replay?.isLoading !== false
  const circle = useMemo(() => ({ position: search.position, radius: search.radius }), [search])
  const covers = useCallback(() => map.current?.querySelectorAll('[data-covers-map]') ?? [], [map])
  return (
    <div
      ref={map}
      data-old={isOld || undefined}
      className={`isolate min-h-0 min-w-0 max-md:absolute max-md:inset-x-0 max-md:top-0 md:relative md:col-start-2 md:row-start-2 md:row-end-3 roomy:row-start-1 ${mapBottom(sheet.size)} ${isLoading ? 'print:hidden' : ''}`}
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
            describe={(id) => describe(id) + watchHint(id)}
            onHover={(id) => {
              page.hoveredId.current = id
            }}
            revealed={reveal.revealed}
            onDrag={() => {
              page.setFollowing(false)
              pickup.keepMap()
              reveal.isDragged.current = true
            }}
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

const SelectedVehicle = onDemand(() => import('./list/selected-vehicle'), 'SelectedVehicle')
const WaitMapPanel = onDemand(
  () => import('@/components/search/wait-map/wait-map-panel'),
  'WaitMapPanel',
)

function MapOverlay({
  tilesFailed,
  isCrowded,
  onWaits,
}: {
  readonly tilesFailed: boolean
  /** More vehicles are in view than can be drawn one by one. */
  readonly isCrowded: boolean
  readonly onWaits: (waits: MapWaits | null) => void
}) {
  const { state, view, pickup, waitMap, replay, setHelpOpen } = useSearchPage()
  const { selectedId } = state
  const circle = [state.search.position, state.search.radius]
  const isMoving = pickup.isPlacing && state.pickup !== null
  const [isDismissed, setIsDismissed] = useState(false)
  const overlay = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={overlay}
      className="pointer-events-none absolute inset-2 z-10 flex flex-col items-start gap-2 *:pointer-events-auto"
    >
      {tilesFailed && !isDismissed ? (
        <DismissibleNotice
          tone="warning"
          title="Map tiles are not loading"
          className="mr-12 max-w-md"
          subject="map tiles"
          onDismiss={() => setIsDismissed(true)}
        >
          Showing coastlines only; distances and directions are correct.
        </DismissibleNotice>
      ) : null}
      {state.panel === 'watched' ? null : <WatchingErrorNotice className="mr-12 max-w-md" />}
      {view.live.replay ? null : <WatchNoticeStack />}
      <p
        role="status"
        data-covers-map
        className={
          isCrowded
            ? 'bg-surface border-line shadow-raised mr-12 rounded-md border px-3 py-1.5 text-sm'
            : 'sr-only'
        }
      >
        {isCrowded
          ? 'More than 2,000 vehicles here, shown in groups. Zoom in for single vehicles.'
          : null}
      </p>
      {isMoving ? (
        <p
          data-covers-map
          className="bg-surface border-line shadow-raised mr-12 flex items-center gap-3 rounded-md border py-1 pr-1 pl-3 text-sm"
        >
          Click the new pick-up point on the map.
          <Button onClick={() => pickup.setPlacing(false)}>Cancel</Button>
        </p>
      ) : null}
      <div className="pointer-events-none! flex min-h-0 w-full flex-wrap items-start gap-2 *:pointer-events-auto">
        {view.counts ? <Legend counts={view.counts} /> : null}
        <Layers />
        {waitMap.isOn ? <WaitMapPanel key={JSON.stringify(circle)} onWaits={onWaits} /> : null}
        <IconButton
          icon={Keyboard}
          label="Keyboard shortcuts"
          aria-haspopup="dialog"
          data-covers-map
          onClick={() => setHelpOpen(true)}
          className="shadow-raised max-md:hidden"
        />
        {replay.canOpen && !replay.isOn ? (
          <Button
            data-covers-map
            title="Replay what was recorded here (h)"
            onClick={() => replay.toggle(view.live)}
            className="shadow-raised"
          >
            Replay
          </Button>
        ) : null}
        {/* On a phone the selected vehicle leaves no room for it. */}
        <Link
          href="/vehicles/example"
          data-covers-map
          button="secondary"
          className={`shadow-raised ${selectedId === null ? '' : 'max-md:hidden'}`}
        >
          Example vehicle
        </Link>
        {isMoving ? null : <AreaButtons over={overlay} />}
      </div>
      {selectedId === null ? null : (
        <div className="mt-auto mb-7 w-full md:mb-6 md:w-auto">
          <SelectedVehicle id={selectedId} />
        </div>
      )}
    </div>
  )
}

/**
 * Searches the area on the map, unless it is the past, or goes back to the searched
 * one; only while these differ.
 */
function AreaButtons({ over }: { readonly over: RefObject<HTMLElement | null> }) {
  const { state, replay } = useSearchPage()
  const { search, view } = state
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const map = over.current?.parentElement
    if (!map) return
    const observer = new ResizeObserver(() =>
      setSize({ width: map.clientWidth, height: map.clientHeight }),
    )
    observer.observe(map)
    return () => observer.disconnect()
  }, [over])
  if (!view || !size || !isAway(search, view, size)) return null
  return (
    <div data-covers-map className="mr-12 ml-auto flex gap-2">
      {/* In the past only recorded areas are shown, and no other circle is one. */}
      {replay.isOn ? null : (
        <Button
          variant="primary"
          className="shadow-raised"
          onClick={() => void state.setSearch(visibleCircle(view, size))}
        >
          Search this area
        </Button>
      )}
      <Button className="shadow-raised" onClick={() => void state.goTo({})}>
        Back to the area
      </Button>
    </div>
  )
}

function PausedBanner() {
  const { paused, setPaused, view, replay } = useSearchPage()
  const { zone } = usePreferences()
  const { area } = view.live
  if (!paused || replay.isOn) return null
  return (
    <div className="pointer-events-none absolute inset-x-16 top-2 z-20 flex justify-center">
      <p className="bg-kerb shadow-raised pointer-events-auto flex items-center gap-2 rounded-md py-1 pr-1 pl-3 text-sm font-semibold text-black">
        <Pause aria-hidden className="size-4 shrink-0" />
        <span>Paused{area ? ` at ${formatClock(area.receivedAtMs, zone)}` : ''}</span>
        <Button className="md:min-h-8" onClick={() => setPaused(false)}>
          Resume
        </Button>
      </p>
    </div>
  )
}
