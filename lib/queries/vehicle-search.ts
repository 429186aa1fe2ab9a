import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/get'
import type { Answer } from '@/lib/schema/answers'
import type { SearchPage, VehicleSearchObject } from '@/lib/schema/resources'
import { type Search, searchToParams } from '@/lib/schema/search'
import { parseTime } from '@/lib/schema/times'

type Page = Answer<SearchPage>
type Pages = InfiniteData<Page, string | null>

/** A search without the cursor: what an area and its filter are. */
export type AreaSearch = Omit<Search, 'cursor'>

/**
 * All loaded pages of a search. A refresh reads them again from the first, each with the cursor of the one
 * before; when any of them fails the last good set stays.
 * @param intervalMs pause between refreshes; null while paused
 */
export function vehicleSearchQuery(search: AreaSearch, intervalMs: number | null) {
  return infiniteQueryOptions<Page, Error, Pages, readonly string[], string | null>({
    queryKey: ['vehicles', searchToParams({ ...search, cursor: null }).toString()],
    queryFn: ({ pageParam, signal }) =>
      get('/api/vehicles', `/api/vehicles?${searchToParams({ ...search, cursor: pageParam })}`, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ data }, _pages, _cursor, cursors) =>
      // A cursor that repeats would page for ever (§4.2: format and lifetime are not shown).
      data.next_cursor !== null && !cursors.includes(data.next_cursor) ? data.next_cursor : undefined,
    refetchInterval: intervalMs ?? false,
  })
}

/** What is known of an area after its loaded pages. */
export interface Area {
  readonly vehicles: readonly VehicleSearchObject[]
  /** The service's estimate of all, never below what is loaded; null when it gave none. */
  readonly about: number | null
  /** Every page is loaded. */
  readonly complete: boolean
  /** The service named a page that was loaded before, so the list may be incomplete. */
  readonly cursorRepeated: boolean
  /** What the service says it applied, of the first page. */
  readonly query: string | null
  /** Rows without a readable id. */
  readonly dropped: number
  /** Vehicles with a field that could not be read. */
  readonly unreadable: number
  /** When the last page arrived at the server, on its clock. */
  readonly fetchedAt: string
}

/** Joins loaded pages into one area. A vehicle on two pages counts once: the newest mtime wins. */
export function joinPages({ pages, pageParams }: Pages): Area {
  const byId = new Map<string, VehicleSearchObject>()
  for (const { data } of pages) {
    for (const vehicle of data.vehicles) {
      const known = byId.get(vehicle.id)
      if (!known || isNewer(vehicle, known)) byId.set(vehicle.id, vehicle)
    }
  }
  const first = pages[0] as Page
  const last = pages.at(-1) as Page
  const total = last.data.total ?? first.data.total
  const next = last.data.next_cursor
  return {
    vehicles: [...byId.values()],
    about: total === null ? null : Math.max(total, byId.size),
    complete: next === null,
    cursorRepeated: next !== null && pageParams.includes(next),
    query: first.data.query,
    dropped: pages.reduce((sum, { meta }) => sum + meta.dropped, 0),
    unreadable: pages.reduce((sum, { data }) => sum + Object.keys(data.unreadable).length, 0),
    fetchedAt: last.meta.fetchedAt,
  }
}

function isNewer(a: VehicleSearchObject, b: VehicleSearchObject): boolean {
  const [aTime, bTime] = [a, b].map(({ mtime }) => (mtime === null ? null : parseTime(mtime)))
  return (aTime?.epochMs ?? -Infinity) > (bTime?.epochMs ?? -Infinity)
}
