import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { View } from '@/components/map/types'
import { FILTER_NAMES, NEED_NAMES, type Needs, type Sort } from '@/components/search/attributes'
import { type Filters, NO_FILTERS } from '@/components/search/list/filters'
import type { AreaSearch, INTERVALS_SECONDS } from '@/lib/api/contract/live'
import type { Position } from '@/lib/interface/resources'
import { type PanelName, viewParameters } from './view-parameters'

// A new entry in the browser's history, or a change of the current one.
const step = { history: 'push' } as const
const sameStep = { history: 'replace' } as const

/**
 * Kept in the page's address: back, forward and a shared link show the same.
 * @param start of an address without one
 */
export function useSearchState(start: Position) {
  const [state, set] = useQueryStates(viewParameters)
  const { radius, type, pickup } = state
  const { lat, lng } = state.position ?? start
  const search: AreaSearch = useMemo(
    () => ({ position: { lat, lng }, radius, type }),
    [lat, lng, radius, type],
  )
  const filters = useSame<Filters>({
    ...(Object.fromEntries(FILTER_NAMES.map((name) => [name, state[name]])) as Omit<
      Filters,
      'text'
    >),
    text: state.text,
  })
  const needs = useSame(
    Object.fromEntries(NEED_NAMES.map((name) => [name, state[`pickup_${name}`]])) as Needs,
  )
  return {
    search,
    filters,
    needs,
    pickup,
    sort: state.sort,
    panel: state.panel,
    everySeconds: state.every,
    /** Null: depends on the number of vehicles. */
    isClustering: state.cluster,
    selectedId: state.vehicle,
    view: state.map,
    /** The moment of a replay, milliseconds since the epoch; null for the present. */
    at: state.at,
    setSearch: (change: Partial<AreaSearch>) => set({ ...search, ...change }, step),
    /** As setSearch, and the map goes there. */
    goTo: (change: Partial<AreaSearch & Pick<Filters, 'types'>>) =>
      set({ ...search, types: filters.types, ...change, map: null }, step),
    /** Another circle of the past, in place of one that was not recorded. */
    showRecorded: (circle: AreaSearch, at: number) => set({ ...circle, at, map: null }, sameStep),
    select: (vehicle: string | null) => set({ vehicle }, sameStep),
    setView: (map: View) => set({ map }, sameStep),
    setEvery: (every: (typeof INTERVALS_SECONDS)[number]) => set({ every }, sameStep),
    /** @param isTyping adds no entry to the history for a further letter */
    setFilters: (change: Partial<Filters>, isTyping = false) =>
      set({ ...filters, ...change }, isTyping ? sameStep : step),
    clearFilters: () => set(NO_FILTERS, step),
    setSort: (sort: Sort) => set({ sort }, step),
    setClustering: (cluster: boolean) => set({ cluster }, sameStep),
    setPanel: (panel: PanelName) => set({ panel }, sameStep),
    setPickup: (pickup: Position) =>
      set({ pickup, panel: 'pickup', position: pickup, map: null }, step),
    /** In the past other circles may not be recorded. */
    setPickupOnly: (pickup: Position) => set({ pickup, panel: 'pickup' }, step),
    /** @param isStep adds an entry to the history */
    setAt: (at: number | null, isStep = false) => set({ at }, isStep ? step : sameStep),
    /** Another radius of the same search, of which the history keeps the last only. */
    widenSearch: (radius: number, movesMap: boolean) =>
      set({ radius, ...(movesMap && { map: null }) }, sameStep),
    setNeeds: (change: Partial<Needs>) => set(needTexts({ ...needs, ...change }), sameStep),
    closePickup: () => set({ pickup: null, ...needTexts(null), panel: 'vehicles' }, step),
  }
}

/** The same object until one of its values changes. */
function useSame<T extends object>(next: T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one dependency for each value, of a fixed number
  return useMemo(() => next, Object.values(next))
}

export type SearchState = ReturnType<typeof useSearchState>

/** @param needs null for none */
function needTexts(needs: Needs | null) {
  return Object.fromEntries(NEED_NAMES.map((name) => [`pickup_${name}`, needs?.[name] ?? null]))
}
