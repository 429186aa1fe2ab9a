import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { TrailPart } from '@/lib/api/contract/recording'
import { encodeText, inflateEvents } from '@/lib/live/streaming/event'
import { createFrames } from '@/lib/testing/live/sender'
import { seededRandom } from '@/lib/testing/maps/held-out-houses'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { SequenceError } from '@/lib/vehicles/difference'
import { askTracks, type Patience, trailOverAreas } from './ask-tracks'
import { type ChunkQuestion, chunkTracks } from './chunk-tracks'
import type { OutlinedChunk, RecordedChunks } from './outline'
import type { Segment } from './store/segment-store'

const START_MS = Date.parse('2026-05-01T16:00:00Z')
const second = (seconds: number) => START_MS + seconds * 1000
const position = (lat: number) => ({ lat, lng: -0.1 })
const bay4 = { our_ref: 'Bay 4', licence_plate: null, active_booking_id: null }

/** Lists by their seconds: the vehicles, or the list before once more while the service fails. */
type Lists = Readonly<Record<number, readonly LiveVehicle[] | 'failing'>>

/**
 * Chunks of these lists, with `stopped` behind a gap. Others begin with the last
 * list of the chunk before.
 */
function recorded(...chunks: (Lists & { readonly stopped?: true })[]): RecordedChunks {
  const stored = new Map<string, Segment[]>()
  const outlined: OutlinedChunk[] = []
  let list: readonly LiveVehicle[] = []
  let next = createFrames()
  let last: Segment | null = null
  for (const [n, { stopped, ...lists }] of chunks.entries()) {
    const gap = stopped && 'stopped'
    if (gap) next = createFrames(`e${n}`)
    const segments: Segment[] = gap || !last ? [] : [last]
    for (const [seconds, vehicles] of Object.entries<Lists[number]>(lists)) {
      const failure = {
        kind: 'upstream-timeout',
        since: '',
        retryAfterMs: 0,
        requestId: null,
      } as const
      const isFailing = vehicles === 'failing'
      if (!isFailing) list = vehicles
      const meta = liveMeta({ mtimeServes: true, failure: isFailing ? failure : null })
      const frame = next(list, second(Number(seconds)), meta)
      const { atMs, deflated } = frame
      const key = { kind: 'key', atMs, body: Buffer.concat([...frame.snapshot()]) } as const
      segments.push(segments.length > 0 && deflated ? { kind: 'frame', atMs, body: deflated } : key)
      last = key
    }
    const fromMs = segments[0]!.atMs
    const toMs = segments.at(-1)!.atMs
    const beforeMs = outlined.at(-1)?.toMs ?? 0
    stored.set(`c-${n}`, segments)
    outlined.push({
      id: `c-${n}`,
      fromMs,
      toMs,
      segments: segments.length,
      continues: null,
      noted: [],
      begins: gap !== undefined,
      endReason: null,
      gap: gap ? { fromMs: beforeMs, toMs: fromMs, reason: gap, problem: null } : null,
    })
  }
  return { chunks: outlined, load: async ({ id }) => stored.get(id) ?? [], damaged: new Map() }
}

const thread = {
  request: async (_: string, question: ChunkQuestion) => chunkTracks(question),
} as never
const patient: Patience = { owner: 'a', signal: new AbortController().signal, isOver: () => false }

function ask(of: RecordedChunks, only: string | null, [from, to] = [0, 400], most = 1e9) {
  const question = { fromMs: second(from), toMs: second(to), only, most }
  return askTracks(of, thread, question, patient)
}

const trailOf = async (of: RecordedChunks, id: string, span?: [number, number]) =>
  (await ask(of, id, span)).tracks[0]?.parts ?? []

const seconds = (ms: number) => (ms - START_MS) / 1000
const summary = (parts: readonly TrailPart[]) =>
  parts.map((part) =>
    part.kind === 'points'
      ? part.points.map(({ lat, atMs, lastMs }) => [lat, seconds(atMs), seconds(lastMs)])
      : [part.reason, seconds(part.fromMs), seconds(part.toMs)],
  )

