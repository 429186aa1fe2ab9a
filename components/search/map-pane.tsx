import { useQuery } from '@tanstack/react-query'
import { Pause } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import type { Size } from '@/components/map/map-handle'
import { VehicleMap } from '@/components/map/maps'
import type { MapMenu, MapWaits, ZoneDrawing } from '@/components/map/types'
import { MapWithTiles } from '@/components/record/record-map'
import { WatchingErrorNotice } from '@/components/record/watching-error-notice'
import { lastPosition } from '@/components/search/list/selection'
import { WatchedAnnouncement } from '@/components/search/watch-list/watching-notices'
import { Button } from '@/components/ui/button'
import { DismissibleNotice } from '@/components/ui/notice'
import { onDemand } from '@/components/ui/on-demand'
import type { SheetSize } from '@/components/ui/sheet'
import { describeError } from '@/lib/api/client/errors'
import type { ZoneShape } from '@/lib/api/contract/zones'
import { query } from '@/lib/api/queries/query'
import { useWatched } from '@/lib/api/queries/watch-list'
import { counted } from '@/lib/format/number'
import { formatClock } from '@/lib/format/time/time'
import type { Position } from '@/lib/interface/resources'
import { useJourneyOnMap } from './due/due-booking'
import { isAway, visibleCircle } from './map-geometry'
import { useLabelsSwitch, useZonesSwitch } from './map-switches'
import { MapToolbar } from './map-toolbar'
import { usePage, usePageState } from './page'
import { useSelect } from './page-actions'
import { describeOnPage, useLiveData } from './page-data'
import { useIsPlacing, usePickupActions } from './pickup/use-pickup'
import { useAddress, useAddressActions } from './view/address'
import { useIsOld } from './view/use-is-old'
import { type LiveView, useMapVehicles } from './view/use-live-view'
import { VisitNotice } from './view/visit-notice'
import { useZones } from './zones/use-zones'

/** Instead of a search of another circle, which would find nothing in the past. */
const ONLY_RECORDED = 'In the past, only recorded areas are shown.'

/** Of a zone that is not saved yet. */
const NEW_ZONE_ID = 'new'

/**
 * Bottom edge of the map above the sheet of a phone; a full sheet covers
 * the map without resizing it.
 */
const mapBottom = (size: SheetSize) =>
  size === 'collapsed' ? 'max-md:bottom-9' : 'max-md:bottom-[calc(clamp(46%,20rem,60%)-12px)]'

export function MapPane() {
  const { store, map, showSheet } = usePage()
  const data = useLiveData()
  const { view, pickup } = data
  const address = useAddress()
  const { search, selectedId } = address
  const { setSearch, setMapView } = useAddressActions()
  const { units } = usePreferences()
  const starred = useStarredSlots(view)
  const labels = useMapLabels(view, starred)
  const zones = useZonesOnMap()
  const journey = useJourneyOnMap()
  const sheetSize = usePageState((state) => state.sheetSize)
  const isPlacing = useIsPlacing(address)
  const isOld = useIsOld(view.live)
  const select = useSelect(data)

  function openMenu({ x, y, id, position }: MapMenu): void {
    const at = { x, y }
    store.setState({
      menu: {
        at,
        subject: id === null ? { kind: 'place', position } : { kind: 'vehicle', id, position },
      },
    })
  }

  const watchHint = useWatchHint(selectedId)
  const drawn = useMapVehicles(view, selectedId, starred)
  const [waits, setWaits] = useState<MapWaits | null>(null)
  const [tilesFailed, setTilesFailed] = useState(false)
  const [isCrowded, setIsCrowded] = useState(false)
  const pane = useRef<HTMLDivElement>(null)
  const covers = useCallback(() => pane.current?.querySelectorAll('[data-covers-map]') ?? [], [])

  const { area, error, replay } = view.live
  const actions = usePickupActions(replay !== null)
  // An empty circle on paper would say that no vehicle is there.
  const isLoading = area === null && error === null && replay?.isLoading !== false
  const circle = useMemo(() => ({ position: search.position, radius: search.radius }), [search])

  function setPickup(position: Position) {
    showSheet()
    actions.set(position)
    map.reveal([{ position, kind: 'pickup' }])
  }

  return (
    <div
      ref={pane}
      data-old={isOld || undefined}
      className={`isolate min-h-0 min-w-0 max-md:absolute max-md:inset-x-0 max-md:top-0 md:relative md:col-start-2 md:row-start-2 md:row-end-3 roomy:row-start-1 ${mapBottom(sheetSize)} ${isLoading ? 'print:hidden' : ''}`}
    >
      <MapWithTiles>
        {(tiles) => (
          <VehicleMap
            label={`Map of ${counted(view.rows.length, 'vehicle')}; the list shows the same vehicles as text`}
            handle={map}
            circle={circle}
            units={units}
            onCircleChange={setSearch}
            noSearch={replay && ONLY_RECORDED}
            onCircleChanging={(draggedCircle) => store.setState({ draggedCircle })}
            view={address.mapView}
            onViewChange={(mapView) => {
              if (!store.getState().isLeaving) void setMapView(mapView)
            }}
            vehicles={drawn.vehicles}
            departed={drawn.departed}
            trail={drawn.trail}
            clustering={view.isClustering}
            onCrowded={setIsCrowded}
            pickup={journey.from ?? address.pickup}
            nearAt={(position) => view.near.at(position)}
            road={journey.line ?? pickup.path?.points ?? null}
            waits={waits}
            zones={zones.shown}
            shownZoneId={address.shownZoneId}
            zoneDrawing={zones.drawing}
            isPlacing={isPlacing}
            onPickup={setPickup}
            emphasis={pickup.emphasis}
            nameAt={labels.nameAt}
            namedFirst={labels.namedFirst}
            selectedId={selectedId}
            onSelect={select}
            onMenu={openMenu}
            selectedPosition={lastPosition(view.selection)}
            describe={(id) => describeOnPage(data, id) + watchHint(id)}
            onHover={(hoveredId) => store.setState({ hoveredId })}
            covers={covers}
            tiles={tiles}
            onTilesFailed={setTilesFailed}
          />
        )}
      </MapWithTiles>
      <MapOverlay pane={pane} tilesFailed={tilesFailed} isCrowded={isCrowded} />
      <MapToolbar onWaits={setWaits} />
    </div>
  )
}

