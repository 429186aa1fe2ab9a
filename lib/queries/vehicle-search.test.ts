import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Answer } from '@/lib/schema/answers'
import type { SearchPage, VehicleSearchObject } from '@/lib/schema/resources'
import { joinPages, vehicleSearchQuery } from './vehicle-search'

function vehicle(id: string, mtime: string | null = null): VehicleSearchObject {
  return { id, mtime } as VehicleSearchObject
}

function page(
  ids: VehicleSearchObject[],
  next_cursor: string | null,
  total: number | null = null,
): Answer<SearchPage> {
  return {
    data: { query: null, next_cursor, total, vehicles: ids, unreadable: {} },
    meta: {
      fetchedAt: '2026-01-01T00:00:00.000Z',
      ageMs: 0,
      stale: false,
      reason: null,
      partial: false,
      dropped: 0,
      requestId: '',
    },
  }
}

test('a vehicle on two pages counts once, with its newest report', () => {
  const older = vehicle('a', '2026-01-01T00:00:00Z')
  const newer = vehicle('a', '2026-01-01 00:00:05.000 GMT')
  for (const pages of [
    [page([older], 'c'), page([newer], null)],
    [page([newer], 'c'), page([older], null)],
  ]) {
    expect(joinPages({ pages, pageParams: [null, 'c'] }).vehicles).toEqual([newer])
  }
})

test('the estimate is never below what is loaded, and unknown when none was given', () => {
  expect(joinPages({ pages: [page([vehicle('a'), vehicle('b')], 'c', 1)], pageParams: [null] }).about).toBe(2)
  expect(joinPages({ pages: [page([vehicle('a')], 'c')], pageParams: [null] }).about).toBeNull()
})

test('a cursor given before ends the paging and says so', () => {
  const data = { pages: [page([vehicle('a')], 'c'), page([vehicle('b')], 'c')], pageParams: [null, 'c'] }
  expect(joinPages(data)).toMatchObject({ complete: false, cursorRepeated: true })
})

afterEach(() => vi.unstubAllGlobals())

/** Serves numbered pages to whatever asks, and loads a search to its end. */
async function load(pages: Record<string, Answer<SearchPage>>) {
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const cursor = new URL(path, 'http://localhost').searchParams.get('cursor')
    asked.push(cursor)
    return Response.json(pages[cursor ?? 'first'])
  })
  const client = new QueryClient()
  const search = { position: { lat: 0, lng: 0 }, radius: 1000, type: null, limit: 2 }
  const observer = new InfiniteQueryObserver(client, vehicleSearchQuery(search, null))
  let result = await observer.fetchNextPage()
  while (result.hasNextPage && asked.length < 10) result = await observer.fetchNextPage()
  client.clear()
  return { asked, result }
}

test('a search is paged to its end, each page with the cursor of the one before', async () => {
  const { asked, result } = await load({
    first: page([vehicle('a'), vehicle('b')], 'two'),
    two: page([vehicle('c')], 'three'),
    three: page([vehicle('d')], null),
  })
  expect(asked).toEqual([null, 'two', 'three'])
  expect(result.data && joinPages(result.data)).toMatchObject({ complete: true, cursorRepeated: false })
})

test('a cursor that repeats is not followed again', async () => {
  const { asked } = await load({ first: page([vehicle('a')], 'two'), two: page([vehicle('b')], 'two') })
  expect(asked).toEqual([null, 'two'])
})
