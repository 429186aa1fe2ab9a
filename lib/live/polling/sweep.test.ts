import { expect, test } from 'vitest'
import type { Search } from '@/lib/interface/search'
import { createTestClock } from '@/lib/testing/clock'
import {
  type Answer,
  AREA,
  createTestService,
  failing,
  pagesOf,
} from '@/lib/testing/live/live-area'
import { vehicle } from '@/lib/testing/vehicles'
import { newestOf } from './collected-pages'
import { createPageSize } from './page-size'
import { createSettling } from './settled'
import { sweepArea } from './sweep'

const fleet = Array.from({ length: 25 }, (_, index) => vehicle(`v-${index}`))

async function sweep(
  answer: (search: Search) => Answer,
  { limits = { limit: 10 }, pageSize = createPageSize(limits), vehiclesMaximum = 1000 } = {},
) {
  const clock = createTestClock()
  const service = createTestService(clock, answer)
  const result = await sweepArea(AREA, {
    client: service.client,
    pageSize,
    settling: createSettling(),
    vehiclesMaximum,
    clock,
    signal: new AbortController().signal,
    room: () => Number.POSITIVE_INFINITY,
    onPage: () => {},
  })
  return { result, searches: service.searches, limits }
}

test('all pages are read, each with the cursor of the one before', async () => {
  const { result, searches } = await sweep((search) => ({ ...pagesOf(fleet, search), dropped: 2 }))
  expect(searches).toEqual([null, '10', '20'].map((cursor) => ({ ...AREA, limit: 10, cursor })))
  expect([...result.vehicles.values()]).toEqual(fleet)
  expect(result).toMatchObject({ incomplete: null, failure: null, pages: 3, total: 25, dropped: 6 })
  expect(result.query).toBe('position=51.5,-0.1&limit=10&radius=1000')
})

test('a cursor met before ends the sweep and says so', async () => {
  const { result, searches } = await sweep(({ cursor }) => ({
    vehicles: [vehicle(cursor ?? 'first')],
    next_cursor: cursor === 'one' ? 'two' : 'one',
  }))
  expect(searches).toHaveLength(3)
  expect(result).toMatchObject({ incomplete: 'cursor-repeated', failure: null })
  expect(result.vehicles.size).toBe(3)
})

test('a page that names the next by what is no cursor is not the last one', async () => {
  const { result, searches } = await sweep(() => ({
    vehicles: fleet,
    next_cursor: null,
    isCut: true,
  }))
  expect(searches).toHaveLength(1)
  expect(result).toMatchObject({ incomplete: 'cursor-unreadable', failure: null })
})

const lastLeadsTo = (next: string) => (search: Search) => {
  const page = pagesOf(fleet, search)
  return { ...page, next_cursor: page.next_cursor ?? next }
}

test.each<[string, (search: Search) => Answer]>([
  ['the last page repeats its cursor', lastLeadsTo('20')],
  ['the last page leads to the first', lastLeadsTo('0')],
  [
    'pages beyond the last are the last again, with ever new cursors',
    (search) => ({
      ...pagesOf(fleet, { ...search, cursor: String(Math.min(Number(search.cursor), 20)) }),
      next_cursor: String(Number(search.cursor) + 10),
    }),
  ],
  [
    'the one page leads to itself',
    () => ({ vehicles: fleet.slice(0, 7), total: 7, next_cursor: 'x' }),
  ],
  [
    'pages beyond the last are the first again, with ever new cursors',
    (search) => ({
      ...pagesOf(fleet, { ...search, cursor: String(Number(search.cursor) % 30) }),
      next_cursor: String(Number(search.cursor) + 10),
    }),
  ],
  ...[400, 404].map((status): [string, (search: Search) => Answer] => [
    `the cursor of the last page is refused with ${status}`,
    (search) => {
      if (search.cursor === '99') throw failing('request-refused', { status })
      return lastLeadsTo('99')(search)
    },
  ]),
])('the list is whole where %s', async (_name, answer) => {
  const { result, searches } = await sweep(answer)
  expect(result).toMatchObject({ incomplete: null, failure: null })
  expect(searches.length).toBeLessThanOrEqual(4)
})

test.each([
  ['has more than was read', { total: 1500 }],
  ['does not say how many it has', {}],
])('a service that ignores cursors and %s may have more', async (_name, more) => {
  const { result } = await sweep(() => ({
    vehicles: fleet.slice(0, 10),
    next_cursor: 'again',
    ...more,
  }))
  expect(result).toMatchObject({ incomplete: 'cursor-repeated' })
})

