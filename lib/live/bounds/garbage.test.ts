import { expect, test } from 'vitest'
import { KEPT_MS } from '@/lib/live/areas'
import { createTestClock } from '@/lib/testing/clock'
import { areasOverFleet, streamRequest } from '@/lib/testing/live-area'
import { browse } from '@/lib/testing/live-browser'
import { collectGarbage, createGiveBack } from './garbage'

test('garbage is collected once after many vehicles were released, and not after few', async () => {
  const clock = createTestClock()
  let collections = 0
  const giveBack = createGiveBack(() => collections++, clock)
  giveBack(49_000)
  await clock.advance(60_000)
  expect(collections).toBe(0)
  for (let area = 0; area < 100; area++) giveBack(20_000)
  expect(collections).toBe(0)
  await clock.advance(60_000)
  expect(collections).toBe(1)
  giveBack(49_000)
  await clock.advance(60_000)
  expect(collections).toBe(1)
  giveBack(1_000)
  await clock.advance(60_000)
  expect(collections).toBe(2)
})

test('an area that ended says how many vehicles it held, nothing keeps them, and a collection takes them', async () => {
  const ended: number[] = []
  const { clock, live } = areasOverFleet(300, {
    onEnd: (vehicles) => ended.push(vehicles),
    // The area's records are copies of the fleet's, which this test holds.
    annotations: { directoryOf: () => null },
  })
  const subscriber = live.subscribe(streamRequest())
  browse(subscriber)
  await clock.advance(12_000)
  const kept = [...live.watched()].map(({ record }) => new WeakRef(record))
  const left = () => kept.filter((record) => record.deref() !== undefined).length
  subscriber.close()
  await clock.advance(KEPT_MS - 1000)
  collectGarbage()
  expect([ended, left()]).toEqual([[], 300])
  await clock.advance(2000)
  collectGarbage()
  expect([ended, live.areaCount, left()]).toEqual([[300], 0, 0])
})
