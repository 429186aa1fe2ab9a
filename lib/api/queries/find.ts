import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/client/call'
import type { Position } from '@/lib/interface/resources'

/** The same text is not asked for again for this long. */
const KEPT_MS = 60_000

/** While the index is being built, the same text finds more later. */
const BUILDING_INTERVAL_MS = 2_000

/** About 100 m: a centre that moves a little finds the same. */
const NEAR_DIGITS = 3

/**
 * Vehicles and places that a text may mean. Another key aborts the request of the one before.
 * @param near orders equal hits
 */
export function findQuery(text: string, near: Position, fetch?: typeof globalThis.fetch) {
  const rounded = { lat: round(near.lat), lng: round(near.lng) }
  return queryOptions({
    queryKey: ['find', text, rounded.lat, rounded.lng],
    queryFn: ({ signal }) => call('POST /api/find', {}, { text, near: rounded }, { signal, fetch }),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    // A failure is shown, and the next letter asks again.
    refetchInterval: ({ state }) => (state.data?.index === 'building' ? BUILDING_INTERVAL_MS : false),
  })
}

/** Vehicles alone whose own reference or plate holds a text. */
export function findVehiclesQuery(text: string) {
  return queryOptions({
    queryKey: ['find', text, 'vehicles'],
    queryFn: async ({ signal }) =>
      (await call('POST /api/find', {}, { text, near: null, only: 'vehicles' }, { signal })).vehicles,
    staleTime: KEPT_MS,
    refetchOnWindowFocus: false,
  })
}

function round(degrees: number): number {
  return Number(degrees.toFixed(NEAR_DIGITS))
}
