'use client'

import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences'
import { useNavigate } from '@/components/layout/use-navigate'
import { usePageTitle } from '@/components/layout/use-page-title'
import type { Circle } from '@/components/map/types'
import { VehicleMap } from '@/components/map/vehicle-map'
import { ShortcutsDialog } from '@/components/search/keyboard/shortcuts-dialog'
import { usePageKeys } from '@/components/search/keyboard/use-page-keys'
import { lastPosition } from '@/components/search/list/selection'
import { useStatusChange } from '@/components/search/list/use-status-change'
import { useSearchState } from '@/components/search/view/search-state'
import { useLiveView } from '@/components/search/view/use-live-view'
import { usePlaceWords } from '@/components/search/view/use-saved-areas'
import { useSeededStatus } from '@/components/search/view/use-seeded-status'
import type { SheetSize } from '@/components/ui/sheet'
import { describeError } from '@/lib/api/errors'
import type { ServiceState } from '@/lib/contract/answers'
import { vehicleHref } from '@/lib/format/links'
import { counted } from '@/lib/format/number'
import { distanceFormat } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import type { LiveState } from '@/lib/live-client/live-area'
import { LiveRegion } from './live-region'
import { MapOverlay } from './map-overlay'
import { PausedBanner, PausedFrame } from './paused-frame'
import { usePickup } from './pickup/use-pickup'
import { SearchProvider } from './search-context'
import { SearchPanel } from './search-panel'
import { useIsOld } from './use-is-old'
import { useRevealed } from './use-revealed'

/** Bottom edge of the map above the sheet of a phone; a full sheet covers the map without resizing it. */
const mapBottoms: Record<SheetSize, string> = {
  collapsed: 'max-md:bottom-9',
  half: 'max-md:bottom-[calc(46%-12px)]',
  full: 'max-md:bottom-[calc(46%-12px)]',
}

/** Selected when this page was left. */
let lastSelectedId: string | null = null

