import { expect, test } from 'vitest'
import type { AreaSearch } from '@/lib/contract/live'
import { createTestClock, settle } from '@/lib/testing/clock'
import { AREA, createTestService, failing, liveOver, pagesOf } from '@/lib/testing/live-area'
import { vehicle } from '@/lib/testing/vehicles'
import { createRecordAlways } from './record-always'
import { areaName, createRecorder } from './recorder'
import { createMemorySegments } from './store/memory-segments'

const MINUTE_MS = 60_000

/** A recorded area of a service whose pages have 10 vehicles at most. @param vehicles how many it has */
function openAlways(
  vehicles: number,
  callsPerSecond: number,
  { pageSize = 100, larger = 'refused' }: { pageSize?: number; larger?: 'refused' | 'cut' } = {},
) {
  const clock = createTestClock()
  const store = createMemorySegments()
  const state = { calls: 0, fleet: Array.from({ length: vehicles }, (_, n) => vehicle(`v-${n}`)) }
  const service = createTestService(clock, (search) => {
    state.calls++
    if (search.limit > 10 && larger === 'refused') throw failing('upstream-error', { status: 400 })
    return pagesOf(state.fleet, { ...search, limit: Math.min(search.limit, 10) })
  })
  const recorder = createRecorder({ store, keptMs: 3_600_000, clock, log: () => undefined })
  const live = liveOver(service, clock, {
    observe: (search) => recorder.observe(search),
    settings: { pageSize, vehiclesMaximum: 20_000, intervalSeconds: 5 },
  })
  const lines: string[] = []
  const holder = { operator: null, network: null }
  const watch = async (area: AreaSearch, every: number) =>
    live.subscribe({ area, every, holder, lastEventId: null, refresh: false, gzip: false })
  const always = createRecordAlways({
    ...{ store, clock, callsPerSecond, watch },
    log: (line) => lines.push(line),
  })
  /** Reviews each minute, as the process does. */
  async function reviewFor(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      await always.review()
      await clock.advance(MINUTE_MS)
      await recorder.purge()
    }
  }
  return { clock, store, state, live, lines, watch, always, reviewFor }
}

test('an area with a name is recorded although none watches it, within the budget, and no more without one', async () => {
  const { clock, store, state, live, lines, always } = openAlways(100, 1, { pageSize: 10 })
  await store.addArea('other', { ...AREA, radius: 5 })
  await always.review()
  expect(live.areaCount).toBe(0)

  await store.addArea(areaName(AREA), AREA, 'Station')
  await Promise.all([always.review(), always.review()])
  expect([live.areaCount, live.subscriberCount]).toEqual([1, 1])
  await clock.advance(MINUTE_MS)
  // What it takes is known now: ten calls, every ten seconds.
  await always.review()
  await clock.advance(MINUTE_MS / 2)
  state.calls = 0
  await clock.advance(10 * MINUTE_MS)
  expect(state.calls).toBeGreaterThanOrEqual(580)
  expect(state.calls).toBeLessThanOrEqual(610)
  await settle()
  const [chunk] = await store.chunks(areaName(AREA))
  expect(chunk!.segments).toBeGreaterThan(20)

  await store.addArea(areaName(AREA), AREA, null)
  await always.review()
  expect(live.subscriberCount).toBe(0)
  expect(lines).toEqual([])
})

test.each(['refused', 'cut'] as const)(
  'a service by which larger pages are %s is asked within the budget too',
  async (larger) => {
    const { store, state, reviewFor } = openAlways(100, 1, { larger })
    await store.addArea(areaName(AREA), AREA, 'Station')
    await reviewFor(4)
    state.calls = 0
    await reviewFor(10)
    expect(state.calls).toBeGreaterThanOrEqual(580)
    expect(state.calls).toBeLessThanOrEqual(610)
  },
)

test('an area that is too large is measured slowly once, and left out until it is smaller', async () => {
  const { clock, store, state, lines, watch, always, reviewFor } = openAlways(2000, 2)
  await store.addArea(areaName(AREA), AREA, 'Country')
  await reviewFor(4 * 60)
  // 200 pages take more than 120 calls a minute; the second sweep may have begun.
  expect(state.calls).toBeGreaterThanOrEqual(200)
  expect(state.calls).toBeLessThanOrEqual(410)
  expect([...always.leftOut]).toEqual([areaName(AREA)])
  expect(lines).toEqual(['lib/recording: an area to be recorded always exceeds RECORDING_CALLS_PER_SECOND'])

  state.fleet.length = 100
  const browser = await watch(AREA, 5)
  await clock.advance(MINUTE_MS)
  browser.close()
  await always.review()
  expect([...always.leftOut]).toEqual([])
})

test('an area that cannot be watched leaves those after it watched', async () => {
  const store = createMemorySegments()
  for (const radius of [1, 2, 3]) await store.addArea(`${radius}`, { ...AREA, radius }, `Area ${radius}`)
  const watched: number[] = []
  const lines: string[] = []
  const always = createRecordAlways({
    ...{ store, clock: createTestClock(), callsPerSecond: 10 },
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
