'use client'

import { Keyboard } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { type Direction, nearestThatWay } from '@/components/map/nearest-that-way'
import { VehicleMap } from '@/components/map/vehicle-map'
import { IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { SheetSize } from '@/components/ui/sheet'
import { vehicleHref } from '@/lib/format/links'
import { describeError } from '@/lib/queries/errors'
import { useLiveArea } from '@/lib/queries/use-live-area'
import type { ServiceState } from '@/lib/schema/answers'
import type { AreaSearch } from '@/lib/schema/live'
import type { Position } from '@/lib/schema/resources'
import { departureInWords } from './departures'
import { passes } from './filters'
import { Legend } from './legend'
import { LiveRegion } from './live-region'
import { noVehicles, toMapGhosts, toMapVehicles } from './map-input'
import { filteredRows } from './rows'
import { SearchPanel } from './search-panel'
import { useSearchState } from './search-state'
import { SelectedVehicle } from './selected-vehicle'
import { findSelection, type Selection } from './selection'
import { ShortcutsDialog } from './shortcuts-dialog'
import { countArea, describeVehicle, showVehicle } from './shown-vehicles'
import { useShortcuts } from './use-shortcuts'

const noRows = new Uint32Array(0)
const noTrail: readonly Position[] = []

/** From so many vehicles on they are joined where they stand close, unless the dispatcher says otherwise. */
const CROWD = 500

/** How much of the map the sheet leaves on a phone; drawn out, it covers more without a new size of the map. */
const mapBottoms: Record<SheetSize, string> = {
  collapsed: 'max-md:bottom-9',
  half: 'max-md:bottom-[calc(46%-12px)]',
  full: 'max-md:bottom-[calc(46%-12px)]',
}

/** @returns false when there was none to leave */
function leaveField(): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return false
  field.blur()
  return true
}

