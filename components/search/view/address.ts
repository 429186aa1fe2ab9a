import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { Circle, View } from '@/components/map/types'
import { FILTER_NAMES, NEED_NAMES, type Needs } from '@/components/search/attributes'
import { type Filters, NO_FILTERS } from '@/components/search/list/filters'
import type { Sort } from '@/components/search/list/sort'
import { type UndoStep, usePage } from '@/components/search/page'
import type { HomeArea } from '@/lib/api/contract/desk'
import type { AreaSearch, INTERVALS_SECONDS } from '@/lib/api/contract/live'
import type { BookedNeeds } from '@/lib/format/links'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { DEFAULT_RADIUS_METRES } from '@/lib/interface/search'
import { useHome } from './home'
import { type PanelName, viewParameters } from './view-parameters'

// A new entry in the browser's history, or a change of the current one.
const step = { history: 'push' } as const
const sameStep = { history: 'replace' } as const

/** State of the map page in its address: back, forward and a shared link show the same. */
export function useAddress() {
  const [state] = useQueryStates(viewParameters)
  const { type } = state
  const home = useHome()
  const { position, radius } = circleOf(state, home)
  const { lat, lng } = position
  const search: AreaSearch = useMemo(
    () => ({ position: { lat, lng }, radius, type }),
    [lat, lng, radius, type],
  )
  const filters = useSame(filtersOf(state))
  const needs = useSame(needsOf(state))
  return {
    search,
    filters,
    needs,
    /** Whether the search is that of the home area. */
    isHome: isSameCircle(search, home),
    pickup: state.pickup,
    sort: state.sort,
    panel: state.panel,
    everySeconds: state.every,
    /** Null: depends on the number of vehicles. */
    isClustering: state.cluster,
    selectedId: state.vehicle,
    shownZoneId: state.zone,
    /** Null: the whole circle. */
    mapView: state.map,
    /** The moment of a replay, milliseconds since the epoch; null for the present. */
    at: state.at,
  }
}

export type Address = ReturnType<typeof useAddress>

/** Changes of the address, which show at once. */
export function useAddressActions() {
  const { store } = usePage()
  const home = useHome()
  const [state, set] = useQueryStates(viewParameters)
  const { position, radius } = circleOf(state, home)
  const search: AreaSearch = { position, radius, type: state.type }

  /** Keeps what it changes, so that it can be taken back. */
  function change(subject: UndoStep['subject'], next: Partial<Parameters>, isTyping = false) {
    const names = Object.keys(next) as (keyof Parameters)[]
    const before: Partial<Parameters> = Object.fromEntries(names.map((name) => [name, state[name]]))
    const isFurtherLetter = isTyping && store.getState().undo?.isTyping === true
    if (!isFurtherLetter)
      store.setState({ undo: { subject, isTyping, takeBack: () => void set(before, step) } })
    return set(next, isTyping ? sameStep : step)
  }

  /** Written without a position, the home area stays so when the desk moves it. */
  function circle(next: Circle) {
    return isSameCircle(next, home)
      ? { position: null, radius: DEFAULT_RADIUS_METRES }
      : { position: next.position, radius: next.radius }
  }

  return {
    setSearch: (next: Partial<AreaSearch>) => change('area', { ...search, ...next }),
    /** As setSearch, and the map goes there. */
    goTo: (next: Partial<AreaSearch> & { readonly types?: readonly string[] }) =>
      change('area', { ...search, types: [...state.types], ...next, map: null }),
    /** The home area, without pick-up and selection. */
    goHome: () =>
      change('area', {
        position: null,
        radius: DEFAULT_RADIUS_METRES,
        type: null,
        map: null,
        vehicle: null,
        zone: null,
        panel: state.panel === 'pickup' ? 'vehicles' : state.panel,
        pickup: null,
        before: null,
        ...needParameters(null),
      }),
    /** Another circle of the past, in place of one that was not recorded. */
    showRecorded: (recorded: AreaSearch, at: number) =>
      set({ ...recorded, at, map: null }, sameStep),
    select: (vehicle: string | null) => set({ vehicle }, sameStep),
    showZone: (zone: string | null) => set({ zone }, sameStep),
    setMapView: (map: View) => set({ map }, sameStep),
    setEvery: (every: (typeof INTERVALS_SECONDS)[number]) => set({ every }, sameStep),
    /** @param isTyping adds no entry to the history for a further letter */
    setFilters: (next: Partial<Filters>, isTyping = false) =>
      change('filters', { ...filtersOf(state), ...next }, isTyping),
    clearFilters: () => change('filters', NO_FILTERS),
    setSort: (sort: Sort) => set({ sort }, step),
    setClustering: (cluster: boolean) => set({ cluster }, sameStep),
    setPanel: (panel: PanelName) => set({ panel }, sameStep),
    /**
     * @param searchesRound false in the past, where other circles may not be recorded
     * @param needs of a booking; those of the board stay without
     */
    setPickup(pickup: Position, searchesRound: boolean, needs?: BookedNeeds) {
      const asked = { pickup, panel: 'pickup', ...(needs && needParameters(needs)) } as const
      if (!searchesRound) return change('pick-up', asked)
      const before = state.before ?? { position, radius }
      return change('pick-up', { ...asked, position: pickup, radius, map: null, before })
    },
    /** @param isStep adds an entry to the history */
    setAt: (at: number | null, isStep = false) => set({ at }, isStep ? step : sameStep),
    /** Another radius of the same search, of which the history keeps the last only. */
    widenSearch: (wider: number, movesMap: boolean) =>
      set(movesMap ? { radius: wider, map: null } : { radius: wider }, sameStep),
    setNeeds: (next: Partial<Needs>) =>
      set(needParameters({ ...needsOf(state), ...next }), sameStep),
    /** Gives back the area from before the pick-up, and the list of due bookings if it is one's. */
    closePickup() {
      const from = store.getState().dueBooking?.from ?? null
      const isOfBooking = from !== null && isSamePosition(from, state.pickup)
      const panel: PanelName = isOfBooking ? 'due' : 'vehicles'
      const closed = { pickup: null, panel, ...needParameters(null) }
      if (!state.before) return change('pick-up', closed)
      return change('pick-up', { ...closed, ...circle(state.before), map: null, before: null })
    },
  }
}

/** Without a position it is the home area, or another radius around its centre. */
function circleOf({ position, radius }: Parameters, home: HomeArea): Circle {
  if (position) return { position, radius }
  return {
    position: home.position,
    radius: radius === DEFAULT_RADIUS_METRES ? home.radius : radius,
  }
}

function isSameCircle(a: Circle, b: Circle): boolean {
  return isSamePosition(a.position, b.position) && a.radius === b.radius
}

function isSamePosition(a: Position, b: Position | null): boolean {
  return b !== null && formatPosition(a) === formatPosition(b)
}

type Parameters = ReturnType<typeof useQueryStates<typeof viewParameters>>[0]

function filtersOf(state: Parameters): Filters {
  const values = FILTER_NAMES.map((name) => [name, state[name]])
  return { ...Object.fromEntries(values), text: state.text }
}

function needsOf(state: Parameters): Needs {
  const values = NEED_NAMES.map((name) => [name, state[`pickup_${name}`]])
  return Object.fromEntries(values)
}

/** @param needs null for none */
function needParameters(needs: Partial<Needs> | null) {
  const values = NEED_NAMES.map((name) => [`pickup_${name}`, needs?.[name] ?? null])
  return Object.fromEntries(values)
}

/** The same object until one of its values changes. */
function useSame<T extends object>(next: T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each value, of a fixed number
  return useMemo(() => next, Object.values(next))
}
