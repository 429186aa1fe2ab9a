import { expect, test } from 'vitest'
import type { AreaSearch } from '@/lib/api/contract/live'
import { createTestClock } from '@/lib/testing/clock'
import { AREA, createTestService, liveOver, pagesOf } from '@/lib/testing/live/live-area'
import { vehicle } from '@/lib/testing/vehicles'
import { createAlwaysWatched, ownStream } from './always-watched'

const MINUTE_MS = 60_000

test('an area is swept although nobody watches it, every 30 seconds, until it is stopped', async () => {
  const clock = createTestClock()
  let calls = 0
  const service = createTestService(clock, (search) => {
    calls++
    return pagesOf([vehicle('v-1')], search)
  })
  const live = liveOver(service, clock)
  const lines: string[] = []
  const always = createAlwaysWatched(
    async () => [AREA],
    async (area) => live.subscribe(ownStream(area, 30)),
    (line) => lines.push(line),
  )
  await Promise.all([always.review(), always.review()])
  expect([live.areaCount, live.subscriberCount]).toEqual([1, 1])
  // Of dispatchers and pages there are none.
  expect([live.readerCount, live.pageCount]).toEqual([0, 0])
  await clock.advance(MINUTE_MS)
  calls = 0
  await clock.advance(10 * MINUTE_MS)
  expect(calls).toBe(20)

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
  const always = createAlwaysWatched(
    async () => areas,
    watch,
    (line) => lines.push(line),
  )
  await always.review()
  expect(open.map(({ radius }) => radius)).toEqual([2, 3])
  expect(lines).toEqual([expect.stringMatching(/could not be watched: too many areas$/)])
  open[0]!.isClosed = true
  await always.review()
  expect(open.map(({ radius }) => radius)).toEqual([2, 3, 2])
})

test('an area that is no longer wanted ends with the next review, and the new one is watched', async () => {
  const ended: number[] = []
  async function watch({ radius }: AreaSearch) {
    return { stream: new ReadableStream(), isClosed: false, close: () => void ended.push(radius) }
  }
  let radius = 1000
  const always = createAlwaysWatched(
    async () => [{ ...AREA, radius }],
    watch,
    () => undefined,
  )
  await always.review()
  radius = 5000
  await always.review()
  expect(ended).toEqual([1000])
  await always.review()
  expect(ended).toEqual([1000])
  always.stop()
  expect(ended).toEqual([1000, 5000])
})