/** A service whose answer is too large, or too late, for more than so many vehicles. */
const bounded =
  (kind: 'too-large' | 'upstream-timeout' | 408 | 504, most: (from: number) => number) =>
  (search: Search) => {
    if (search.limit > most(Number(search.cursor)))
      throw typeof kind === 'string' ? failing(kind) : failing('upstream-error', { status: kind })
    return pagesOf(fleet, search)
  }

test('an answer that is too large is asked for in smaller pages at once, which grow to half of it at most', async () => {
  const limits = { limit: 100 }
  const pageSize = createPageSize(limits)
  const asked: number[] = []
  for (let nth = 0; nth < 12; nth++) {
    const answer = bounded('too-large', () => 60)
    const { result, searches } = await sweep(answer, { limits, pageSize })
    expect(result).toMatchObject({ incomplete: null, failure: null })
    expect(result.vehicles.size).toBe(25)
    asked.push(...searches.filter(({ cursor }) => cursor === null).map(({ limit }) => limit))
  }
  expect(asked).toEqual([100, 25, 25, 25, 25, 25, 50, 50, 50, 50, 50, 50, 50])
  expect(limits.limit).toBe(100)
})

test('a page in the middle that is too large makes all pages smaller, none is read twice or left out', async () => {
  const limits = { limit: 20 }
  const answer = bounded('too-large', (from) => (from >= 20 ? 5 : 20))
  const { result, searches } = await sweep(answer, { limits })
  expect(searches.map(({ limit, cursor }) => [limit, cursor])).toEqual([
    [20, null],
    [20, '20'],
    ...[null, '5', '10', '15', '20'].map((cursor) => [5, cursor]),
  ])
  expect(result).toMatchObject({ incomplete: null, pages: 5, failure: null })
  expect([...result.vehicles.values()]).toEqual(fleet)
})

test('one vehicle that alone is too large ends the list with a sentence, in few calls from then on', async () => {
  const pageSize = createPageSize({ limit: 100 })
  const answer = (search: Search) => {
    const from = Number(search.cursor)
    if (from <= 20 && from + search.limit > 20) throw failing('too-large')
    return pagesOf(fleet, search)
  }
  const { result } = await sweep(answer, { pageSize })
  const detail = expect.stringMatching(/^A page of one vehicle is larger than 2 MiB/)
  expect(result).toMatchObject({ incomplete: 'failed', failure: { kind: 'too-large', detail } })
  expect(result.vehicles.size).toBe(20)
  const again = await sweep(answer, { pageSize })
  expect(again.result.failure?.detail).toMatch(/^A page of one vehicle/)
  expect(again.searches.length).toBeLessThan(10)
})

test.each(['upstream-timeout', 408, 504] as const)(
  'a page that takes too long (%s) is asked for again with fewer vehicles, once a sweep and down to ten',
  async (late) => {
    const limits = { limit: 100 }
    const pageSize = createPageSize(limits)
    const limitsOf = async (most: number) => {
      const answer = bounded(late, () => most)
      const { searches, result } = await sweep(answer, { limits, pageSize })
      return [result.failure?.kind ?? 'ok', ...searches.map(({ limit }) => limit)]
    }
    const failed = typeof late === 'string' ? late : 'upstream-error'
    expect(await limitsOf(50)).toEqual(['ok', 100, 25])
    expect(await limitsOf(5)).toEqual([failed, 25, 10])
    expect(await limitsOf(5)).toEqual([failed, 10])
    for (let nth = 0; nth < 5; nth++) expect(await limitsOf(50)).toEqual(['ok', 10, 10, 10])
    // Grown again while it answers in time, and later the next time after it did not.
    expect(await limitsOf(15)).toEqual(['ok', 20, 10, 10, 10])
    for (let nth = 0; nth < 9; nth++) expect(await limitsOf(50)).toEqual(['ok', 10, 10, 10])
    expect(await limitsOf(50)).toEqual(['ok', 20, 20])
  },
)

test('new cursors to nothing but old vehicles are followed for a while only', async () => {
  let cursors = 0
  const { result, searches } = await sweep(() => ({
    vehicles: fleet,
    next_cursor: `c-${cursors++}`,
  }))
  expect(searches).toHaveLength(21)
  expect(result).toMatchObject({ incomplete: 'cursor-repeated' })
})

