import { expect, test } from 'vitest'
import type { LiveDelta, LiveVehicle } from '@/lib/contract/live'
import { createTestClock, settle, type TestClock } from '@/lib/testing/clock'
import { AREA } from '@/lib/testing/live-area'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { type AreaRecorder, BASE_MS, CHUNK_MS, createAreaRecorder, RETRY_MS } from './area-recorder'
import { type ReadChunk, readChunk } from './read-chunk'
import { expire } from './store/expire'
import { createMemorySegments } from './store/memory-segments'
import type { Chunk, SegmentStore } from './store/segment-store'

const FRAME_MS = 5000
const HOUR_MS = 3_600_000
const STEPS = { yieldToEventLoop: async () => undefined }

/** An area whose vehicles move, and what a browser has seen of it. */
function openArea(clock: TestClock) {
  let list: LiveVehicle[] = [vehicle('v-0'), vehicle('v-1'), vehicle('v-2')]
  let sequence = 0
  const seen: { atMs: number; version: string; list: LiveVehicle[] }[] = []
  return {
    seen,
    async stream(recorder: AreaRecorder, count: number): Promise<void> {
      for (let n = 0; n < count; n++) {
        const isFirst = sequence === 0
        const position = { lat: 51.5 + sequence / 1e4, lng: -0.1 }
        const patch = { id: `v-${sequence % 3}`, position }
        if (!isFirst) list = list.map((one) => (one.id === patch.id ? { ...one, ...patch } : one))
        const delta = { upserts: [patch], removed: [], departures: [] } satisfies Partial<LiveDelta>
        const frame = {
          atMs: clock.now(),
          version: `e.${sequence++}`,
          meta: liveMeta({ loaded: list.length }),
        }
        seen.push({ atMs: frame.atMs, version: frame.version, list })
        const records = list
        recorder.record({ ...frame, delta: isFirst ? null : delta, records: () => records })
        await clock.advance(FRAME_MS)
      }
    },
  }
}

function open(store: SegmentStore, clock: TestClock, keptMs = 2 * BASE_MS) {
  const failures: unknown[] = []
  let chunks = 0
  const options = { store, clock, keptMs, area: 'area', search: AREA, newId: () => `c-${chunks++}` }
  return {
    failures,
    recorder: createAreaRecorder({ ...options, onFailing: (failure) => failures.push(failure) }),
  }
}

/** A chunk, and the versions of its frames. */
async function read(store: SegmentStore, chunk: Chunk): Promise<ReadChunk & { readonly versions: string[] }> {
  const versions: string[] = []
  const result = await readChunk(store, 'area', chunk, STEPS, ({ head }) => versions.push(head.version))
  return { ...result, versions }
}

/** Every list by its version, as the store has it. */
async function recorded(store: SegmentStore): Promise<Map<string, LiveVehicle[]>> {
  const lists = new Map<string, LiveVehicle[]>()
  for (const chunk of await store.chunks('area')) {
    await readChunk(store, 'area', chunk, STEPS, ({ head }, records) =>
      lists.set(head.version, [...records()]),
    )
  }
  return lists
}

test('every frame is stored as it comes, and a chunk of six minutes ends with the key frame of the next', async () => {
  const [clock, store] = [createTestClock(), createMemorySegments()]
  const { recorder, failures } = open(store, clock)
  const area = openArea(clock)
  await area.stream(recorder, 1)
  expect(await store.areas()).toEqual([AREA])
  expect((await store.chunks('area')).map(({ segments }) => segments)).toEqual([1])
  await area.stream(recorder, 153)
  await recorder.end('unwatched')
  const chunks = await store.chunks('area')
  expect(chunks.map(({ id, base, segments }) => [id, base, segments])).toEqual([
    ['c-0', null, 1 + CHUNK_MS / FRAME_MS],
    ['c-1', 'c-0', 1 + CHUNK_MS / FRAME_MS],
    ['c-2', 'c-0', 1 + 9 + 1],
  ])
  const [first, second, third] = await Promise.all(chunks.map((chunk) => read(store, chunk)))
  expect(first?.versions.at(-1)).toBe(second?.versions[0])
  expect([first?.endReason, third?.endReason]).toEqual([null, 'unwatched'])
  const lists = await recorded(store)
  expect([...lists.keys()]).toEqual(area.seen.map(({ version }) => version))
  for (const { version, list } of area.seen) expect(lists.get(version)).toEqual(list)
  expect(failures).toEqual([])
})