/** The zones on the map, with the one that is made or changed. */
function useZonesOnMap() {
  const { store } = usePage()
  const zones = useZones()
  const { panel } = useAddress()
  const { isOn } = useZonesSwitch()
  const areShown = isOn || panel === 'zones'
  const draft = usePageState((state) => state.zoneDraft)
  const shown = useMemo(() => {
    const others = areShown ? zones.filter(({ id }) => id !== draft?.zone.id) : []
    if (!draft?.shape || draft.step !== 'facts') return others
    return [...others, { ...draft.zone, id: draft.zone.id ?? NEW_ZONE_ID, shape: draft.shape }]
  }, [zones, areShown, draft])
  const onShape = useCallback(
    (shape: ZoneShape) =>
      store.setState(({ zoneDraft }) => {
        if (!zoneDraft) return {}
        const isNew = zoneDraft.step !== 'change'
        return { zoneDraft: { ...zoneDraft, shape, step: isNew ? 'facts' : 'change' } }
      }),
    [store],
  )
  const drawing: ZoneDrawing | null =
    draft && draft.step !== 'facts'
      ? { mode: draft.step, shape: draft.shape, colour: draft.zone.colour, onShape }
      : null
  return { shown, drawing }
}

/** The effect of the key `w` on the vehicle under the pointer; empty where it has none. */
function useWatchHint(selectedId: string | null): (id: string) => string {
  const watched = useWatched()
  return (id) => {
    if (selectedId !== null || !watched.canToggle(id)) return ''
    return watched.isWatched(id) ? '; watched (w: stop)' : ' (w: watch)'
  }
}

/** Slots of the watched vehicles in the list. */
function useStarredSlots({ live: { area } }: LiveView): readonly number[] {
  const watched = useQuery(query('/api/watch-list')).data?.data.vehicles
  return useMemo(() => {
    const slots = watched?.map(({ id }) => area?.table.slotOf(id) ?? -1) ?? []
    return slots.filter((slot) => slot >= 0)
  }, [watched, area])
}

/** @param starred slots of the vehicles whose call signs come before others */
function useMapLabels({ live, names }: LiveView, starred: readonly number[]) {
  const { isOn } = useLabelsSwitch()
  const { area } = live
  const nameAt = useMemo(() => {
    if (!isOn || !area) return null
    const { records } = area.table
    return (slot: number) => {
      const vehicle = records[slot]
      return vehicle ? names.shown(vehicle) : null
    }
  }, [isOn, area, names])
  const namedFirst = useMemo(() => new Set(starred), [starred])
  return { nameAt, namedFirst }
}

const ZoneEditor = onDemand(() => import('./zones/zone-editor'), 'ZoneEditor')
const SelectedVehicle = onDemand(() => import('./list/selected-vehicle'), 'SelectedVehicle')
/**
 * Notices in one corner, those about the area above its middle, and the card. None moves the map.
 */
