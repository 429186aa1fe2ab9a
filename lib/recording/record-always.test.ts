import { expect, test } from 'vitest'
import type { AreaSearch } from '@/lib/contract/live'
import { createTestClock, settle } from '@/lib/testing/clock'
import { AREA, createTestService, liveOver, pagesOf } from '@/lib/testing/live-area'
import { vehicle } from '@/lib/testing/vehicles'
import { createRecordAlways, intervalFor } from './record-always'
import { areaName, createRecorder } from './recorder'
import { createMemorySegments } from './store/memory-segments'

test.each([
  [1, 2, 5],
  [10, 2, 5],
  [11, 2, 10],
  [40, 1, 60],
  [60, 1, 60],
  [61, 1, null],
])('%i calls a sweep within %i a second go every %s seconds', (calls, share, seconds) => {
  expect(intervalFor(calls, share)).toBe(seconds)
})

test('an area with a name is recorded although none watches it, within the budget, and no more without one', async () => {
  const clock = createTestClock()
  const store = createMemorySegments()
  let calls = 0
  const fleet = Array.from({ length: 100 }, (_, n) => vehicle(`v-${n}`))
  const service = createTestService(clock, (search) => {
    calls++
    return pagesOf(fleet, { ...search, limit: 10 })
  })
  const recorder = createRecorder({ store, keptMs: 3_600_000, clock, log: () => undefined })
  const live = liveOver(service, clock, { observe: (search) => recorder.observe(search) })
  const lines: string[] = []
  const holder = { operator: null, network: null }
  const open = { holder, lastEventId: null, refresh: false, gzip: false }
  const always = createRecordAlways({
    ...{ store, clock, callsPerSecond: 1, pageSize: 10 },
    watch: async (area: AreaSearch, every) => live.subscribe({ area, every, ...open }),
    log: (line) => lines.push(line),
  })
  await store.addArea('other', { ...AREA, radius: 5 })
  await always.review()
  expect(live.areaCount).toBe(0)

  await store.addArea(areaName(AREA), AREA, 'Station')
  await Promise.all([always.review(), always.review()])
  expect([live.areaCount, live.subscriberCount]).toEqual([1, 1])
  await clock.advance(60_000)
  // What it takes is known now: ten calls, every ten seconds.
  await always.review()
  await clock.advance(30_000)
  calls = 0
  await clock.advance(600_000)
  expect(calls).toBeGreaterThanOrEqual(580)
  expect(calls).toBeLessThanOrEqual(610)
  await settle()
  const [chunk] = await store.chunks(areaName(AREA))
  expect(chunk!.segments).toBeGreaterThan(20)

  await store.addArea(areaName(AREA), AREA, null)
  await always.review()
  expect(live.subscriberCount).toBe(0)
  expect(lines).toEqual([])
})

test('an area that cannot be watched leaves those after it watched', async () => {
  const store = createMemorySegments()
  for (const radius of [1, 2, 3]) await store.addArea(`${radius}`, { ...AREA, radius }, `Area ${radius}`)
  const watched: number[] = []
  const lines: string[] = []
  const always = createRecordAlways({
    ...{ store, clock: createTestClock(), callsPerSecond: 10, pageSize: 10 },
    watch: async ({ radius }) => {
      if (radius === 1) throw new Error('too many areas')
      watched.push(radius)
      return { stream: new ReadableStream(), isClosed: false, close: () => undefined }
    },
    log: (line) => lines.push(line),
  })
  await always.review()
  expect(watched).toEqual([2, 3])
  expect(lines).toEqual(['lib/recording: areas to be recorded always could not be watched: too many areas'])
})
