'use client'

import { createParser, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { View } from '@/components/map/types'
import { type Filters, NO_FILTERS } from '@/components/search/list/filters/filters'
import { NEAREST_FIRST, type Sort } from '@/components/search/list/sorts'
import type { Needs } from '@/components/search/pickup/pickup-ranking'
import type { AreaSearch } from '@/lib/contract/live'
import { INTERVALS_SECONDS } from '@/lib/contract/live'
import type { Position } from '@/lib/interface/resources'
import { DEFAULT_RADIUS_METRES, type Parameter } from '@/lib/interface/search'
import { type PanelName, viewParameters as parameters, viewTexts as texts } from './view-parameters'

function as<T>({ parse }: Parameter<T>, serialize: (value: NonNullable<T>) => string = String) {
  return createParser<NonNullable<T>>({
    parse: (text) => parse(text) as NonNullable<T> | null,
    serialize,
    // Compare as written, so that defaults are left out of the address.
    eq: (a, b) => serialize(a) === serialize(b),
  })
}

const parsers = {
  position: as(parameters.position, texts.position),
  radius: as(parameters.radius).withDefault(DEFAULT_RADIUS_METRES),
  type: as(parameters.type),
  every: as(parameters.every).withDefault(INTERVALS_SECONDS[0]),
  vehicle: as(parameters.vehicle),
  map: as(parameters.map, texts.view),
  sort: as(parameters.sort, texts.sort).withDefault(NEAREST_FIRST),
  status: as(parameters.status, texts.list),
  types: as(parameters.types, texts.list),
  function: as(parameters.function, texts.list),
  seats: as(parameters.seats),
  load: as(parameters.load),
  price: as(parameters.price),
  text: as(parameters.text).withDefault(''),
  cluster: as(parameters.cluster, texts.onOff),
  panel: as(parameters.panel).withDefault('vehicles'),
  pickup: as(parameters.pickup, texts.position),
  pickup_seats: as(parameters.pickup_seats),
  pickup_load: as(parameters.pickup_load),
  pickup_function: as(parameters.pickup_function),
  at: as(parameters.at, texts.instant),
}

// A new entry in the browser's history, or a change of the current one.
const step = { history: 'push' } as const
const sameStep = { history: 'replace' } as const

const none: readonly string[] = []

/**
 * Everything that defines the view, kept in the page's address: back, forward and a shared link show the same.
 * @param start position of a map whose address has none
 */
export function useSearchState(start: Position) {
  const [state, set] = useQueryStates(parsers)
  const { radius, type, seats, load, price, text, pickup } = state
  const { lat, lng } = state.position ?? start
  const search: AreaSearch = useMemo(
    () => ({ position: { lat, lng }, radius, type }),
    [lat, lng, radius, type],
  )
  const status = state.status ?? none
  const types = state.types ?? none
  const functions = state.function ?? none
  const filters: Filters = useMemo(
    () => ({ status, types, function: functions, seats, load, price, text }),
    [status, types, functions, seats, load, price, text],
  )
  const needs: Needs = useMemo(
    () => ({ seats: state.pickup_seats, load: state.pickup_load, function: state.pickup_function }),
    [state.pickup_seats, state.pickup_load, state.pickup_function],
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
    goTo: ({ types: next = types, ...change }: Partial<AreaSearch & Pick<Filters, 'types'>>) =>
      set({ ...search, ...change, types: next.length > 0 ? next : null, map: null }, step),
    select: (vehicle: string | null) => set({ vehicle }, sameStep),
    setView: (map: View) => set({ map }, sameStep),
    setEvery: (every: (typeof INTERVALS_SECONDS)[number]) => set({ every }, sameStep),
    /** @param isTyping adds no entry to the history for a further letter */
    setFilters: (change: Partial<Filters>, isTyping = false) =>
      set(orNull({ ...filters, ...change }), isTyping ? sameStep : step),
    clearFilters: () => set(orNull(NO_FILTERS), step),
    setSort: (sort: Sort) => set({ sort }, step),
    setClustering: (cluster: boolean) => set({ cluster }, sameStep),
    setPanel: (panel: PanelName) => set({ panel }, sameStep),
    /** Sets the pick-up point and searches round it. */
    setPickup: (pickup: Position) => set({ pickup, panel: 'pickup', position: pickup, map: null }, step),
    /** In the past other circles may not be recorded. */
    setPickupOnly: (pickup: Position) => set({ pickup, panel: 'pickup' }, step),
    /** @param isStep adds an entry to the history */
    setAt: (at: number | null, isStep = false) => set({ at }, isStep ? step : sameStep),
    /** Another radius of the same search, of which the history keeps the last only. */
    widenSearch: (radius: number) => set({ radius, map: null }, sameStep),
    setNeeds: (change: Partial<Needs>) => {
      const next = { ...needs, ...change }
      return set(
        { pickup_seats: next.seats, pickup_load: next.load, pickup_function: next.function },
        sameStep,
      )
    },
    closePickup: () =>
      set(
        { pickup: null, pickup_seats: null, pickup_load: null, pickup_function: null, panel: 'vehicles' },
        step,
      ),
  }
}

export type SearchState = ReturnType<typeof useSearchState>

/** Inactive filters are left out of the address. */
function orNull({ status, types, function: functions, text, ...numbers }: Filters) {
  return {
    ...numbers,
    status: status.length > 0 ? status : null,
    types: types.length > 0 ? types : null,
    function: functions.length > 0 ? functions : null,
    text: text === '' ? null : text,
  }
}