/** The live search: the panel with its list and the map, both of one state. */
export function LiveSearch({ settings }: { readonly settings: ServiceState['map'] }) {
  const router = useRouter()
  const state = useSearchState(settings.position)
  const { search, selectedId, everySeconds } = state
  const [paused, setPaused] = useState(false)
  const [tilesFailed, setTilesFailed] = useState(false)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const [size, setSize] = useState<SheetSize>('half')
  const [focus, setFocus] = useState<Position | null>(null)
  const live = useLiveArea(search, { everySeconds, paused })
  const { area } = live

  const filters = useDeferredValue(state.filters)
  const counts = useMemo(() => area && countArea(area), [area])
  const rows = useMemo(() => (area ? filteredRows(area.records, filters) : noRows), [area, filters])
  const mapVehicles = useMemo(() => (area ? toMapVehicles(area, rows) : noVehicles), [area, rows])
  const ghosts = useMemo(() => toMapGhosts(area?.ghosts ?? [], passes(filters)), [area?.ghosts, filters])
  const circle = useMemo(() => ({ position: search.position, radius: search.radius }), [search])
  const tiles = useMemo(
    () => ({ url: settings.tileUrl, attribution: settings.tileAttribution }),
    [settings.tileUrl, settings.tileAttribution],
  )
  const trail = useMemo(
    () => (selectedId === null ? noTrail : (area?.trailOf(selectedId) ?? noTrail)),
    [area, selectedId],
  )

  // Crowded once, the map of a search stays joined: a refresh changes no drawing.
  const crowded = useRef<AreaSearch | null>(null)
  if (rows.length >= CROWD) crowded.current = search
  const isClustering = state.isClustering ?? crowded.current === search

  const lastSelection = useRef<Selection | null>(null)
  const selection = findSelection(selectedId, area, lastSelection.current)
  lastSelection.current = selection
  const isFilteredOut = selection !== null && selection.ghost === null && !passes(filters)(selection.vehicle)

  // Once a record is being opened, the address is no longer ours: a late write would take the page back here.
  const isLeaving = useRef(false)
  const leave = () => {
    isLeaving.current = true
  }
  const open = async (id: string) => {
    const href = vehicleHref(id)
    if (!href) return
    leave()
    await state.select(id)
    router.push(href)
  }
  const select = (id: string | null) => {
    void state.select(id)
    setFocus(findSelection(id, area, null)?.vehicle.position ?? null)
    if (id !== null && size === 'full') setSize('half')
  }

  const firstField = useRef<HTMLInputElement>(null)
  const findField = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const filtersRef = useRef<HTMLElement>(null)
  const pickupField = useRef<HTMLInputElement>(null)
  const mapPart = useRef<HTMLDivElement>(null)
  const showPanel = (panel: typeof state.panel) => {
    if (size === 'collapsed') setSize('half')
    if (state.panel !== panel) void state.setPanel(panel)
  }
  useShortcuts({
    search() {
      firstField.current?.focus()
      firstField.current?.select()
      return firstField.current?.checkVisibility()
    },
    filters() {
      const opens = state.panel !== 'vehicles' || !filtersOpen
      showPanel('vehicles')
      setFiltersOpen(opens)
      if (opens) requestAnimationFrame(() => filtersRef.current?.querySelector('button')?.focus())
      return true
    },
    list() {
      if (state.panel === 'saved') showPanel('vehicles')
      requestAnimationFrame(() => list.current?.focus())
      return true
    },
    map() {
      mapPart.current?.querySelector<HTMLElement>('.leaflet-container')?.focus()
      return true
    },
    board() {
      showPanel('pickup')
      requestAnimationFrame(() => pickupField.current?.focus())
      return true
    },
    pause() {
      setPaused(!paused)
      return true
    },
    refresh() {
      live.refresh()
      return true
    },
    open() {
      // Anywhere else Enter is the focused thing's own.
      if (selectedId === null || !document.activeElement?.matches('body, .leaflet-container')) return false
      void open(selectedId)
      return true
    },
    help() {
      setHelpOpen(true)
      return true
    },
    close() {
      // Where the browser itself has something to do on Escape: empty the field.
      if (document.activeElement === findField.current && state.filters.text !== '') return false
      if (state.panel === 'vehicles' && filtersOpen) setFiltersOpen(false)
      else if (selectedId !== null) select(null)
      else if (state.panel === 'pickup') void state.closePickup()
      else return leaveField()
      // What had the focus may be gone with what was closed.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) list.current?.focus()
      })
      return true
    },
  })
  const onArrow = (direction: Direction): boolean => {
    if (selectedId === null) return false
    const next = nearestThatWay(mapVehicles, selection?.vehicle.position ?? selectedId, direction)
    if (next !== null) select(next)
    return true
  }

  const from = state.panel === 'pickup' && state.pickup ? state.pickup : search.position
  const describe = (id: string): string => {
    const known = findSelection(id, area, null)
    if (!known) return id
    const shown = showVehicle(known.vehicle, from, known.fetchedAtMs)
    const text = describeVehicle(shown, Date.now() - known.receivedAtMs)
    return known.ghost ? `Left the results, ${departureInWords(known.ghost)}. Last: ${text}` : text
  }

  return (
    <div className="relative flex min-h-0 flex-1 overflow-hidden">
      <h1 className="sr-only">Map of vehicles near a position</h1>
      <LiveRegion
        search={search}
        seen={{
          area,
          connection: live.connection,
          isLoading: live.progress !== null,
          failure: area && live.error && describeError(live.error).title,
          filters,
          shown: rows.length,
          selected:
            selectedId === null
              ? null
              : { id: selectedId, text: describe(selectedId), hasLeft: Boolean(selection?.ghost) },
        }}
      />
      <SearchPanel
        {...{ state, live, rows, counts, paused, filtersOpen, size }}
        onPause={setPaused}
        onFilters={setFiltersOpen}
        onSize={setSize}
        refs={{ firstField, findField, list, filters: filtersRef, pickupField }}
        onSelect={select}
        onOpen={open}
      />
      <div
        ref={mapPart}
        className={`isolate min-h-0 min-w-0 max-md:absolute max-md:inset-x-0 max-md:top-0 md:relative md:flex-1 ${mapBottoms[size]}`}
      >
        <VehicleMap
          label={`Map: ${rows.length} vehicles; the list beside it holds the same as text`}
          circle={circle}
          onCircleChange={state.setSearch}
          view={state.view}
          onViewChange={(view) => {
            if (!isLeaving.current) void state.setView(view)
          }}
          vehicles={mapVehicles}
          ghosts={ghosts}
          trail={trail}
          picking={state.panel === 'pickup'}
          clustering={isClustering}
          pickup={state.pickup}
          onPickup={(position) => {
            if (size === 'collapsed') setSize('half')
            void state.setPickup(position)
          }}
          selectedId={selectedId}
          onSelect={select}
          onArrow={onArrow}
          describe={describe}
          focus={focus}
          tiles={tiles}
          tilesFailed={tilesFailed}
          onTilesFailed={setTilesFailed}
        />
        <div className="pointer-events-none absolute inset-2 z-10 flex flex-col items-start gap-2 *:pointer-events-auto">
          {tilesFailed ? (
            <Notice tone="warning" title="Map tiles do not load" className="mr-12 max-w-md">
              Vehicles stand on a plain ground with coast lines; distances and directions are right.
            </Notice>
          ) : null}
          <div className="pointer-events-none flex min-h-0 items-start gap-2 *:pointer-events-auto">
            {counts ? (
              <Legend
                counts={counts}
                chosen={state.filters.status}
                onChoose={(status) => void state.setFilters({ status })}
                isClustering={isClustering}
                onClustering={(isClustering) => void state.setClustering(isClustering)}
              />
            ) : null}
            <IconButton
              label="Keyboard shortcuts"
              aria-haspopup="dialog"
              onClick={() => setHelpOpen(true)}
              className="shadow-raised max-md:hidden"
            >
              <Keyboard aria-hidden className="size-4" />
            </IconButton>
          </div>
          {selectedId === null ? null : (
            <div className="mt-auto mb-7 w-full md:mb-6 md:w-auto">
              <SelectedVehicle
                id={selectedId}
                selection={selection}
                from={from}
                isFilteredOut={isFilteredOut}
                onClose={() => select(null)}
                onOpen={leave}
              />
            </div>
          )}
        </div>
      </div>
      {helpOpen ? <ShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
    </div>
  )
}