test.each([
  [24, 24, 'cap', 3],
  [25, 25, null, 3],
  [20, 20, 'cap', 2],
  [5, 5, 'cap', 1],
] as const)('a cap of %i is kept exactly', async (vehiclesMaximum, size, incomplete, pages) => {
  const { result } = await sweep((search) => pagesOf(fleet, search), { vehiclesMaximum })
  expect([result.vehicles.size, result.incomplete, result.pages]).toEqual([size, incomplete, pages])
})

test.each([400, 413, 422])(
  'a service that answers %i to the limit is asked for ten, from the third time on without trying more',
  async (status) => {
    const limits = { limit: 100 }
    const answer = (search: Search) => {
      if (search.limit > 20) throw failing('request-refused', { status })
      return pagesOf(fleet, search)
    }
    const { result, searches } = await sweep(answer, { limits })
    expect(searches.map(({ limit }) => limit)).toEqual([100, 10, 10, 10])
    expect(result).toMatchObject({ incomplete: null, pages: 3 })
    for (let again = 0; again < 2; again++) await sweep(answer, { limits })
    expect((await sweep(answer, { limits })).searches.map(({ limit }) => limit)).toEqual([
      10, 10, 10,
    ])
  },
)

test('one stumble at a first page does not make the pages small', async () => {
  const limits = { limit: 100 }
  let stumbles = 1
  const answer: Parameters<typeof sweep>[0] = () => {
    if (stumbles-- > 0) throw failing('request-refused', { status: 400 })
    return { vehicles: [] }
  }
  await sweep(answer, { limits })
  expect((await sweep(answer, { limits })).searches.map(({ limit }) => limit)).toEqual([100])
})

const hundred = () => ({ limits: { limit: 100 } })
const refusing =
  (...failure: Parameters<typeof failing>) =>
  (): Answer => {
    throw failing(...failure)
  }

test('a search that is refused with ten as well says nothing about limits', async () => {
  const { result, limits } = await sweep(refusing('request-refused', { status: 400 }), hundred())
  expect(result).toMatchObject({ incomplete: 'failed', pages: 0, fetchedAt: null })
  expect(limits.limit).toBe(100)
})

test.each([
  ['upstream-auth', { status: 401 }],
  ['request-refused', { status: 404 }],
  ['request-refused', { status: 405 }],
  ['request-refused', { status: 400, parameter: 'radius' }],
  ['rate-limited', { status: 429 }],
  ['upstream-error', { status: 500 }],
  // The call was not made.
  ['upstream-timeout', { retryAfterMs: 2000 }],
] as const)('%s with %j says nothing about the limit', async (kind, answer) => {
  expect((await sweep(refusing(kind, answer), hundred())).searches).toHaveLength(1)
})

test('a refusal in the middle is a failure of that page', async () => {
  const { result, searches } = await sweep(
    (search) => {
      if (search.cursor !== null) throw failing('request-refused', { status: 400 })
      return pagesOf(fleet, search)
    },
    { limits: { limit: 20 } },
  )
  expect(searches).toHaveLength(2)
  expect(result).toMatchObject({ incomplete: 'failed', pages: 1 })
})

test('of a vehicle on two pages the newest mtime counts where both can be true, else the row read later', () => {
  const atMs = Date.UTC(2026, 0, 1)
  const older = vehicle('a', { mtime: '2025-12-31T23:59:00Z' })
  const newer = vehicle('a', { mtime: '2026-01-01 00:00:01.000 GMT' })
  expect([newestOf(older, newer, atMs), newestOf(newer, older, atMs)]).toEqual([newer, newer])
  const ahead = ['2026-01-01T00:10:00Z', '2026-01-01T01:00:00Z', '2034-01-01T00:00:00Z']
  const never = vehicle('a', { mtime: '1970-01-01T00:00:00Z' })
  expect(newestOf(older, never, atMs)).toEqual(never)
  for (const mtime of [null, 'soon', ...ahead, '9999-12-31T23:59:59Z', older.mtime]) {
    const other = vehicle('a', { mtime, status: 'busy' })
    expect([newestOf(other, older, atMs), newestOf(older, other, atMs)]).toEqual([older, other])
  }
})

test('unreadable fields are counted by vehicle', async () => {
  const { result } = await sweep((search) => ({
    ...pagesOf(fleet, search),
    unreadable: { 'v-1': ['year'], [`of-${search.cursor}`]: ['make', 'year'] },
  }))
  expect(result.unreadable).toBe(4)
})
