import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { View } from '@/components/map/types'
import { FILTER_NAMES, NEED_NAMES, type Needs, type Sort } from '@/components/search/attributes'
import { type Filters, NO_FILTERS } from '@/components/search/list/filters'
import { usePage } from '@/components/search/page'
import type { AreaSearch, INTERVALS_SECONDS } from '@/lib/api/contract/live'
import type { Position } from '@/lib/interface/resources'
import { type PanelName, viewParameters } from './view-parameters'

// A new entry in the browser's history, or a change of the current one.
const step = { history: 'push' } as const
const sameStep = { history: 'replace' } as const

/** State of the map page in its address: back, forward and a shared link show the same. */
export function useAddress() {
  const { start } = usePage()
  const [state] = useQueryStates(viewParameters)
  const { radius, type } = state
  const { lat, lng } = state.position ?? start
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
    pickup: state.pickup,
    sort: state.sort,
    panel: state.panel,
    everySeconds: state.every,
    /** Null: depends on the number of vehicles. */
    isClustering: state.cluster,
    selectedId: state.vehicle,
    /** Null: the whole circle. */
    mapView: state.map,
    /** The moment of a replay, milliseconds since the epoch; null for the present. */
    at: state.at,
  }
}

export type Address = ReturnType<typeof useAddress>

/** Changes of the address, which show at once. */
export function useAddressActions() {
  const { start } = usePage()
  const [state, set] = useQueryStates(viewParameters)
  const search: AreaSearch = {
    position: state.position ?? start,
    radius: state.radius,
    type: state.type,
  }
  return {
    setSearch: (change: Partial<AreaSearch>) => set({ ...search, ...change }, step),
    /** As setSearch, and the map goes there. */
    goTo: (change: Partial<AreaSearch> & { readonly types?: readonly string[] }) =>
      set({ ...search, types: state.types, ...change, map: null }, step),
    /** Another circle of the past, in place of one that was not recorded. */
    showRecorded: (circle: AreaSearch, at: number) => set({ ...circle, at, map: null }, sameStep),
    select: (vehicle: string | null) => set({ vehicle }, sameStep),
    setMapView: (map: View) => set({ map }, sameStep),
    setEvery: (every: (typeof INTERVALS_SECONDS)[number]) => set({ every }, sameStep),
    /** @param isTyping adds no entry to the history for a further letter */
    setFilters: (change: Partial<Filters>, isTyping = false) =>
      set({ ...filtersOf(state), ...change }, isTyping ? sameStep : step),
    clearFilters: () => set(NO_FILTERS, step),
    setSort: (sort: Sort) => set({ sort }, step),
    setClustering: (cluster: boolean) => set({ cluster }, sameStep),
    setPanel: (panel: PanelName) => set({ panel }, sameStep),
    /** @param searchesRound false in the past, where other circles may not be recorded */
    setPickup: (pickup: Position, searchesRound: boolean) => {
      const round = searchesRound ? { position: pickup, map: null } : {}
      return set({ pickup, panel: 'pickup', ...round }, step)
    },
    /** @param isStep adds an entry to the history */
    setAt: (at: number | null, isStep = false) => set({ at }, isStep ? step : sameStep),
    /** Another radius of the same search, of which the history keeps the last only. */
    widenSearch: (radius: number, movesMap: boolean) =>
      set(movesMap ? { radius, map: null } : { radius }, sameStep),
    setNeeds: (change: Partial<Needs>) =>
      set(needParameters({ ...needsOf(state), ...change }), sameStep),
    closePickup: () => set({ pickup: null, panel: 'vehicles', ...needParameters(null) }, step),
  }
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
function needParameters(needs: Needs | null) {
  const values = NEED_NAMES.map((name) => [`pickup_${name}`, needs?.[name] ?? null])
  return Object.fromEntries(values)
}

/** The same object until one of its values changes. */
function useSame<T extends object>(next: T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each value, of a fixed number
  return useMemo(() => next, Object.values(next))
}
