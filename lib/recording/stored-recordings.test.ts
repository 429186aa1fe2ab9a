import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { RecordingGap, TrailPart } from '@/lib/api/contract/recording'
import { BACK_SOON_MS } from '@/lib/live/observed-frames'
import { createTestClock } from '@/lib/testing/clock'
import {
  AREA,
  createTestService,
  failing,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { browse, type TestBrowser } from '@/lib/testing/live/live-browser'
import { seededRandom } from '@/lib/testing/maps/held-out-houses'
import { type RecordedClient, readAnswer } from '@/lib/testing/recording/recorded-client'
import { sorted } from '@/lib/testing/recording/recorded-lists'
import { startRecordingThread } from '@/lib/testing/recording/recording-thread'
import { pointAt } from '@/lib/testing/simulated-drive'
import { vehicle } from '@/lib/testing/vehicles'
import type { FramesRequest } from './read-frames'
import { areaName, createRecorder, expire } from './recorder'
import { createMemorySegments } from './store/memory-segments'
import { createStoredRecordings, type Recordings } from './stored-recordings'

const KEPT_MS = 4 * 60 * 60_000
const MINUTE_MS = 60_000
/** Of a recording that are compared with the stream. */
const INSTANTS = 200
const patient = (owner = 'operator') => ({ owner, signal: new AbortController().signal })
const thread = startRecordingThread()
afterAll(() => thread.stop())

type Streamed = RecordedClient['lists'][number]

/** An area of vehicles that drive, come and go, and what a browser saw of it. */
function openArea() {
  const clock = createTestClock()
  const store = createMemorySegments()
  const state = { isFailing: false }
  const service = createTestService(clock, (search) => {
    if (state.isFailing) throw failing('upstream-unreachable')
    const frame = Math.floor(clock.monotonicNow() / 5000) % 10_000
    const fleet = Array.from({ length: 30 }, (_, n) => {
      const position = n % 3 === 0 ? { lat: 51.5 + (frame % 500) / 1e5, lng: -0.1 + n / 1e4 } : null
      return vehicle(`v-${n}`, { position, status: (frame + n) % 9 === 0 ? 'busy' : 'available' })
    })
    return pagesOf(
      fleet.filter((_, n) => (frame + n) % 11 !== 0),
      search,
    )
  })
  const recorder = createRecorder(store, KEPT_MS, clock, () => undefined)
  const live = liveOver(service, clock, { observe: (search) => recorder.observe(search) })
  const streamed: Streamed[] = []
  /** Answers of the thread, by owner. */
  const answered = new Map<string, number>()
  const counting = {
    async request(...request: Parameters<typeof thread.request>) {
      const answer = await thread.request(...request)
      const owner = request[2]?.owner ?? ''
      answered.set(owner, (answered.get(owner) ?? 0) + 1)
      return answer
    },
  } as Pick<typeof thread, 'request'>
  const recordings = createStoredRecordings({
    store,
    thread: counting,
    recorder,
    clock,
    keptMs: KEPT_MS,
  })
  const watch = () =>
    browse(live.subscribe(streamRequest({ every: 5 })), null, (version, list) => {
      if (version !== '') streamed.push({ version, atMs: clock.now(), list: sorted(list.values()) })
    })
  return { clock, store, state, recorder, recordings, streamed, watch, answered }
}

/** An area that was watched for some minutes; twelve are two chunks. */
async function openRecorded(minutes = 12) {
  const area = openArea()
  const browser = area.watch()
  await area.clock.advance(minutes * MINUTE_MS)
  await browser.disconnect()
  return area
}

/** What a client of the route sees. */
async function replay(
  recordings: Recordings,
  request: Omit<FramesRequest, 'search'>,
  before: RecordedClient | null = null,
) {
  const parts: Uint8Array[] = []
  const { fromMs, parts: answer } = await recordings.frames({ search: AREA, ...request })
  for await (const part of answer) parts.push(part)
  const client = readAnswer(Buffer.concat(parts), before)
  return { ...client, client, fromMs }
}

const at = (atMs: number, toMs = atMs): Omit<FramesRequest, 'search'> => ({
  from: { atMs, start: null },
  toMs,
})

test('any instant is answered with the list that was streamed then, and plays on as it was streamed', async () => {
  const { clock, recordings, streamed } = await openRecorded()
  await clock.advance(BACK_SOON_MS)
  const until = (ms: number) => streamed.filter(({ atMs }) => atMs <= ms)
  const { fromMs, toMs } = { fromMs: streamed[0]!.atMs, toMs: streamed.at(-1)!.atMs }
  const below = seededRandom(7)
  const instants = Array.from({ length: INSTANTS }, () => fromMs + below(toMs - fromMs))
  for (const ms of [0, 1, 359_999, 360_000, 360_001].map((ms) => fromMs + ms).concat(instants)) {
    const { lists, fromMs: firstMs } = await replay(recordings, at(ms))
    const last = streamed.findLast(({ atMs }) => atMs <= ms)!
    expect(isDeepStrictEqual(lists.at(-1), last)).toBe(true)
    // From the list with which the chunk begins.
    expect(lists[0]!.atMs).toBe(firstMs)
    expect(ms - firstMs!).toBeLessThanOrEqual(6 * MINUTE_MS + 5000)
  }
  const from = fromMs + 200_000
  const played = await replay(recordings, at(from, from + 7 * MINUTE_MS))
  const before = until(from + 7 * MINUTE_MS).length - played.lists.length
  expect(before).toBeLessThan(until(from).length)
  expect(played.lists).toEqual(until(from + 7 * MINUTE_MS).slice(before))
  expect(played.lists.length).toBeGreaterThan(80)
  // Goes on where it ended, without the list once more.
  const after = { from: { after: played.end.next! }, toMs: from + 8 * MINUTE_MS }
  const next = await replay(recordings, after, played.client)
  const goesOn = until(from + 8 * MINUTE_MS).slice(before + played.lists.length)
  expect(next.lists.map(({ version }) => version)).toEqual(goesOn.map(({ version }) => version))
  const { stretches, gaps, counts, area } = await recordings.timeline(AREA, {
    fromMs: 0,
    toMs: clock.now(),
  })
  expect(stretches).toEqual([{ fromMs, toMs, start: expect.any(String) }])
  expect(gaps).toEqual([])
  expect(area).toMatchObject({ search: AREA, isRecording: false })
  const last = counts.at(-1)!
  const lists = streamed.filter(({ atMs }) => atMs === last.atMs).map(({ list }) => list)
  const busyOf = (list: LiveVehicle[]) => list.filter(({ status }) => status === 'busy').length
  const found = lists.find(
    (list) => list.length === last.total && busyOf(list) === last.byStatus.busy,
  )
  expect(found && last.byStatus).toEqual({
    busy: busyOf(found!),
    available: last.total - busyOf(found!),
  })
})

test('what is not known is a gap with its reason', async () => {
  const { clock, store, state, recordings, recorder, watch } = openArea()
  const first = watch()
  await clock.advance(MINUTE_MS)
  state.isFailing = true
  const failedMs = clock.now()
  await clock.advance(3 * MINUTE_MS)
  state.isFailing = false
  await clock.advance(6 * MINUTE_MS)
  await first.disconnect()
  const leftMs = clock.now()
  await clock.advance(10 * MINUTE_MS)
  const backMs = clock.now()
  const second = watch()
  await clock.advance(MINUTE_MS)
  const { write } = store
  store.write = async () => {
    throw Object.assign(new Error('write failed'), { code: 'ENOSPC' })
  }
  await clock.advance(MINUTE_MS)
  expect(recorder.failure).toMatchObject({ reason: 'disk-full' })
  store.write = write
  await clock.advance(MINUTE_MS)
  await recorder.stop()
  await second.disconnect()
  const { gaps, failure } = await recordings.timeline(AREA, { fromMs: 0, toMs: clock.now() })
  expect(gaps.map(({ reason, problem }) => [reason, problem])).toEqual([
    ['service', 'upstream-unreachable'],
    ['unwatched', null],
    ['disk-full', null],
  ])
  const minutes = ({ fromMs, toMs }: RecordingGap) => Math.round((toMs - fromMs) / MINUTE_MS)
  expect(gaps.map(minutes)).toEqual([3, expect.any(Number), 1])
  expect(gaps[0]!.fromMs - failedMs).toBeLessThanOrEqual(10_000)
  // An area is polled for a minute after its last watcher left.
  expect(gaps[1]!.fromMs - leftMs).toBeLessThanOrEqual(61_000)
  expect(gaps[1]!.toMs - backMs).toBeLessThanOrEqual(5000)
  expect(failure).toBeNull()
  // Lists of a failing service go on.
  const failing = await replay(recordings, at(failedMs - 30_000, failedMs + 30_000))
  expect([failing.gaps, failing.lists.at(-1)!.atMs > failedMs]).toEqual([[], true])
  const played = await replay(recordings, at(leftMs + 5 * MINUTE_MS, backMs + 30_000))
  expect(played.gaps).toEqual([gaps[1]])
  expect(played.lists.length).toBeGreaterThanOrEqual(7)
  // A gap is named once, and the list behind it is had from its end.
  const inGap = await replay(recordings, at(leftMs + 3 * MINUTE_MS, leftMs + 4 * MINUTE_MS))
  expect([inGap.gaps, inGap.lists, inGap.end.lastMs]).toEqual([[gaps[1]], [], null])
  const behind = await replay(recordings, {
    from: { after: inGap.end.next! },
    toMs: backMs + 30_000,
  })
  expect([behind.gaps, behind.lists]).toEqual([[], played.lists])
  const beyond = await replay(recordings, at(clock.now() + MINUTE_MS))
  expect([beyond.gaps, beyond.lists, beyond.end.lastMs]).toEqual([[], [], null])
  const later = await replay(recordings, { from: { after: beyond.end.next! }, toMs: clock.now() })
  expect(later.lists).toEqual([])
})

test('an answer from a place on has the time of its first list', async () => {
  const { clock, recordings, streamed, watch } = openArea()
  const watchMinutes = async (minutes: number) => {
    const browser = watch()
    await clock.advance(minutes * MINUTE_MS)
    await browser.disconnect()
    await clock.advance(10 * MINUTE_MS)
  }
  await watchMinutes(7)
  const afterMs = streamed.at(-1)!.atMs
  await watchMinutes(1)
  const [first, second] = (await recordings.timeline(AREA, { fromMs: 0, toMs: clock.now() }))
    .stretches
  const timeAfter = async (after: string) =>
    (await recordings.frames({ search: AREA, from: { after }, toMs: clock.now() })).fromMs
  const times = streamed.map(({ atMs }) => atMs)
  const nextOf = async (atMs: number) => (await replay(recordings, at(atMs))).end.next!
  expect(await timeAfter(first!.start)).toBe(times[0])
  expect(await timeAfter(`${second!.start}.0`)).toBe(second!.fromMs)
  for (const ms of [60_000, 290_000, 305_000, 360_000].map((ms) => times[0]! + ms)) {
    const listMs = times.findLast((atMs) => atMs <= ms)!
    expect(await timeAfter(await nextOf(ms))).toBe(times.find((atMs) => atMs > listMs))
  }
  // Behind the last list of a stretch comes the first of the next.
  expect(afterMs).toBeLessThan(second!.fromMs)
  expect(await timeAfter(await nextOf(first!.toMs))).toBe(second!.fromMs)
  expect(await timeAfter(await nextOf(second!.toMs))).toBeNull()
})

test('a damaged chunk is one gap, and what follows is read', async () => {
  const { clock, store, recordings, streamed } = await openRecorded(16)
  const chunks = await store.chunks(areaName(AREA))
  const [, damaged, next] = chunks
  const { segments } = store
  store.segments = async (area, id) =>
    (await segments(area, id)).slice(0, id === damaged!.id ? 20 : undefined)
  const from = damaged!.fromMs
  const played = await replay(recordings, at(from, from + 8 * MINUTE_MS))
  const begin = streamed.findIndex(({ atMs }) => atMs === from)
  const gap = {
    fromMs: streamed[begin + 19]!.atMs,
    toMs: next!.fromMs,
    reason: 'damaged',
    problem: null,
  }
  expect(played.gaps).toEqual([gap])
  const versions = streamed.map(({ version }) => version)
  const back = streamed.findIndex(({ atMs }) => atMs === next!.fromMs)
  expect(played.lists.map(({ version }) => version)).toEqual([
    ...versions.slice(begin, begin + 20),
    ...versions.slice(back, back + played.lists.length - 20),
  ])
  expect((await recordings.timeline(AREA, { fromMs: 0, toMs: clock.now() })).gaps).toEqual([gap])
})

test('lists that are deleted while an answer is read leave no list that was not streamed', async () => {
  const { clock, store, recordings, streamed } = await openRecorded()
  const [first, second] = await store.chunks(areaName(AREA))
  const parts: Uint8Array[] = []
  const from = first!.toMs - 20_000
  const { parts: answer } = await recordings.frames({ search: AREA, ...at(from, second!.toMs) })
  for await (const part of answer) {
    if (parts.push(part) > 1) continue
    // The chunk that the answer goes on with loses its first lists.
    await expire(store, areaName(AREA), second!.fromMs + MINUTE_MS, clock)
  }
  const { lists } = readAnswer(Buffer.concat(parts))
  const byVersion = new Map(streamed.map((one) => [one.version, one]))
  for (const { version, list } of lists) expect(list).toEqual(byVersion.get(version)!.list)
  const times = lists.map(({ version }) => byVersion.get(version)!.atMs)
  expect(times[0]).toBe(first!.fromMs)
  const left = streamed
    .filter(({ atMs }) => atMs >= second!.fromMs + MINUTE_MS)
    .map(({ atMs }) => atMs)
  expect(times.filter((atMs) => atMs > second!.fromMs)).toEqual(left)
})

test.each([-60, 60])(
  'a clock that is set by %i minutes leaves the order of lists, and their times as they were',
  async (minutes) => {
    const { clock, recordings, streamed, watch } = openArea()
    const browser = watch()
    await clock.advance(7 * MINUTE_MS)
    clock.set(minutes * MINUTE_MS)
    await clock.advance(7 * MINUTE_MS)
    await browser.disconnect()
    const [area] = (await recordings.areas()).areas
    expect(area!.fromMs).toBe(Math.min(...streamed.map(({ atMs }) => atMs)))
    expect(area!.toMs).toBeGreaterThanOrEqual(Math.max(...streamed.map(({ atMs }) => atMs)))
    const toMs = Math.max(clock.now(), clock.monotonicNow())
    const { stretches } = await recordings.timeline(AREA, { fromMs: 0, toMs })
    const lists: unknown[] = []
    let from: FramesRequest['from'] = { atMs: streamed[0]!.atMs, start: stretches[0]!.start }
    let client: RecordedClient | null = null
    for (let calls = 0; calls < 10; calls++) {
      const request = { from, toMs: Number.MAX_SAFE_INTEGER }
      const played: Awaited<ReturnType<typeof replay>> = await replay(recordings, request, client)
      client = played.client
      lists.push(...played.lists.map(({ version, atMs }) => [version, atMs]))
      if (!played.end.next || played.lists.length === 0) break
      from = { after: played.end.next }
    }
    expect(lists).toEqual(
      streamed.map(({ version, atMs }) => [version, atMs]).slice(0, lists.length),
    )
    expect(lists.length).toBeGreaterThanOrEqual(streamed.length)
  },
)

test('a trail is joined out of the areas through which a vehicle drove', async () => {
  const clock = createTestClock()
  const store = createMemorySegments()
  const begunMs = clock.now()
  /** A metre a second to the north; areas end 222 m from their middles. */
  const latAt = () => 51.5 + (clock.now() - begunMs) / 1000 / 111_195
  const middles = [51.5, 51.503, 51.6]
  const service = createTestService(clock, (search) => {
    const isHere = Math.abs(latAt() - search.position.lat) < 0.002
    return pagesOf(
      isHere ? [vehicle('v-7', { position: { lat: latAt(), lng: -0.1 } })] : [],
      search,
    )
  })
  const recorder = createRecorder(store, KEPT_MS, clock, () => undefined)
  const live = liveOver(service, clock, { observe: (search) => recorder.observe(search) })
  const recordings = createStoredRecordings({
    store,
    thread,
    recorder,
    clock,
    keptMs: KEPT_MS,
  })
  const watched: TestBrowser[] = []
  for (const lat of middles) {
    const area = { ...AREA, position: { lat, lng: -0.1 } }
    watched.push(browse(live.subscribe(streamRequest({ every: 5, area }))))
    // Polled at other moments than the others.
    await clock.advance(1700)
  }
  await clock.advance(11 * MINUTE_MS)
  for (const browser of watched) await browser.disconnect()
  const { parts } = await recordings.trail(
    'v-7',
    null,
    { fromMs: begunMs, toMs: clock.now() },
    patient(),
  )
  const [drive] = parts
  const points = drive?.kind === 'points' ? drive.points : []
  expect(parts.map(({ kind }) => kind)).toEqual(['points', 'break'])
  // From the first list in the first area to the last one in the second.
  expect(
    [points[0]!.lat, points.at(-1)!.lat].map((lat) => Math.round((lat - 51.5) * 1000)),
  ).toEqual([0, 5])
  const steps = points.slice(1).map((point, n) => point.lat - points[n]!.lat)
  expect(Math.min(...steps)).toBeGreaterThan(0)
  expect(Math.max(...steps) * 111_195).toBeLessThanOrEqual(6)
  const toMs = points.at(-1)!.lastMs
  expect(parts[1]).toMatchObject({ kind: 'break', reason: 'absent', fromMs: toMs })
})

test('an operator’s trail does not wait for all that another asks', async () => {
  const { recordings, streamed, answered } = await openRecorded(8)
  const span = { fromMs: streamed[0]!.atMs, toMs: streamed.at(-1)!.atMs }
  const ask = (owner: string) => recordings.trail('v-3', AREA, span, patient(owner))
  const questions = Array.from({ length: 20 }, () => ask('busy'))
  await ask('other')
  const own = answered.get('other') ?? 0
  expect(own).toBeGreaterThan(1)
  expect(answered.get('busy') ?? 0).toBeLessThanOrEqual(2 * own)
  expect(await Promise.all(questions)).toHaveLength(20)
  expect(answered.get('busy')).toBe(20 * own)
})

test('an export has every vehicle’s positions as they were streamed', async () => {
  const { recordings, streamed } = await openRecorded(6)
  const span = { fromMs: streamed[5]!.atMs, toMs: streamed[60]!.atMs }
  const file = await recordings.export(AREA, span, 'geojson', patient())
  const { features } = JSON.parse(new TextDecoder().decode(file!))
  // biome-ignore lint/suspicious/noExplicitAny: read as any reader of GeoJSON does
  const written = features.flatMap(({ geometry, properties }: any) =>
    properties.vehicle === 'v-3' && geometry?.type === 'MultiLineString'
      ? geometry.coordinates.flat().map(([, lat]: number[]) => lat)
      : [],
  )
  const lats = streamed
    .slice(5, 61)
    .flatMap(({ list }) => list.find(({ id }) => id === 'v-3')?.position?.lat ?? [])
  expect(new Set(written)).toEqual(new Set(lats))
})

test('an area has the times that it recorded; a hole of less than two intervals is none', async () => {
  const { clock, recordings, watch } = openArea()
  const watchFor = async (ms: number) => {
    const browser = watch()
    await clock.advance(ms)
    await browser.disconnect()
  }
  const beganMs = clock.now()
  await watchFor(10 * MINUTE_MS)
  await clock.advance(30 * MINUTE_MS)
  const backMs = clock.now()
  await watchFor(8 * MINUTE_MS)
  const [area] = (await recordings.areas()).areas
  const times = area!.recorded.map(({ fromMs, toMs }) => [fromMs, toMs].map(minutesAfter(beganMs)))
  expect(times).toEqual([
    [0, expect.any(Number)],
    [minutesAfter(beganMs)(backMs), minutesAfter(beganMs)(clock.now())],
  ])
  // It is polled for a minute after its last watcher left.
  expect(times[0]![1]).toBeLessThanOrEqual(12)
})

const minutesAfter = (beganMs: number) => (ms: number) => Math.round((ms - beganMs) / MINUTE_MS)

test('an export goes on over holes of less than two intervals, as a trail does', async () => {
  const { store, recorder, clock, streamed } = await openRecorded(6)
  const files: { vehicles: readonly { parts: readonly TrailPart[] }[] }[] = []
  const intervalMs = 5000
  const point = (atMs: number, lat: number) => ({
    kind: 'points' as const,
    points: [{ ...pointAt(atMs, { lat, lng: -0.1 }), lastMs: atMs }],
  })
  const hole = (fromMs: number, toMs: number) =>
    ({ kind: 'break', fromMs, toMs, reason: 'absent', problem: null }) as const
  const parts = [
    point(0, 51.5),
    hole(0, 9_999),
    point(9_999, 51.6),
    hole(9_999, 19_999),
    point(19_999, 51.7),
  ]
  const request = async (name: string, given: unknown) => {
    if (name === 'file') files.push(given as (typeof files)[number])
    return { tracks: [{ id: 'v-3', directory: null, parts }], absent: [], intervalMs }
  }
  const stubbed = { request } as unknown as Pick<typeof thread, 'request'>
  const options = { store, recorder, clock, keptMs: KEPT_MS }
  const recordings = createStoredRecordings({ ...options, thread: stubbed })
  const span = { fromMs: streamed[0]!.atMs, toMs: streamed[9]!.atMs }
  await recordings.export(AREA, span, 'csv', patient())
  const kinds = files[0]!.vehicles[0]!.parts.map((part) =>
    part.kind === 'points' ? part.points.length : part.kind,
  )
  expect(kinds).toEqual([2, 'break', 1])
})
