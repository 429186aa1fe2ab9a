import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from '@/components/layout/link'
import { useDistance } from '@/components/layout/preferences/preferences'
import { storageKeys, useStored } from '@/components/layout/storage'
import { useHasPassed } from '@/components/layout/use-now'
import type { Circle, Revealed } from '@/components/map/types'
import { usePageRefs } from '@/components/search/keyboard/use-page-refs'
import { useObservedTypes } from '@/components/search/list/filters/use-observed-types'
import { lastPosition, type Selection, useStatusChange } from '@/components/search/list/selection'
import { isTime } from '@/components/search/pickup/road-times'
import { usePickup } from '@/components/search/pickup/use-pickup'
import { usePlaceName } from '@/components/search/view/saved-areas'
import { type SearchState, useSearchState } from '@/components/search/view/search-state'
import { type LiveView, useLiveView } from '@/components/search/view/use-live-view'
import type { SheetSize } from '@/components/ui/sheet'
import type { VehicleNames } from '@/lib/api/queries/names'
import { query, seedVehicleStatus } from '@/lib/api/queries/query'
import { useWatched } from '@/lib/api/queries/watch-list'
import { vehicleHref } from '@/lib/format/links'
import { formatRoadTime } from '@/lib/format/time/road-time'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea, LiveState } from '@/lib/live/client/live-area'
import { viewAround } from './away'
import { useRecordedCircle } from './use-recorded-circle'
import { useReplay } from './use-replay'

/** Selected when this page was left. */
let lastSelectedId: string | null = null

export function useLivePage(start: Position, pickupMaxAgeMinutes: number) {
  const navigate = useNavigate()
  const watched = useWatched()
  const hoveredId = useRef<string | null>(null)
  const formatDistance = useDistance()
  const state = useSearchState(start)
  const { selectedId } = state
  const [paused, setPaused] = useState(false)
  const [followedId, setFollowedId] = useState<string | null>(null)
  const isFollowing = followedId !== null && followedId === selectedId
  const [changing, setChanging] = useState<Circle | null>(null)
  const [size, setSize] = useState<SheetSize>('half')
  const replay = useReplay(state)
  const view = useLiveView(state, paused, replay.past)
  useRecordedCircle(state, view.live)
  const present = replay.isOn ? null : view.selection
  const statusChange = useStatusChange(present)
  useSeededStatus(present)
  const labels = useMapLabels(view.live.area, view.names)
  const waitMap = useSwitch(storageKeys.waitMap, false)
  const { map, refs, opened, focusSoon } = usePageRefs()
  useReturnedFocus(selectedId, refs.focusList)
  const pickup = usePickup(state, view, pickupMaxAgeMinutes, (positions) => {
    if (map.current)
      void state.setView(
        viewAround(positions, { width: map.current.clientWidth, height: map.current.clientHeight }),
      )
  })
  const reveal = useRevealed(state, view, isFollowing, pickup.numberedPositions)
  const { lat, lng } = state.search.position
  const placeName = usePlaceName(state.search.position, view.near)

  // Once a record is being opened, a late write of this page's address would
  // navigate back to the map.
  const isLeaving = useRef(false)
  const open = async (id: string, href: Route | null = vehicleHref(id)) => {
    if (!href) return
    isLeaving.current = true
    // The way back leads to the shown moment, which a replay that plays has not written yet.
    const { replay: past } = view.live
    await Promise.all([state.select(id), past && state.setAt(past.atMs)])
    isLeaving.current = await navigate(href)
  }
  const select = (id: string | null) => {
    void state.select(id)
    reveal.revealSelection(id)
    if (id !== null && size === 'full') setSize('half')
  }
  /** On a phone the sheet may hide the panel. */
  const showSheet = () => {
    if (size === 'collapsed') setSize('half')
  }

  return {
    state,
    view,
    isOld: useIsOld(view.live, state.everySeconds),
    types: useObservedTypes(view.counts),
    pickup,
    labels,
    waitMap,
    replay,
    /** The circle while a handle is dragged. */
    changing,
    isFollowing,
    setFollowing: (follows: boolean) => setFollowedId(follows ? selectedId : null),
    statusChange,
    refs,
    paused,
    setPaused,
    sheet: { size, onSize: setSize },
    /**
     * The searched position in words: the name of a saved area there, an address, or
     * coordinates to about 100 m.
     */
    place: placeName ?? `${Number(lat.toFixed(3))}, ${Number(lng.toFixed(3))}`,
    ...opened,
    ...{ select, open, map, setChanging, reveal, isLeaving, showSheet, focusSoon, watched },
    hoveredId,
    /** The effect of the key `w` on the vehicle under the pointer; empty where it has none. */
    watchHint(id: string): string {
      if (selectedId !== null || !watched.canToggle(id)) return ''
      return watched.isWatched(id) ? '; watched (w: stop)' : ' (w: watch)'
    },
    describe(id: string) {
      const number = pickup.numberOf(id)
      const time = pickup.timeOf(id)
      const byRoad = isTime(time) ? `${formatRoadTime(time, formatDistance)} by road` : null
      const forPickup = [number && `No. ${number} for the pick-up`, byRoad]
        .filter(Boolean)
        .join(', ')
      return forPickup ? `${forPickup}: ${view.describe(id)}` : view.describe(id)
    },
  }
}

