import { expect, test } from 'vitest'
import type { Search } from '@/lib/interface/search'
import { createTestClock } from '@/lib/testing/clock'
import { type Answer, AREA, createTestService, failing, pagesOf } from '@/lib/testing/live-area'
import { vehicle } from '@/lib/testing/vehicles'
import { newestOf } from './newest-record'
import { type ServiceLimits, sweepArea } from './sweep'

const fleet = Array.from({ length: 25 }, (_, index) => vehicle(`v-${index}`))

async function sweep(
  answer: (search: Search) => Answer,
  { limits = { limit: 10, pausedUntilMs: 0 } as ServiceLimits, vehiclesMaximum = 1000 } = {},
) {
  const clock = createTestClock()
  const service = createTestService(clock, answer)
  const { signal } = new AbortController()
  const result = await sweepArea(AREA, {
    client: service.client,
    limits,
    vehiclesMaximum,
    room: () => Number.POSITIVE_INFINITY,
    clock,
    signal,
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
    next_cursor: cursor === 'two' ? 'one' : cursor === 'one' ? 'two' : 'one',
  }))
  expect(searches).toHaveLength(3)
  expect(result).toMatchObject({ incomplete: 'cursor-repeated', failure: null })
  expect(result.vehicles.size).toBe(3)
})

test('a page that names the next by what is no cursor is not the last one', async () => {
  const { result, searches } = await sweep(() => ({ vehicles: fleet, next_cursor: null, isCut: true }))
  expect(searches).toHaveLength(1)
  expect(result).toMatchObject({ incomplete: 'cursor-unreadable', failure: null })
})

test('new cursors to nothing but old vehicles are followed for a while only', async () => {
  let cursors = 0
  const { result, searches } = await sweep(() => ({ vehicles: fleet, next_cursor: `c-${cursors++}` }))
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

test('what was read before a page failed is kept', async () => {
  const { result } = await sweep((search) => {
    if (search.cursor === '20') throw failing('upstream-timeout')
    return pagesOf(fleet, search)
  })
  expect(result).toMatchObject({ incomplete: 'failed', failure: { kind: 'upstream-timeout' }, pages: 2 })
  expect(result.vehicles.size).toBe(20)
})

test.each([400, 413, 422])(
  'a service that answers %i to the limit is asked for ten, from the third time on without trying more',
  async (status) => {
    const limits = { limit: 100, pausedUntilMs: 0 }
    const answer = (search: Search) => {
      if (search.limit > 20) throw failing('upstream-error', { status })
      return pagesOf(fleet, search)
    }
    const { result, searches } = await sweep(answer, { limits })
    expect(searches.map(({ limit }) => limit)).toEqual([100, 10, 10, 10])
    expect(result).toMatchObject({ incomplete: null, pages: 3 })
    for (let again = 0; again < 2; again++) await sweep(answer, { limits })
    expect((await sweep(answer, { limits })).searches.map(({ limit }) => limit)).toEqual([10, 10, 10])
  },
)

test('one stumble at a first page does not make the pages small', async () => {
  const limits: ServiceLimits = { limit: 100, pausedUntilMs: 0 }
  let stumbles = 1
  const answer: Parameters<typeof sweep>[0] = () => {
    if (stumbles-- > 0) throw failing('upstream-error', { status: 400 })
    return { vehicles: [] }
  }
  await sweep(answer, { limits })
  expect((await sweep(answer, { limits })).searches.map(({ limit }) => limit)).toEqual([100])
})

test('a search that is refused with ten as well says nothing about limits', async () => {
  const { result, limits } = await sweep(
    () => {
      throw failing('upstream-error', { status: 400 })
    },
    { limits: { limit: 100, pausedUntilMs: 0 } },
  )
  expect(result).toMatchObject({ incomplete: 'failed', pages: 0, fetchedAt: null })
  expect(limits.limit).toBe(100)
})

test.each([401, 403, 404, 429, 500, 503])('%i is no word about the limit', async (status) => {
  const { searches } = await sweep(
    () => {
      throw failing('upstream-error', { status })
    },
    { limits: { limit: 100, pausedUntilMs: 0 } },
  )
  expect(searches).toHaveLength(1)
})

test('a refusal in the middle is a failure of that page', async () => {
  const { result, searches } = await sweep(
    (search) => {
      if (search.cursor !== null) throw failing('upstream-error', { status: 400 })
      return pagesOf(fleet, search)
    },
    { limits: { limit: 20, pausedUntilMs: 0 } },
  )
  expect(searches).toHaveLength(2)
  expect(result).toMatchObject({ incomplete: 'failed', pages: 1 })
})

test('of a vehicle on two pages the newest mtime counts, else the page read later', () => {
  const older = vehicle('a', { mtime: '2026-01-01T00:00:00Z' })
  const newer = vehicle('a', { mtime: '2026-01-01 00:00:05.000 GMT' })
  const none = vehicle('a', { mtime: null })
  expect([newestOf(older, newer), newestOf(newer, older)]).toEqual([newer, newer])
  expect([newestOf(none, older), newestOf(older, none)]).toEqual([older, older])
  const [first, second] = [vehicle('a', { status: 'busy' }), vehicle('a', { status: 'available' })]
  expect(newestOf(first, second)).toBe(second)
})

test('unreadable fields are counted by vehicle', async () => {
  const { result } = await sweep((search) => ({
    ...pagesOf(fleet, search),
    unreadable: { 'v-1': ['year'], [`of-${search.cursor}`]: ['make', 'year'] },
  }))
  expect(result.unreadable).toBe(4)
})
