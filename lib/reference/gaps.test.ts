import { expect, test } from 'vitest'
import { createTestService, NEAR_LONDON, START_MS, withGaps } from '@/lib/testing/reference-service'
import type { GapAnswers } from './gaps'

// Each form of an answer is observed in lib/inspect/observations/recorder.test.ts; here is what
// one answer does not show.
const WIDE = `${NEAR_LONDON}&radius=50000&limit=100`

test('active_booking_id follows the status, is null, or has nothing to do with it', async () => {
  const kinds = async (activeBooking: GapAnswers['activeBooking']) => {
    const { json, fleet } = withGaps({ activeBooking })
    const kinds = new Set<string>()
    for (let index = 0; index < 60; index++) {
      const { id, status } = fleet.record(index, START_MS)
      const { vehicle } = await json(`/api/beta/vehicles/${id}`)
      kinds.add(`${status} ${vehicle?.active_booking_id === null ? 'without' : 'with'}`)
    }
    return kinds
  }
  const tied = await kinds('with-status')
  expect(tied.has('busy with')).toBe(true)
  for (const wrong of ['busy without', 'available with']) expect(tied.has(wrong)).toBe(false)
  expect([...(await kinds('never'))].filter((kind) => kind.endsWith(' with'))).toEqual([])
  const unrelated = await kinds('unrelated')
  for (const kind of ['busy without', 'available with']) expect(unrelated.has(kind)).toBe(true)
})

test('pages after the first show its moment, or their own', async () => {
  const secondPage = async (pages: GapAnswers['pages']) => {
    const { page, clock } = withGaps({ pages, order: 'id' })
    const query = `${NEAR_LONDON}&radius=50000&limit=50`
    const { next_cursor } = await page(query)
    clock.nowMs += 60_000
    return (await page(`${query}&cursor=${next_cursor}`)).vehicles
  }
  const frozen = await secondPage('frozen')
  const moving = await secondPage('moving')
  const latest = (vehicles: typeof frozen) =>
    Math.max(...vehicles.map(({ mtime }) => Date.parse(mtime)))
  expect(latest(frozen)).toBeLessThanOrEqual(START_MS)
  expect(latest(moving)).toBeGreaterThan(START_MS + 50_000)
})

test('a rate limit answers 429 with the time to wait, and ends with the minute', async () => {
  const { ask, clock } = createTestService({ gaps: { rateLimit: '60-per-minute' } })
  for (let n = 0; n < 60; n++) expect((await ask('/api/beta/vehicles/example')).status).toBe(200)
  const refused = await ask('/api/beta/vehicles/example')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  clock.nowMs += 60_000
  expect((await ask('/api/beta/vehicles/example')).status).toBe(200)
})

test('mtime follows reports, edits or neither', async () => {
  const timesOf = async (mtime: GapAnswers['mtime'], laterMs: number) => {
    const { page, clock } = withGaps({ mtime })
    clock.nowMs += laterMs
    const { vehicles } = await page(WIDE)
    return new Map(vehicles.map(({ id, mtime }) => [id, Date.parse(mtime)]))
  }
  const advanced = async (mtime: GapAnswers['mtime'], laterMs: number) => {
    const before = await timesOf(mtime, 0)
    const after = await timesOf(mtime, laterMs)
    return [...before].filter(([id, ms]) => after.get(id)! > ms).length
  }
  expect(await advanced('reports', 60_000)).toBeGreaterThan(50)
  expect(await advanced('edits', 60_000)).toBeLessThan(5)
  expect(await advanced('edits', 7 * 86_400_000)).toBeGreaterThan(50)
  const frozen = await timesOf('frozen', 0)
  const future = await timesOf('2034', 0)
  expect(new Set(frozen.values()).size).toBe(1)
  expect(new Date([...frozen.values()][0]!).getUTCFullYear()).toBe(2017)
  expect(new Date([...future.values()][0]!).getUTCFullYear()).toBe(2034)
  expect(Math.max(...(await timesOf('ahead', 0)).values())).toBeGreaterThan(START_MS + 9 * 60_000)
  expect((await withGaps({ mtime: 'absent' }).page(WIDE)).vehicles[0]).not.toHaveProperty('mtime')
})

test('mtime of both resources can be of another zone', async () => {
  const { json, fleet } = withGaps({ mtime: 'other-zone' })
  const { id, mtimeMs } = fleet.record(1, START_MS)
  for (const view of ['', '/status']) {
    const mtime = (await json(`/api/beta/vehicles/${id}${view}`)).vehicle?.mtime as string
    expect(mtime).toMatch(/-03:00$/)
    expect(Date.parse(mtime)).toBe(mtimeMs)
  }
})

test('total can be half of it, and minor units turn prices into whole numbers', async () => {
  const exact = await withGaps({}).page(WIDE)
  const low = await withGaps({ total: 'low' }).page(WIDE)
  expect(low.total).toBe(Math.floor(exact.total / 2))
  const priceIn = async (priceUnit: GapAnswers['priceUnit']) =>
    Number((await withGaps({ priceUnit }).json('/api/beta/vehicles/example')).vehicle?.price_per_km)
  expect(await priceIn('minor')).toBe(Math.round((await priceIn('major')) * 100))
})