const v7 = vehicle('v-7', { position: position(51.5), mtime: 'm0' })

test('a position lasts as long as it is listed, also over chunks, with its first and last report', async () => {
  const moved = { ...v7, mtime: 'm2', position: position(51.6) }
  const of = recorded(
    { 0: [vehicle('v-1'), v7], 5: [vehicle('v-1', { position: position(3) }), v7] },
    { 10: [{ ...v7, mtime: 'm1' }], 15: [moved] },
    { 20: [{ ...moved, status: 'busy' }], 25: [{ ...moved, status: 'busy', directory: bay4 }] },
  )
  const { tracks } = await ask(of, 'v-7')
  expect(tracks[0]?.directory?.our_ref).toBe('Bay 4')
  const parts = tracks[0]?.parts ?? []
  expect(summary(parts)).toEqual([
    [
      [51.5, 0, 10],
      [51.6, 15, 15],
      [51.6, 20, 25],
    ],
  ])
  const points = parts.flatMap((part) => (part.kind === 'points' ? part.points : []))
  expect(
    points.map(({ status, reportedAt, lastReportedAt }) => [status, reportedAt, lastReportedAt]),
  ).toEqual([
    ['available', 'm0', 'm1'],
    ['available', 'm2', 'm2'],
    ['busy', 'm2', 'm2'],
  ])
})

test('what is not known is a break with its reason: gaps, a failing service, absence, no position', async () => {
  const of = recorded(
    { 0: [v7], 5: [v7] },
    { stopped: true, 60: [v7], 65: 'failing' },
    { 70: 'failing', 75: [v7], 80: [] },
    { 85: [], 90: [v7], 95: [{ ...v7, position: null }], 100: [v7] },
  )
  const parts = await trailOf(of, 'v-7')
  expect(summary(parts)).toEqual([
    [[51.5, 0, 5]],
    ['stopped', 5, 60],
    [[51.5, 60, 60]],
    ['service', 60, 75],
    [[51.5, 75, 75]],
    ['absent', 75, 90],
    [[51.5, 90, 90]],
    ['no-position', 90, 100],
    [[51.5, 100, 100]],
  ])
  expect(parts[3]).toMatchObject({ problem: 'upstream-timeout' })
  // A span that begins or ends in the gap.
  expect(summary(await trailOf(of, 'v-7', [20, 62]))).toEqual([
    ['stopped', 5, 60],
    [[51.5, 60, 60]],
  ])
  expect(summary(await trailOf(of, 'v-7', [4, 40]))).toEqual([[[51.5, 0, 5]], ['stopped', 5, 40]])
})

test('breaks of different reasons follow each other without an overlap', async () => {
  const of = recorded({ 0: [], 5: [], 10: 'failing', 15: 'failing', 20: [v7] })
  expect(summary(await trailOf(of, 'v-7'))).toEqual([
    ['absent', 0, 5],
    ['service', 5, 20],
    [[51.5, 20, 20]],
  ])
})

test('where lists do not confirm a vehicle, it is not known where it was', async () => {
  const unconfirmed = { ...v7, unconfirmedSinceMs: second(5) }
  const of = recorded({ 0: [v7], 5: [unconfirmed], 10: [unconfirmed], 15: [v7] })
  expect(summary(await trailOf(of, 'v-7'))).toEqual([
    [[51.5, 0, 0]],
    ['absent', 0, 15],
    [[51.5, 15, 15]],
  ])
})

test('a vehicle that comes later, or never, is absent until then', async () => {
  const of = recorded({ 0: [], 5: [] }, { 10: [v7], 15: [v7] })
  expect(summary(await trailOf(of, 'v-7'))).toEqual([['absent', 0, 10], [[51.5, 10, 15]]])
  expect(summary(await trailOf(of, 'v-8'))).toEqual([['absent', 0, 15]])
  expect(await trailOf({ ...of, chunks: [] }, 'v-8')).toEqual([])
})