test('a store that fails ends the chunk with one notice; a key frame half a minute later begins another', async () => {
  const [clock, store] = [createTestClock(), createMemorySegments()]
  let isFull = false
  const write: SegmentStore['write'] = async (segments) => {
    if (isFull) throw new Error('No space left on device')
    await store.write(segments)
  }
  const { recorder, failures } = open({ ...store, write }, clock)
  const area = openArea(clock)
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

test('a store that hangs makes the recording end and holds no more than a minute of frames', async () => {
  const [clock, store] = [createTestClock(), createMemorySegments()]
  let calls = 0
  const { recorder, failures } = open({ ...store, write: () => new Promise(() => calls++) }, clock)
  await openArea(clock).stream(recorder, 40)
  expect([calls, failures.length]).toEqual([1, 1])
})

test('no chunk begins while too much waits for the store, and that is a failure also of a stream that begins', async () => {
  const [clock, store] = [createTestClock(), createMemorySegments()]
  let begun = 0
  const failures: unknown[] = []
  const recorder = createAreaRecorder({
    ...{ store: { ...store, write: () => new Promise(() => {}) }, clock, area: 'area', search: AREA },
    keptMs: 24 * 3_600_000,
    newId: () => `c-${begun++}`,
    onFailing: (failure) => failures.push(failure),
  })
  const area = openArea(clock)
  await area.stream(recorder, 60)
  expect([begun, failures]).toEqual([1, [new Error('the store is too slow')]])
  void recorder.end('unwatched')
  await area.stream(recorder, 10)
  expect([begun, failures.length]).toEqual([1, 2])
})

test('another base begins after two hours, and a key frame whose base is damaged is not read', async () => {
  const [clock, store] = [createTestClock(), createMemorySegments()]
  const { recorder } = open(store, clock)
  const area = openArea(clock)
  for (let atMs = 0; atMs <= BASE_MS; atMs += CHUNK_MS) {
    await area.stream(recorder, 1)
    await clock.advance(CHUNK_MS - FRAME_MS)
  }
  await settle()
  const chunks = await store.chunks('area')
  expect(chunks.at(-2)?.base).toBe('c-0')
  expect(chunks.at(-1)?.base).toBeNull()
  const [another] = await store.segments('area', chunks.at(-1)!.id, 1)
  const list = { area: 'area', chunk: 'c-0', base: null, continues: null, after: 0, segments: [another!] }
  await store.replace('area', 'c-0', list)
  expect(await read(store, chunks[1]!)).toEqual({ endReason: null, lost: 2, versions: [] })
  await store.replace('area', 'c-0', null)
  expect(await read(store, chunks[1]!)).toEqual({ endReason: null, lost: 2, versions: [] })
  expect((await read(store, chunks.at(-1)!)).versions).toHaveLength(1)
})

test('what is too old is deleted to the frame, and all that remains is read as before', async () => {
  const [clock, store] = [createTestClock(), createMemorySegments()]
  const { recorder } = open(store, clock)
  const area = openArea(clock)
  await area.stream(recorder, 200)
  await recorder.end('unwatched')
  for (const frames of [3, 59, 60, 61, 137]) {
    const limitMs = area.seen[frames]!.atMs
    await expire({ store, area: 'area', limitMs, clock })
    const lists = await recorded(store)
    const left = area.seen.slice(frames)
    expect([...lists.keys()]).toEqual(left.map(({ version }) => version))
    for (const { version, list } of left) expect(lists.get(version)).toEqual(list)
    const segments = await Promise.all(
      (await store.chunks('area')).map(({ id }) => store.segments('area', id)),
    )
    expect(Math.min(...segments.flat().map(({ atMs }) => atMs))).toBe(limitMs)
  }
  await expire({ store, area: 'area', limitMs: clock.now() + 1, clock })
  expect([await store.chunks('area'), await store.areas()]).toEqual([[], []])
})

test.each([
  [1, 0],
  [2, 0],
  [1, 40],
])(
  'with %i hours kept every list of them is read as it was streamed; the clock goes forward by %i minutes',
  async (hours, minutes) => {
    const [testClock, store] = [createTestClock(), createMemorySegments()]
    let setMs = 0
    const clock = { ...testClock, now: () => testClock.now() + setMs }
    const keptMs = hours * HOUR_MS
    const { recorder } = open(store, clock, keptMs)
    const area = openArea(clock)
    const [purges, frames] = [(hours + 1.5) * 60, 60_000 / FRAME_MS]
    for (let purge = 1; purge <= purges; purge++) {
      await area.stream(recorder, frames)
      if (purge === 68) setMs = minutes * 60_000
      const limitMs = clock.now() - keptMs
      await expire({ store, area: 'area', limitMs, clock })
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
  const [clock, store] = [createTestClock(), createMemorySegments()]
  const { recorder } = open(store, clock)
  const area = openArea(clock)
  await area.stream(recorder, 30)
  const versions = area.seen.map(({ version }) => version)
  const limitMs = area.seen[20]!.atMs
  await expire({ store, area: 'area', limitMs, clock })
  expect([...(await recorded(store)).keys()]).toEqual(versions)
  await recorder.end('unwatched')
  await expire({ store, area: 'area', limitMs, clock })
  expect([...(await recorded(store)).keys()]).toEqual(versions.slice(20))
  // Its end alone is left.
  await expire({ store, area: 'area', limitMs: clock.now(), clock })
  expect([await store.chunks('area'), await store.areas()]).toEqual([[], []])
})

test('the newest chunk of a recorder that was killed is cut like any other', async () => {
  const [clock, store] = [createTestClock(), createMemorySegments()]
  const area = openArea(clock)
  await area.stream(open(store, clock).recorder, 30)
  await clock.advance(HOUR_MS)
  await expire({ store, area: 'area', limitMs: area.seen[20]!.atMs, clock })
  const lists = await recorded(store)
  expect([...lists.keys()]).toEqual(area.seen.slice(20).map(({ version }) => version))
  expect(lists.get(area.seen[29]!.version)).toEqual(area.seen[29]!.list)
})

test.each([
  ['the stream pauses', 0],
  ['the clock is set forward', 50 * 60_000],
])('a recorder does not go on with a chunk that may be cut: %s', async (_, forwardMs) => {
  const [testClock, store] = [createTestClock(), createMemorySegments()]
  let setMs = 0
  const clock = { ...testClock, now: () => testClock.now() + setMs }
  const area = openArea(clock)
  const { recorder, failures } = open(store, clock, HOUR_MS)
  await area.stream(recorder, 30)
  if (forwardMs === 0) await clock.advance(50 * 60_000)
  setMs = forwardMs
  // Another node cuts it in the moment in which the stream goes on.
  await expire({ store, area: 'area', limitMs: area.seen[20]!.atMs, clock })
  await area.stream(recorder, 10)
  await recorder.end('unwatched')
  const chunks = await Promise.all((await store.chunks('area')).map((chunk) => read(store, chunk)))
  const versions = area.seen.map(({ version }) => version)
  expect(chunks.map(({ lost, endReason, versions }) => [lost, endReason, versions])).toEqual([
    [0, null, versions.slice(20, 30)],
    [0, 'unwatched', versions.slice(30)],
  ])
  const lists = await recorded(store)
  for (const { version, list } of area.seen.slice(20)) expect(lists.get(version)).toEqual(list)
  expect(failures).toEqual([])
})

test('a stream that ends long after its last list writes no end to a chunk that may be cut', async () => {
  const [clock, store] = [createTestClock(), createMemorySegments()]
  const area = openArea(clock)
  const { recorder } = open(store, clock, HOUR_MS)
  await area.stream(recorder, 30)
  await clock.advance(50 * 60_000)
  await expire({ store, area: 'area', limitMs: clock.now(), clock })
  await recorder.end('unwatched')
  expect(await store.chunks('area')).toEqual([])
})
