import { expect, test } from 'vitest'
import { areaName, createRecorder } from '@/lib/recording/recorder'
import { createTestClock, settle } from '@/lib/testing/clock'
import { AREA } from '@/lib/testing/live/live-area'
import { createFrames } from '@/lib/testing/live/sender'
import { vehicle } from '@/lib/testing/vehicles'
import { keepDiskReserve } from './disk-reserve'
import { createMemorySegments } from './memory-segments'

test('recording stops before the disk is full, deletes what is too old, and goes on when there is room', async () => {
  const clock = createTestClock()
  const stored = createMemorySegments()
  const disk = { free: 300_000_000 as number | null, looks: 0 }
  const store = keepDiskReserve(stored, '/data', clock.monotonicNow, async () => {
    disk.looks++
    return disk.free
  })
  const lines: string[] = []
  const recorder = createRecorder(store, 120_000, clock, (line) => lines.push(line))
  const observer = recorder.observe(AREA)
  const next = createFrames()
  let sequence = 0
  /** Streams a list every 5 s. @returns segments that are stored, and why it fails */
  async function stream(lists: number) {
    for (let n = 0; n < lists; n++) {
      sequence++
      observer.onFrame(next([vehicle('v-1')], clock.now()))
      await settle()
      await clock.advance(5000)
    }
    const chunks = await stored.chunks(areaName(AREA))
    return [
      chunks.reduce((sum, { segments }) => sum + segments, 0),
      recorder.failure?.reason ?? null,
    ]
  }
  expect(await stream(4)).toEqual([4, null])
  disk.free = 199_000_000
  expect(await stream(4)).toEqual([4, 'disk-full'])
  await clock.advance(120_000)
  await recorder.purge()
  expect(await stream(0)).toEqual([0, 'disk-full'])
  disk.free = 250_000_000
  await clock.advance(30_000)
  expect(await stream(3)).toEqual([3, null])
  disk.free = null
  expect(await stream(3)).toEqual([6, null])
  expect(disk.looks).toBeLessThanOrEqual(sequence)
  expect(lines).toEqual([
    'recording fails: less than 200 MB are free on the disk of /data',
    'records again',
  ])
})

test('of a folder of this machine the free space is known', async () => {
  const { monotonicNow } = createTestClock()
  const written: unknown[] = []
  const memory = {
    ...createMemorySegments(),
    write: async (segments: unknown) => void written.push(segments),
  }
  const nothing = { area: 'a', chunk: 'c', continues: null, after: 0, segments: [] }
  await keepDiskReserve(memory, process.cwd(), monotonicNow).write(nothing)
  await keepDiskReserve(memory, '/no/such/folder', monotonicNow).write(nothing)
  expect(written).toEqual([nothing, nothing])
})