test('lists without the vehicle are not decoded: their columns need not be readable', () => {
  const next = createFrames()
  const lists = [0, 5].map((seconds) => {
    const { atMs, deflated, snapshot } = next([v7], second(seconds))
    const texts = inflateEvents(deflated ?? Buffer.concat([...snapshot()]))
    const broken = texts.map((text) => `${text.replace('"moved":[', '"moved":[-1')}\n\n`)
    return { atMs, body: encodeText(broken.join('')).deflated }
  })
  const question = { lists, fromMs: second(0), toMs: second(9) }
  const [track] = chunkTracks({ ...question, only: 'v-8' }).tracks
  expect(summary(track?.parts ?? [])).toEqual([['absent', 0, 5]])
  expect(() => chunkTracks({ ...question, only: 'v-7' })).toThrow(SequenceError)
})

/**
 * Vehicles that move, stand, come, go and lose their positions, with gaps
 * and failures of the service.
 */
function randomHistory(seed: number) {
  const below = seededRandom(seed)
  const positionOf = () => (below(8) === 0 ? null : position(51.5 + below(4) / 1_000))
  const listed = new Map<string, LiveVehicle>()
  const change = (at: number) => {
    for (const id of ['a', 'b', 'c', 'd']) {
      const what = below(8)
      if (what === 0) listed.delete(id)
      else if (what < 4) listed.set(id, vehicle(id, { position: positionOf(), mtime: `m${at}` }))
    }
    return [...listed.values()]
  }
  let at = 0
  return recorded(
    ...Array.from({ length: 8 }, (_, n) => ({
      ...(n > 0 && below(3) === 0 && { stopped: true as const }),
      ...Object.fromEntries(
        Array.from({ length: 2 + below(9) }, (_, m) => {
          at += 5
          return [at, n + m > 0 && below(10) === 0 ? ('failing' as const) : change(at)]
        }),
      ),
    })),
  )
}

test.each(Array.from({ length: 30 }, (_, n) => n * 131 + 7))(
  'history %i: each of all vehicles has the trail that it has alone, once it was listed',
  async (seed) => {
    const of = randomHistory(seed)
    const { tracks } = await ask(of, null)
    expect(tracks.length).toBeGreaterThan(2)
    const later = (parts: readonly TrailPart[]) =>
      parts.slice(parts.findIndex(({ kind }) => kind === 'points'))
    for (const { id, parts } of tracks) expect(later(parts)).toEqual(later(await trailOf(of, id)))
  },
)

test('an answer ends where it has more points than wanted, or took too long: then at the end of a chunk', async () => {
  const listed = (at: number) => [vehicle('a', { position: position(50 + at) })]
  const lists = (from: number) => ({ [from]: listed(from), [from + 5]: listed(from + 5) })
  const of = recorded(lists(0), lists(10), lists(20))
  expect(await ask(of, null)).toMatchObject({ untilMs: second(400) })
  expect(await ask(of, null, [0, 400], 2)).toMatchObject({ untilMs: second(15) })
  expect(await ask(of, null, [20, 400], 1)).toMatchObject({ untilMs: second(20) })
  const late = { ...patient, isOver: () => true }
  const question = { fromMs: second(0), toMs: second(400), only: 'a', most: 1e9 }
  const first = await askTracks(of, thread, question, late)
  expect([first.untilMs, first.tracks[0]?.parts.length]).toEqual([second(5), 1])
  const left = new AbortController()
  left.abort(new Error('left'))
  const gone = { ...patient, signal: left.signal }
  await expect(askTracks(of, thread, question, gone)).rejects.toThrow('left')
})

test('areas share the time of a request, and none is read beyond the end of another’s answer', async () => {
  const asked: unknown[] = []
  const trail = await trailOverAreas(
    'a',
    [1, 2, 3],
    { fromMs: 0, toMs: 100 },
    async (area, toMs, left) => {
      asked.push([area, toMs, left])
      return { tracks: [], untilMs: area === 2 ? 60 : toMs, intervalMs: 5000 }
    },
  )
  expect(asked).toEqual([
    [1, 100, 3],
    [2, 100, 2],
    [3, 60, 1],
  ])
  expect(trail).toEqual({ id: 'a', directory: null, parts: [], untilMs: 60 })
})
