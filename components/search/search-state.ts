'use client'

import { createParser, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { View } from '@/components/map/viewport'
import type { AreaSearch } from '@/lib/queries/vehicle-search'
import { formatPosition, parsePosition } from '@/lib/schema/position'
import type { Position } from '@/lib/schema/resources'
import { DEFAULT_RADIUS_METRES, type Parameter, searchParameters } from '@/lib/schema/search'

/**
 * Vehicles a page when the address names no limit. The service's own default, 10 (§4.1), would take
 * a hundred calls for one look at a city.
 */
const DEFAULT_PAGE = 100

/** Seconds between refreshes a dispatcher can choose from. */
export const INTERVALS_SECONDS = ['5', '10', '30', '60'] as const

const asPosition = createParser({
  parse: parsePosition,
  serialize: formatPosition,
  eq: (a, b) => a.lat === b.lat && a.lng === b.lng,
})

const asView = createParser<View>({
  parse(text) {
    const match = /^(.+)@(\d{1,2}(?:\.\d+)?)$/.exec(text)
    const position = match?.[1] ? parsePosition(match[1]) : null
    const zoom = Number(match?.[2])
    return position && zoom <= 19 ? { position, zoom } : null
  },
  serialize: ({ position, zoom }) => `${formatPosition(position)}@${zoom}`,
})

function as<T>(parameter: Parameter<T>) {
  return createParser<NonNullable<T>>({
    parse: (text) => parameter.parse(text) as NonNullable<T> | null,
    serialize: String,
  })
}

const parsers = {
  position: asPosition,
  radius: as(searchParameters.radius).withDefault(DEFAULT_RADIUS_METRES),
  type: as(searchParameters.type),
  limit: as(searchParameters.limit).withDefault(DEFAULT_PAGE),
  every: parseAsStringLiteral(INTERVALS_SECONDS).withDefault('5'),
  /** The selected vehicle's id. */
  vehicle: as({ parse: (text: string) => text || null, allowed: '' }),
  map: asView,
}

/**
 * Everything that defines the view, kept in the page's address: back, forward and a shared link show the same.
 * @param start where a map without a position in its address starts
 */
export function useSearchState(start: Position) {
  const [state, set] = useQueryStates(parsers)
  const { position, radius, type, limit } = state
  const { lat, lng } = position ?? start
  const search: AreaSearch = useMemo(
    () => ({ position: { lat, lng }, radius, type, limit }),
    [lat, lng, radius, type, limit],
  )
  return {
    search,
    intervalMs: Number(state.every) * 1000,
    every: state.every,
    selectedId: state.vehicle,
    view: state.map,
    /** A new search is a step to go back from. */
    setSearch: (change: Partial<AreaSearch>) => set({ ...search, ...change }, { history: 'push' }),
    /** As setSearch, and the map goes there. */
    goTo: (change: Partial<AreaSearch>) => set({ ...search, ...change, map: null }, { history: 'push' }),
    select: (vehicle: string | null) => set({ vehicle }, { history: 'replace' }),
    setView: (map: View) => set({ map }, { history: 'replace' }),
    setEvery: (every: (typeof INTERVALS_SECONDS)[number]) => set({ every }, { history: 'replace' }),
  }
}

/** Parameters of the address that cannot be read, with what would be allowed. */
export function unreadableParameters(
  address: URLSearchParams,
): { name: string; given: string; allowed: string }[] {
  return (['position', 'radius', 'type', 'limit'] as const).flatMap((name) => {
    const given = address.get(name)
    const { parse, allowed } = searchParameters[name]
    return given === null || parse(given) !== null ? [] : [{ name, given, allowed }]
  })
}