function MapOverlay({
  pane,
  tilesFailed,
  isCrowded,
}: {
  readonly pane: RefObject<HTMLElement | null>
  readonly tilesFailed: boolean
  /** More vehicles are in view than can be drawn one by one. */
  readonly isCrowded: boolean
}) {
  const { store } = usePage()
  const { view } = useLiveData()
  const address = useAddress()
  const { selectedId, panel } = address
  const isMoving = useIsPlacing(address) && address.pickup !== null
  const zoneDraft = usePageState((state) => state.zoneDraft)
  const [isDismissed, setIsDismissed] = useState(false)
  return (
    <div className="pointer-events-none absolute inset-2 right-14 max-md:right-16 z-10 flex flex-col items-start gap-2 *:pointer-events-auto">
      <div className="pointer-events-none! flex w-full flex-col items-center gap-2 *:pointer-events-auto empty:hidden">
        <PausedBanner />
        <VisitNotice />
        {zoneDraft ? <ZoneEditor draft={zoneDraft} /> : null}
        {isMoving ? (
          <p
            data-covers-map
            className="bg-surface border-line shadow-raised flex items-center gap-3 rounded-md border py-1 pr-1 pl-3 text-sm"
          >
            Click the new pick-up point on the map.
            <Button onClick={() => store.setState({ isPlacing: false })}>Cancel</Button>
          </p>
        ) : (
          <AreaButtons pane={pane} />
        )}
      </div>
      {tilesFailed && !isDismissed ? (
        <DismissibleNotice
          tone="warning"
          title="Map tiles are not loading"
          className="max-w-md"
          subject="map tiles"
          onDismiss={() => setIsDismissed(true)}
        >
          Showing coastlines only; distances and directions are correct.
        </DismissibleNotice>
      ) : null}
      <UndoErrorNotice />
      {panel === 'watched' ? null : <WatchingErrorNotice className="max-w-md" />}
      {view.live.replay ? null : <WatchedAnnouncement />}
      <p
        role="status"
        data-covers-map
        className={
          isCrowded
            ? 'bg-surface border-line shadow-raised rounded-md border px-3 py-1.5 text-sm'
            : 'sr-only'
        }
      >
        {isCrowded
          ? 'More than 2,000 vehicles here, shown in groups. Zoom in for single vehicles.'
          : null}
      </p>
      {selectedId === null ? null : (
        <div className="mt-auto mb-7 w-full md:mb-6 md:w-auto">
          <SelectedVehicle id={selectedId} />
        </div>
      )}
    </div>
  )
}

function UndoErrorNotice() {
  const { store } = usePage()
  const error = usePageState((state) => state.undoError)
  if (!error) return null
  return (
    <DismissibleNotice
      tone="warning"
      title="The change was not taken back"
      className="max-w-md"
      subject="the change"
      onDismiss={() => store.setState({ undoError: null })}
    >
      {describeError(error).title}. Try again.
    </DismissibleNotice>
  )
}

/**
 * Searches the area on the map, unless it is the past, or goes back to the searched
 * one; only while these differ.
 */
function AreaButtons({ pane }: { readonly pane: RefObject<HTMLElement | null> }) {
  const { search, mapView, at } = useAddress()
  const { setSearch, goTo } = useAddressActions()
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const map = pane.current
    if (!map) return
    const observer = new ResizeObserver(() =>
      setSize({ width: map.clientWidth, height: map.clientHeight }),
    )
    observer.observe(map)
    return () => observer.disconnect()
  }, [pane])
  if (!mapView || !size || !isAway(search, mapView, size)) return null
  return (
    <div data-covers-map className="flex flex-wrap justify-center gap-2">
      {/* In the past only recorded areas are shown, and no other circle is one. */}
      {at !== null ? null : (
        <Button
          variant="primary"
          className="shadow-raised"
          onClick={() => void setSearch(visibleCircle(mapView, size))}
        >
          Search this area
        </Button>
      )}
      <Button className="shadow-raised" onClick={() => void goTo({})}>
        Back to the area
      </Button>
    </div>
  )
}

function PausedBanner() {
  const { store } = usePage()
  const isPaused = usePageState((state) => state.isPaused)
  const { at } = useAddress()
  const { zone } = usePreferences()
  const { area } = useLiveData().view.live
  if (!isPaused || at !== null) return null
  return (
    <p className="bg-kerb text-on-kerb shadow-raised flex items-center gap-2 rounded-md py-1 pr-1 pl-3 text-sm font-semibold">
      <Pause aria-hidden className="size-4 shrink-0" />
      <span>Paused{area ? ` at ${formatClock(area.receivedAtMs, zone)}` : ''}</span>
      <Button className="md:min-h-8" onClick={() => store.setState({ isPaused: false })}>
        Resume
      </Button>
    </p>
  )
}