/** The live search: the panel with its list and the map, both of one state. */
export function LiveSearch({
  settings,
  pickupMaxAgeMinutes,
}: {
  readonly settings: ServiceState['map']
  readonly pickupMaxAgeMinutes: number
}) {
  const navigate = useNavigate()
  const state = useSearchState(settings.position)
  const { search, selectedId } = state
  const [paused, setPaused] = useState(false)
  const [followedId, setFollowedId] = useState<string | null>(null)
  const isFollowing = followedId !== null && followedId === selectedId
  const [changing, setChanging] = useState<Circle | null>(null)
  const [tilesFailed, setTilesFailed] = useState(false)
  const [areaOpen, setAreaOpen] = useState(false)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const [size, setSize] = useState<SheetSize>('half')
  const view = useLiveView(state, paused)
  const statusChange = useStatusChange(view.selection)
  const isOld = useIsOld(view.live, state.everySeconds)
  useSeededStatus(view.selection)
  const { live, rows, selection } = view
  const pickup = usePickup(state, view, pickupMaxAgeMinutes)
  const { revealed, revealSelection, revealPickup, revealAll } = useRevealed(state, view, isFollowing)

  const describe = (id: string) => {
    const number = pickup.numberOf(id)
    return number === null ? view.describe(id) : `No. ${number} for the pick-up: ${view.describe(id)}`
  }
  const circle = useMemo(() => ({ position: search.position, radius: search.radius }), [search])
  const tiles = useMemo(
    () => ({
      url: settings.tileUrl,
      attribution: settings.tileAttribution,
      archive: settings.archive,
    }),
    [settings.tileUrl, settings.tileAttribution, settings.archive],
  )

  // Once a record is being opened, a late write of this page's address would navigate back to the map.
  const isLeaving = useRef(false)
  const open = async (id: string) => {
    const href = vehicleHref(id)
    if (!href) return
    isLeaving.current = true
    await state.select(id)
    isLeaving.current = await navigate(href)
  }
  const select = (id: string | null) => {
    void state.select(id)
    revealSelection(id)
    if (id !== null && size === 'full') setSize('half')
  }
  const showSheet = () => {
    if (size === 'collapsed') setSize('half')
  }
  const place = usePlaceWords(search.position)
  const { units } = usePreferences()
  const area = `${distanceFormat(units)(search.radius)} around ${place}`
  usePageTitle(`${paused ? 'Paused · ' : ''}${safeText(area, 80)}`)
  const { map, focusList, ...refs } = usePageKeys(state, {
    areaOpen,
    setAreaOpen,
    filtersOpen,
    setFiltersOpen,
    togglePause: () => setPaused(!paused),
    refresh: live.refresh,
    openHelp: () => setHelpOpen(true),
    select,
    open,
    showSheet,
    stopPlacing: pickup.stopPlacing,
  })

  const covers = useCallback(() => map.current?.querySelectorAll('[data-covers-map]') ?? [], [map])
  // Back from a record, the arrow keys go on in the list.
  const focusOnReturn = useEffectEvent(() => {
    if (selectedId !== null && selectedId === lastSelectedId) focusList()
  })
  const keepSelected = useEffectEvent(() => {
    lastSelectedId = selectedId
  })
  useEffect(() => {
    focusOnReturn()
    return keepSelected
  }, [])

  return (
    <SearchProvider
      value={{
        state,
        view,
        pickup,
        changing,
        isFollowing,
        setFollowing: (follows) => setFollowedId(follows ? selectedId : null),
        statusChange,
        refs,
        paused,
        setPaused,
        areaOpen,
        setAreaOpen,
        place,
        filtersOpen,
        setFiltersOpen,
        select,
        open,
      }}
    >
      <div className="relative flex min-h-0 flex-1 overflow-hidden">
        <h1 className="sr-only">Map of vehicles near a position</h1>
        <LiveRegion
          search={search}
          state={{
            area: live.area,
            connection: live.connection,
            isLoading: live.progress !== null,
            failure: live.area && failureInWords(live),
            filters: state.filters,
            shown: rows.length,
            selected:
              selectedId === null
                ? null
                : {
                    id: selectedId,
                    text: describe(selectedId),
                    isListed: selection?.isListed ?? false,
                    status: selection?.vehicle.status ?? null,
                  },
          }}
        />
        <SearchPanel size={size} onSize={setSize} />
        <div
          ref={map}
          data-old={isOld || undefined}
          className={`isolate min-h-0 min-w-0 max-md:absolute max-md:inset-x-0 max-md:top-0 md:relative md:flex-1 ${mapBottoms[size]}`}
        >
          <VehicleMap
            label={`Map of ${counted(rows.length, 'vehicle')}; the list shows the same vehicles as text`}
            circle={circle}
            units={units}
            onCircleChange={state.setSearch}
            onCircleChanging={setChanging}
            view={state.view}
            onViewChange={(view) => {
              if (!isLeaving.current) void state.setView(view)
            }}
            vehicles={view.mapVehicles}
            outlined={view.mapGhosts}
            trail={view.trail}
            clustering={view.isClustering}
            pickup={state.pickup}
            isPlacing={pickup.isPlacing}
            onPickup={(position) => {
              showSheet()
              pickup.set(position)
              revealPickup(position)
            }}
            emphasis={pickup.emphasis}
            selectedId={selectedId}
            onSelect={select}
            selectedPosition={lastPosition(selection)}
            describe={describe}
            revealed={revealed}
            onDrag={() => setFollowedId(null)}
            covers={covers}
            tiles={tiles}
            tilesFailed={tilesFailed}
            onTilesFailed={setTilesFailed}
          />
          <PausedBanner />
          <MapOverlay tilesFailed={tilesFailed} onHelp={() => setHelpOpen(true)} onCover={revealAll} />
        </div>
        <PausedFrame />
        {helpOpen ? <ShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
      </div>
    </SearchProvider>
  )
}

function failureInWords({ error, isTakingOver }: LiveState): string | null {
  if (error) return describeError(error).title
  return isTakingOver ? 'Another server is taking over' : null
}
