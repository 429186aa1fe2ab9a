import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { createTestClock, settle, type TestClock } from '@/lib/testing/clock'
import { AREA } from '@/lib/testing/live/live-area'
import { createFrames } from '@/lib/testing/live/sender'
import { readRecording } from '@/lib/testing/recording/recorded-lists'
import { vehicle } from '@/lib/testing/vehicles'
import { type AreaRecorder, CHUNK_MS, createAreaRecorder, RETRY_MS } from './area-recorder'
import { expire } from './recorder'
import { createMemorySegments } from './store/memory-segments'
import type { SegmentStore } from './store/segment-store'

const FRAME_MS = 5000
const HOUR_MS = 3_600_000

/** An area whose vehicles move, and what a browser has seen of it. */
function areaOn(clock: TestClock) {
  let list: LiveVehicle[] = [vehicle('v-0'), vehicle('v-1'), vehicle('v-2')]
  const next = createFrames()
  const seen: { atMs: number; version: string; list: LiveVehicle[] }[] = []
  return {
    seen,
    async stream(recorder: AreaRecorder, count: number): Promise<void> {
      for (let n = 0; n < count; n++) {
        const sequence = seen.length
        const position = { lat: 51.5 + sequence / 1e4, lng: -0.1 }
        list = list.map((one, at) => (at === sequence % 3 ? { ...one, position } : one))
        const frame = next(list, clock.now())
        seen.push({ atMs: frame.atMs, version: frame.version, list })
        recorder.record(frame)
        await clock.advance(FRAME_MS)
      }
    },
  }
}

/** A recorder of an area, and its store, of which `over` replaces parts for the recorder. */
function open(
  keptMs = 4 * HOUR_MS,
  over: Partial<SegmentStore> = {},
  store = createMemorySegments(),
) {
  const clock = createTestClock()
  const failures = [] as unknown[]
  const count = { begun: 0 }
  const recorder = createAreaRecorder({
    store: { ...store, ...over },
    clock,
    keptMs,
    area: 'area',
    search: AREA,
    newId: () => `c-${count.begun++}`,
    onFailing: (failure) => failures.push(failure),
  })
  const expireBefore = (limitMs: number) => expire(store, 'area', limitMs, clock)
  return { clock, store, failures, count, recorder, area: areaOn(clock), expireBefore }
}

const recorded = async (store: SegmentStore) => (await readRecording(store)).lists

test('every frame is stored as it comes, and a chunk of six minutes ends with the first list of the next', async () => {
  const { store, recorder, failures, area } = open()
  await area.stream(recorder, 1)
  expect(await store.areas()).toEqual([AREA])
  expect((await store.chunks('area')).map(({ segments }) => segments)).toEqual([1])
  await area.stream(recorder, 153)
  await recorder.end('unwatched')
  const chunks = await store.chunks('area')
  expect(chunks.map(({ id, continues, segments }) => [id, continues, segments])).toEqual([
    ['c-0', null, 1 + CHUNK_MS / FRAME_MS],
    ['c-1', 'c-0', 1 + CHUNK_MS / FRAME_MS],
    ['c-2', 'c-1', 1 + 9 + 1],
  ])
  const [first, second, third] = (await readRecording(store)).chunks
  expect(first?.versions.at(-1)).toBe(second?.versions[0])
  expect([first?.endReason, third?.endReason]).toEqual([null, 'unwatched'])
  const lists = await recorded(store)
  expect([...lists.keys()]).toEqual(area.seen.map(({ version }) => version))
  for (const { version, list } of area.seen) expect(lists.get(version)).toEqual(list)
  expect(failures).toEqual([])
})

test('a store that fails ends the chunk with one notice; half a minute later another begins', async () => {
  const memory = createMemorySegments()
  let isFull = false
  const write: SegmentStore['write'] = async (segments) => {
    if (isFull) throw new Error('No space left on device')
    await memory.write(segments)
  }
  const { store, recorder, failures, area } = open(undefined, { write }, memory)
  await area.stream(recorder, 3)
  isFull = true
  await area.stream(recorder, 4)
  expect(failures).toEqual([new Error('No space left on device')])
  isFull = false
  await area.stream(recorder, RETRY_MS / FRAME_MS)
  expect(failures.at(-1)).toBeNull()
  const chunks = await store.chunks('area')
  expect(chunks.map(({ segments }) => segments)).toEqual([3, 4])
  const lists = await recorded(store)
  expect(lists.size).toBe(7)
  for (const [version, list] of lists)
    expect(list).toEqual(area.seen.find((one) => one.version === version)?.list)
})

test('no chunk begins while too much waits for the store, and that is a failure also of a stream that begins', async () => {
  const write = () => new Promise<void>(() => {})
  const { recorder, failures, count, area } = open(24 * HOUR_MS, { write })
  await area.stream(recorder, 60)
  expect([count.begun, failures]).toEqual([1, [new Error('the store is too slow')]])
  void recorder.end('unwatched')
  await area.stream(recorder, 10)
  expect([count.begun, failures.length]).toEqual([1, 2])
})

