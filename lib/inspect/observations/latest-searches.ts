import type { ObservedSearch } from '@/lib/api/contract/answers'
import type { JsonObject } from '@/lib/interface/resources'
import { typeOf } from './forms'

const SEARCHES_MAXIMUM = 8
/** Longest part kept of an echoed query, in characters. */
const LONGEST_ECHO = 500

interface Search {
  /** The present or last reading. */
  reading: ObservedSearch
  /** The last reading that came to its end. */
  complete: ObservedSearch | null
}

/**
 * Figures of the latest searches, each over its pages.
 * @param now milliseconds since the epoch
 * @param withoutKey redacts our key, which a service may echo
 */
export function createLatestSearches(now: () => number, withoutKey: (text: string) => string) {
  /** By their query; the one that began last comes last. */
  const searches = new Map<string, Search>()

  return {
    onRequest(query: URLSearchParams): void {
      if (query.has('cursor')) return
      const key = queryWithoutCursor(query)
      const reading: ObservedSearch = {
        asked: key,
        startedAt: new Date(now()).toISOString(),
        query: '',
        total: '',
        vehicles: 0,
        pages: 0,
        isComplete: false,
        durationMs: 0,
      }
      const complete = searches.get(key)?.complete ?? null
      searches.delete(key)
      searches.set(key, { reading, complete })
      const [oldest = ''] = searches.keys()
      if (searches.size > SEARCHES_MAXIMUM) searches.delete(oldest)
    },
    onPage(sent: URLSearchParams, page: JsonObject, isComplete: boolean): void {
      const search = searches.get(queryWithoutCursor(sent))
      if (!search) return
      const { query, total, vehicles } = page
      const before = search.reading
      const isFirstPage = before.pages === 0
      const hasEcho = typeof query === 'string' && query !== ''
      const echo = hasEcho ? withoutKey(query) : typeOf(query)
      search.reading = {
        ...before,
        query: isFirstPage ? echo.slice(0, LONGEST_ECHO) : before.query,
        total: typeof total === 'number' ? String(total) : typeOf(total),
        vehicles: before.vehicles + (vehicles as readonly unknown[]).length,
        pages: before.pages + 1,
        isComplete,
        durationMs: now() - Date.parse(before.startedAt),
      }
      if (isComplete) search.complete = search.reading
    },
    /** The latest first, each as it was last read to its end. */
    read(): readonly ObservedSearch[] {
      const readings = [...searches.values()].map(({ reading, complete }) => complete ?? reading)
      return readings.filter(({ pages }) => pages > 0).toReversed()
    },
  }
}

function queryWithoutCursor(query: URLSearchParams): string {
  const others = new URLSearchParams(query)
  others.delete('cursor')
  return decodeURIComponent(String(others))
}