/** Back from a record, the arrow keys go on in the list. */
function useReturnedFocus(selectedId: string | null, focusList: () => void): void {
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
}

/**
 * Hands the selected vehicle's last data to its record when the map is left: the
 * service may be down by then.
 */
function useSeededStatus(selection: Selection | null): void {
  const client = useQueryClient()
  const seed = useEffectEvent(() => {
    if (selection) seedVehicleStatus(client, selection.vehicle, selection)
  })
  useEffect(() => seed, [])
}

/**
 * Positions to bring into view, each time as a new object; on a refresh only
 * while a vehicle is followed.
 */
function useRevealed(
  { selectedId, pickup }: SearchState,
  view: LiveView,
  isFollowing: boolean,
  numbered: () => readonly Position[],
) {
  const [revealed, setRevealed] = useState<readonly Revealed[] | null>(null)
  const position = lastPosition(view.selection)
  /** The selection that was brought into view, and whether the map was dragged since. */
  const shownId = useRef<string | null>(null)
  const isDragged = useRef(false)

  const show = (vehicle: Position | null, pin: Position | null) => {
    const next: Revealed[] = []
    if (vehicle) next.push({ position: vehicle, kind: 'vehicle' })
    if (pin) next.push({ position: pin, kind: 'pickup' })
    // The card covers none of those that the selected one is compared with, if there is room.
    if (vehicle)
      next.push(...numbered().map((position) => ({ position, kind: 'vehicle' as const })))
    if (next.length > 0) setRevealed(next)
  }
  const showSelected = (id: string | null, at: Position | null) => {
    shownId.current = at ? id : null
    isDragged.current = false
    if (at) show(at, pickup)
  }
  // Selected by a link or the history, or before its position was loaded.
  useEffect(() => {
    if (shownId.current !== selectedId) showSelected(selectedId, position)
  })
  // Of a followed vehicle every position.
  useEffect(() => {
    if (isFollowing && position) setRevealed([{ position, kind: 'vehicle' }])
  }, [isFollowing, position])
  return {
    revealed,
    revealSelection: (id: string | null) => showSelected(id, view.positionOf(id)),
    isDragged,
    revealPickup: (pin: Position) => show(null, pin),
    revealAll: () => show(position, pickup),
    /** The card came after its vehicle was brought into view. */
    revealLate() {
      if (!isDragged.current) showSelected(selectedId, position)
    },
  }
}

function useMapLabels(area: LiveArea | null, names: VehicleNames) {
  const { isOn, setOn } = useSwitch(storageKeys.mapLabels, true)
  const nameAt = useMemo(() => {
    if (!isOn || !area) return null
    const { records } = area.table
    return (slot: number) => {
      const vehicle = records[slot]
      return vehicle ? names.shown(vehicle) : null
    }
  }, [isOn, area, names])
  const watched = useQuery(query('/api/watch-list')).data?.data.vehicles
  const namedFirst = useMemo(
    () =>
      new Set(watched?.map(({ id }) => area?.table.slotOf(id) ?? -1).filter((slot) => slot >= 0)),
    [watched, area],
  )
  return {
    isOn,
    setOn,
    nameAt,
    /** Slots of watched vehicles, whose call signs come before others. */
    namedFirst,
  }
}

function useSwitch(key: Parameters<typeof useStored>[0], isOnAtFirst: boolean) {
  const [text, set] = useStored(key)
  return {
    isOn: text === null ? isOnAtFirst : text === 'on',
    setOn: (next: boolean) => set(next === isOnAtFirst ? null : next ? 'on' : 'off'),
  }
}

/** Refreshes that may be missed, and the least time, before the map is dimmed. */
const MISSED = 4
const LEAST_MS = 30_000

/**
 * Whether the vehicles shown are older than several refreshes: paused, interrupted or the
 * service fails, now or then.
 */
function useIsOld({ area, replay }: LiveState, everySeconds: number): boolean {
  const limitMs = Math.max(LEAST_MS, MISSED * everySeconds * 1000)
  const isLate = useHasPassed(replay || !area ? null : area.receivedAtMs + limitMs)
  return replay ? replay.gap !== null : isLate
}
