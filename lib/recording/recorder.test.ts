import { expect, test } from 'vitest'
import { createTestClock, settle } from '@/lib/testing/clock'
import { AREA } from '@/lib/testing/live/live-area'
import { createFrames } from '@/lib/testing/live/sender'
import { readRecording } from '@/lib/testing/recording/recorded-lists'
import { vehicle } from '@/lib/testing/vehicles'
import { areaName, createRecorder } from './recorder'
import { createMemorySegments } from './store/memory-segments'

function open() {
  const clock = createTestClock()
  const store = createMemorySegments()
  const { write } = store
  const lines: string[] = []
  const recorder = createRecorder(store, 3_600_000, clock, (line) => lines.push(line))
  const fail = async () => {
    throw new Error('connection refused')
  }
  const next = createFrames()
  const frame = () => next([vehicle('v-1')], clock.now())
  return { clock, store, write, fail, lines, recorder, frame, observer: recorder.observe(AREA) }
}

test('a stream that ends while the store fails is recorded when it begins again', async () => {
  const { clock, store, write, fail, lines, recorder, frame, observer } = open()
  store.write = fail
  observer.onFrame(frame())
  await settle()
  expect(recorder.failure).toEqual({ sinceMs: clock.now(), reason: 'store', failing: 1, areas: 1 })
  observer.onEnd('unwatched', clock.now())
  await settle()
  expect(recorder.failure).toBeNull()
  store.write = write
  await clock.advance(5000)
  observer.onFrame(frame())
  await settle()
  await clock.advance(5000)
  observer.onFrame(frame())
  await settle()
  expect((await store.chunks(areaName(AREA))).map(({ segments }) => segments)).toEqual([2])
  expect([recorder.failure, lines]).toEqual([null, ['recording fails: connection refused']])
  await recorder.stop()
  expect((await readRecording(store, areaName(AREA))).chunks.at(-1)?.endReason).toBe('stopped')
})

test('a write that fails after the end of its stream leaves no notice', async () => {
  const { clock, store, fail, lines, recorder, frame, observer } = open()
  let refuse = () => {}
  store.write = () =>
    new Promise<void>((_, reject) => (refuse = () => reject(new Error('too late'))))
  observer.onFrame(frame())
  await settle()
  observer.onEnd('unwatched', clock.now())
  store.write = fail
  refuse()
  await settle()
  expect([recorder.failure, lines]).toEqual([null, []])
})

test('a stop waits until the end of a stream just before it is written', async () => {
  const { clock, store, write, recorder, frame, observer } = open()
  let go = () => {}
  const opened = new Promise<void>((resolve) => (go = resolve))
  store.write = async (...args) => {
    await opened
    return write(...args)
  }
  observer.onFrame(frame())
  observer.onEnd('unwatched', clock.now())
  const stopped = recorder.stop()
  go()
  await stopped
  expect((await readRecording(store, areaName(AREA))).chunks.at(-1)?.endReason).toBe('unwatched')
})

test('of several areas the failing ones are counted, and all have failed since the last list that was written', async () => {
  const { clock, store, write, fail, recorder, frame, observer } = open()
  const other = { ...AREA, radius: AREA.radius + 1 }
  const others = recorder.observe(other)
  let failing: readonly string[] = [areaName(AREA)]
  store.write = (segments) => (failing.includes(segments.area) ? fail() : write(segments))
  const stream = async () => {
    const streamed = frame()
    observer.onFrame(streamed)
    others.onFrame(streamed)
    await settle()
    await clock.advance(30_000)
    return recorder.failure
  }
  const beganMs = clock.now()
  const first = { sinceMs: beganMs, reason: 'store', areas: 2 }
  expect(await stream()).toEqual({ ...first, failing: 1 })
  failing = [areaName(AREA), areaName(other)]
  expect(await stream()).toEqual({ ...first, failing: 2 })
  failing = []
  expect(await stream()).toBeNull()
  failing = [areaName(other)]
  const againMs = clock.now()
  expect(await stream()).toEqual({ ...first, sinceMs: againMs, failing: 1 })
  const lastMs = clock.now()
  expect(await stream()).toEqual({ ...first, sinceMs: againMs, failing: 1 })
  failing = [areaName(AREA), areaName(other)]
  expect(await stream()).toEqual({ ...first, sinceMs: lastMs, failing: 2 })
  others.onEnd('unwatched', clock.now())
  expect(recorder.failure).toMatchObject({ failing: 1, areas: 1 })
})
