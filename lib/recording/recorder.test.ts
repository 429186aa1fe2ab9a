import { expect, test } from 'vitest'
import type { AreaFrame } from '@/lib/live/observed-frames'
import { createTestClock, settle } from '@/lib/testing/clock'
import { AREA } from '@/lib/testing/live-area'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { areaName, createRecorder } from './recorder'
import { createMemorySegments } from './store/memory-segments'

function open() {
  const [clock, store] = [createTestClock(), createMemorySegments()]
  const { write } = store
  const lines: string[] = []
  const recorder = createRecorder({ store, keptMs: 3_600_000, clock, log: (line) => lines.push(line) })
  const fail = async () => {
    throw new Error('connection refused')
  }
  const frame = (sequence: number, delta: AreaFrame['delta'] = null): AreaFrame => ({
    ...{ atMs: clock.now(), version: `e.${sequence}`, delta, records: () => [vehicle('v-1')] },
    meta: liveMeta({ loaded: 1 }),
  })
  return { clock, store, write, fail, lines, recorder, frame, observer: recorder.observe(AREA) }
}

test('a stream that ends while the store fails is recorded when it begins again', async () => {
  const { clock, store, write, fail, lines, recorder, frame, observer } = open()
  store.write = fail
  observer.onFrame(frame(0))
  await settle()
  expect(recorder.failure).toEqual({ sinceMs: clock.now(), reason: 'store' })
  observer.onEnd('unwatched', clock.now())
  await settle()
  expect(recorder.failure).toBeNull()
  store.write = write
  await clock.advance(5000)
  observer.onFrame(frame(1))
  await settle()
  await clock.advance(5000)
  observer.onFrame(frame(2, { upserts: [], removed: [], departures: [] }))
  await settle()
  expect((await store.chunks(areaName(AREA))).map(({ segments }) => segments)).toEqual([2])
  expect([recorder.failure, lines]).toEqual([
    null,
    ['lib/recording: nothing is recorded: connection refused'],
  ])
})

test('a write that fails after the end of its stream leaves no notice', async () => {
  const { clock, store, fail, lines, recorder, frame, observer } = open()
  let refuse = () => {}
  store.write = () => new Promise<void>((_, reject) => (refuse = () => reject(new Error('too late'))))
  observer.onFrame(frame(0))
  await settle()
  observer.onEnd('unwatched', clock.now())
  store.write = fail
  refuse()
  await settle()
  expect([recorder.failure, lines]).toEqual([null, []])
})
