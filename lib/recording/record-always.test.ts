import { expect, test } from 'vitest'
import type { AreaSearch } from '@/lib/api/contract/live'
import { createTestClock, settle } from '@/lib/testing/clock'
import { AREA, createTestService, liveOver, pagesOf } from '@/lib/testing/live-area'
import { vehicle } from '@/lib/testing/vehicles'
import { createRecordAlways } from './record-always'
import { areaName, createRecorder } from './recorder'
import { createMemorySegments } from './store/memory-segments'

const MINUTE_MS = 60_000

test('an area is recorded although nobody watches it, every 30 seconds, until it is stopped', async () => {
  const clock = createTestClock()
  const store = createMemorySegments()
  let calls = 0
  const service = createTestService(clock, (search) => {
    calls++
    return pagesOf([vehicle('v-1')], search)
  })
  const recorder = createRecorder(store, 3_600_000, clock, () => undefined)
  const live = liveOver(service, clock, { observe: (search) => recorder.observe(search) })
  const rest = {
    holder: { operator: null, network: null },
    lastEventId: null,
    refresh: false,
    gzip: false,
  }
  const lines: string[] = []
  const watch = async (area: AreaSearch) => live.subscribe({ area, every: 30, ...rest })
  const always = createRecordAlways([AREA], watch, (line) => lines.push(line))
  await Promise.all([always.review(), always.review()])
  expect([live.areaCount, live.subscriberCount]).toEqual([1, 1])
  await clock.advance(MINUTE_MS)
  calls = 0
  await clock.advance(10 * MINUTE_MS)
  expect(calls).toBe(20)
  await settle()
  const [chunk] = await store.chunks(areaName(AREA))
  expect(chunk?.segments).toBeGreaterThan(10)

  always.stop()
  await always.review()
  expect([live.subscriberCount, lines]).toEqual([0, []])
})

test('an area that cannot be watched leaves those after it watched, and one that ended is watched again', async () => {
  const open: { isClosed: boolean; radius: number }[] = []
  const lines: string[] = []
  async function watch({ radius }: AreaSearch) {
    if (radius === 1) throw new Error('too many areas')
    const stream = { stream: new ReadableStream(), isClosed: false, close: () => undefined, radius }
    open.push(stream)
    return stream
  }
  const areas = [1, 2, 3].map((radius) => ({ ...AREA, radius }))
  const always = createRecordAlways(areas, watch, (line) => lines.push(line))
  await always.review()
  expect(open.map(({ radius }) => radius)).toEqual([2, 3])
  expect(lines).toEqual([
    expect.stringMatching(/RECORD_AREAS could not be watched: too many areas$/),
  ])
  open[0]!.isClosed = true
  await always.review()
  expect(open.map(({ radius }) => radius)).toEqual([2, 3, 2])
})
