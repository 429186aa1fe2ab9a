import { expect, test } from 'vitest'
import { collectGarbage } from '@/lib/app/garbage'
import { KEPT_MS } from '@/lib/live/areas'
import { createTestClock } from '@/lib/testing/clock'
import { areasOverFleet, streamRequest } from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { createMemoryRelease, takenHeapBytes } from './memory-release'

/** A heap whose collections are counted in megabytes. */
function heapOf(kept: number) {
  const clock = createTestClock()
  const heap = { kept, garbage: 0 }
  const collections: number[] = []
  const collect = () => {
    collections.push(heap.garbage / 1e6)
    heap.garbage = 0
  }
  return {
    clock,
    heap,
    collections,
    release: createMemoryRelease(collect, () => heap.kept + heap.garbage, clock),
  }
}

test('after areas ended garbage is collected, and once more later, where the heap has grown since the last collection', async () => {
  const { clock, heap, collections, release } = heapOf(80e6)
  heap.garbage = 90e6
  release(0)
  await clock.advance(60_000)
  expect(collections).toEqual([])
  heap.garbage = 300e6
  await clock.advance(60_000)
  expect(collections).toEqual([])
  for (let area = 0; area < 100; area++) release(0)
  await clock.advance(60_000)
  expect(collections).toEqual([300, 0])
  // Memory kept by now is no garbage.
  heap.kept = 300e6
  release(0)
  await clock.advance(5_000)
  expect(collections).toEqual([300, 0, 0])
  release(0)
  await clock.advance(60_000)
  expect(collections).toEqual([300, 0, 0, 0])
})

test('what an area held through a collection is collected after the area ended', async () => {
  const { clock, heap, collections, release } = heapOf(600e6)
  // 100 areas of 2,000 vehicles, which take 2.5 KB each: nothing grows, as
  // they were kept all the time.
  for (let area = 0; area < 100; area++) {
    heap.kept -= 5e6
    heap.garbage += 5e6
    release(2_000)
  }
  await clock.advance(60_000)
  expect([collections, heap]).toEqual([[500, 0], { kept: 100e6, garbage: 0 }])
  release(2_000)
  await clock.advance(60_000)
  expect(collections).toHaveLength(2)
})

test('nothing keeps the vehicles of an area that ended: a collection takes them', async () => {
  let ended = 0
  const { clock, live } = areasOverFleet(300, {
    onEnd: () => ended++,
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
  expect([ended, left()]).toEqual([0, 300])
  await clock.advance(2000)
  collectGarbage()
  expect([ended, live.areaCount, left()]).toEqual([1, 0, 0])
})

test('a collection returns what a flood took', async () => {
  const beforeBytes = takenHeapBytes()
  let records: object[] | null = Array.from({ length: 1_000_000 }, (_, id) => ({
    id: `v-${id}`,
    position: { lat: id },
  }))
  const grownBytes = takenHeapBytes() - beforeBytes
  expect([records.length, grownBytes > 30e6]).toEqual([1_000_000, true])
  records = null
  await new Promise(setImmediate)
  collectGarbage()
  expect(takenHeapBytes() - beforeBytes).toBeLessThan(grownBytes / 2)
})