test('a list that does not follow from the one before begins another chunk, and so do a clock that is set back and a long time without', async () => {
  const { clock, store, recorder, area } = open()
  await area.stream(recorder, 3)
  clock.set(-60_000)
  await area.stream(recorder, 3)
  // The process was halted.
  await clock.advance(100_000)
  await area.stream(recorder, 2)
  recorder.record(createFrames('other')([vehicle('v-9')], clock.now()))
  await settle()
  const { chunks, lists } = await readRecording(store)
  const versions = area.seen.map(({ version }) => version)
  expect(chunks.map((chunk) => chunk.versions)).toEqual([
    versions.slice(0, 3),
    versions.slice(3, 6),
    versions.slice(6),
    ['other.0'],
  ])
  for (const { version, list } of area.seen) expect(lists.get(version)).toEqual(list)
  expect((await store.chunks('area')).map(({ continues }) => continues)).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test.each([0, 40])(
  'every list of the hour kept is read as it was streamed; the clock goes forward by %i minutes',
  async (minutes) => {
    const { clock, store, recorder, area, expireBefore } = open(HOUR_MS)
    const purges = 150
    const frames = 60_000 / FRAME_MS
    for (let purge = 1; purge <= purges; purge++) {
      await area.stream(recorder, frames)
      if (purge === 68) clock.set(minutes * 60_000)
      const limitMs = clock.now() - HOUR_MS
      await expireBefore(limitMs)
      if (purge % 15 !== 0 && purge !== 69) continue
      const lists = await recorded(store)
      const left = area.seen.filter(({ atMs }) => atMs >= limitMs)
      expect([...lists.keys()]).toEqual(left.map(({ version }) => version))
      for (const { version, list } of left) expect(lists.get(version)).toEqual(list)
    }
    expect(area.seen).toHaveLength(purges * frames)
  },
)

test('the newest chunk of an area is cut once it has ended', async () => {
  const { clock, store, recorder, area, expireBefore } = open()
  await area.stream(recorder, 30)
  const versions = area.seen.map(({ version }) => version)
  const limitMs = area.seen[20]!.atMs
  await expireBefore(limitMs)
  expect([...(await recorded(store)).keys()]).toEqual(versions)
  await recorder.end('unwatched')
  await expireBefore(limitMs)
  expect([...(await recorded(store)).keys()]).toEqual(versions.slice(20))
  const noted = (await store.notes('area', 0)).find(({ atMs }) => atMs === limitMs)
  expect(JSON.parse(noted!.note!)).toMatchObject({ byStatus: { available: 3 } })
  // Its end alone is left.
  await expireBefore(clock.now())
  expect([await store.chunks('area'), await store.areas()]).toEqual([[], []])
})

test('the newest chunk of a recorder that was killed is cut like any other', async () => {
  const { clock, store, recorder, area, expireBefore } = open()
  await area.stream(recorder, 30)
  await clock.advance(HOUR_MS)
  await expireBefore(area.seen[20]!.atMs)
  const lists = await recorded(store)
  expect([...lists.keys()]).toEqual(area.seen.slice(20).map(({ version }) => version))
  expect(lists.get(area.seen[29]!.version)).toEqual(area.seen[29]!.list)
})

test.each([
  ['the stream pauses', 0],
  ['the clock is set forward', 50 * 60_000],
])('a recorder does not go on with a chunk that may be cut: %s', async (_, forwardMs) => {
  const { clock, store, recorder, failures, area, expireBefore } = open(HOUR_MS)
  await area.stream(recorder, 30)
  if (forwardMs === 0) await clock.advance(50 * 60_000)
  clock.set(forwardMs)
  // Another node cuts it in the moment in which the stream goes on.
  await expireBefore(area.seen[20]!.atMs)
  await area.stream(recorder, 10)
  await recorder.end('unwatched')
  const { chunks, lists } = await readRecording(store)
  const versions = area.seen.map(({ version }) => version)
  expect(chunks.map(({ lost, endReason, versions }) => [lost, endReason, versions])).toEqual([
    [0, null, versions.slice(20, 30)],
    [0, 'unwatched', versions.slice(30)],
  ])
  for (const { version, list } of area.seen.slice(20)) expect(lists.get(version)).toEqual(list)
  expect(failures).toEqual([])
})

test('a stream that ends long after its last list writes no end to a chunk that may be cut', async () => {
  const { clock, store, recorder, area, expireBefore } = open(HOUR_MS)
  await area.stream(recorder, 30)
  await clock.advance(50 * 60_000)
  await expireBefore(clock.now())
  await recorder.end('unwatched')
  expect(await store.chunks('area')).toEqual([])
})
