import { isDeepStrictEqual } from 'node:util'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { formatCount, formatNumber, quantile } from '@/e2e/support/statistics'
import type { LiveVehicle } from '@/lib/contract/live'
import { systemClock } from '@/lib/live/clock'
import { BASE_MS, CHUNK_MS, createAreaRecorder } from '@/lib/recording/area-recorder'
import { finish, readKeySlots } from '@/lib/recording/codec/chunk'
import { areaName } from '@/lib/recording/recorder'
import { createMemorySegments } from '@/lib/recording/store/memory-segments'
import type { Chunk, SegmentStore } from '@/lib/recording/store/segment-store'
import { createStoredRecordings } from '@/lib/recording/stored-recordings'
import { DecodedChunk } from '@/lib/recording/thread/decoded-chunk'
import { hash } from '@/lib/reference/hash'
import { startRecordingThread } from '@/lib/testing/recording/recording-thread'
import { liveMeta } from '@/lib/testing/vehicles'
import { type Driving, driveFleet } from './driven-fleet'

const VEHICLES = 20_000
const HOURS = 8
const FRAME_MS = 5000
/** Chunks of two hours share a base. */
const BASES = 4
const PROCESSOR = 0.02
const INSTANTS = 1000
const SEEKS = 60
const SEEK_MS = 80
const AREA = { position: { lat: -34.90647, lng: -56.19944 }, radius: 20_000, type: null }
/** Of a point in readsb's trace files. Source: https://github.com/wiedehopf/readsb */
const READSB_BYTES = 16

interface Target extends Driving {
  readonly moving: string
  readonly megabytes: number
}

const TARGETS: readonly Target[] = [
  { moving: '7 %', drivers: 0.285, rest: 1, megabytes: 35 },
  { moving: '38 %', drivers: 1, rest: 2.2, megabytes: 110 },
]

/** Hours of an area: how many bytes they take, at what cost, and whether every list comes back. */
export const recordingBench: SuitePart = async ({ quick, log }) => {
  const rows: ResultRow[] = []
  for (const target of TARGETS) {
    log(`recording: ${formatCount(VEHICLES)} vehicles, ${target.moving} moving a frame …`)
    rows.push(...(await measure(target, quick ? 6 : 24)))
  }
  return {
    title: `Recording: ${HOURS} h of ${formatCount(VEHICLES)} vehicles every ${FRAME_MS / 1000} s`,
    rows,
  }
}

/** @param minutes streamed, as fast as it goes, after a first chunk that is not counted */
async function measure(target: Target, minutes: number): Promise<ResultRow[]> {
  const store = createMemorySegments()
  let nowMs = 0
  const clock = { ...systemClock, monotonicNow: () => nowMs }
  const recorder = createAreaRecorder({
    store,
    area: areaName(AREA),
    search: AREA,
    clock,
    keptMs: 4 * BASE_MS,
    onFailing: fail,
  })
  const frames = (CHUNK_MS + minutes * 60_000) / FRAME_MS + 1
  const streamed: { readonly atMs: number; readonly records: readonly LiveVehicle[] }[] = []
  let moved = 0
  let processorMs = 0
  let count = 0
  for await (const { atMs, upserts, records, moved: share } of driveFleet(VEHICLES, target)) {
    const version = `epoch.${count}`
    streamed.push({ atMs, records })
    const delta = count === 0 ? null : { upserts, removed: [], departures: [] }
    const meta = liveMeta({
      fetchedAt: new Date(atMs).toISOString(),
      loaded: VEHICLES,
      sweepMs: 150 + (count % 40),
    })
    const before = process.cpuUsage()
    recorder.record({ version, atMs, meta, delta, records: () => records })
    await recorder.settled()
    const { user, system } = process.cpuUsage(before)
    if (nowMs >= CHUNK_MS) processorMs += (user + system) / 1000
    if (count > 0) moved += share
    nowMs += FRAME_MS
    if (++count === frames) break
  }
  await recorder.end('stopped')
  const chunks = await store.chunks(areaName(AREA))
  const [first, ...counted] = await Promise.all(chunks.map(({ id }) => store.segments(areaName(AREA), id)))
  const whole = counted.slice(0, (minutes * 60_000) / CHUNK_MS).flat()
  const bytesOf = (bodies: readonly { body: Uint8Array }[]) =>
    bodies.reduce((sum, { body }) => sum + body.length, 0)
  const bases = BASES * (first![0]!.body.length - counted[0]![0]!.body.length)
  const megabytes = ((bytesOf(whole) * HOURS * 60) / minutes + bases) / 1e6
  const { equal, instants } = await compareInstants(store, chunks, streamed, minutes)
  const seeks = await measureSeeks(store, streamed)
  const readsb = (VEHICLES * HOURS * 3_600_000 * READSB_BYTES) / FRAME_MS / 1e6
  const processor = processorMs / (minutes * 60_000)
  const moving = `${formatNumber((100 * moved) / (count - 1))} % moving a frame`
  return [
    {
      what: `${moving}: stored, ${minutes} min extrapolated`,
      reached: `${formatNumber(megabytes)} MB, ${formatNumber(megabytes / readsb)} × readsb`,
      wanted: `≤ ${target.megabytes} MB`,
      met: megabytes <= target.megabytes,
    },
    {
      what: `${moving}: processor of the recorder`,
      reached: `${formatNumber(100 * processor)} % of a core`,
      wanted: `≤ ${100 * PROCESSOR} %`,
      met: processor <= PROCESSOR,
      isTime: true,
    },
    {
      what: `${moving}: lists that are read as they were streamed, all fields`,
      reached: `${formatCount(equal)} of ${formatCount(instants)} random instants`,
      wanted: 'all',
      met: equal === instants,
    },
    {
      what: `${moving}: list of a random instant, p95 in chunks that were opened before`,
      reached: `${formatNumber(seeks.warm)} ms`,
      wanted: `≤ ${SEEK_MS} ms`,
      met: seeks.warm <= SEEK_MS,
      isTime: true,
    },
    {
      what: `${moving}: the same in other chunks`,
      reached: `${formatNumber(seeks.cold)} ms`,
      wanted: 'measured',
      met: true,
      isTime: true,
    },
  ]
}

interface Streamed {
  readonly atMs: number
  readonly records: readonly LiveVehicle[]
}

/** Lists as they were streamed, and as they are read at random instants. */
async function compareInstants(
  store: SegmentStore,
  chunks: readonly Chunk[],
  streamed: readonly Streamed[],
  minutes: number,
): Promise<{ equal: number; instants: number }> {
  const [first] = await store.segments(areaName(AREA), chunks[0]!.id)
  const base = finish(readKeySlots(first!.body, null)).slots
  const instants = minutes < 24 ? INSTANTS / 10 : INSTANTS
  const begunMs = streamed[0]!.atMs
  const lengthMs = streamed.at(-1)!.atMs - begunMs
  const times = Array.from({ length: instants }, (_, n) => begunMs + (hash(7, n, 1) % lengthMs))
  let equal = 0
  for (const [n, { id, fromMs, toMs }] of chunks.entries()) {
    const chunk = DecodedChunk.of(await store.segments(areaName(AREA), id), n === 0 ? null : base)
    for (const atMs of times.filter((time) => time >= fromMs && (time < toMs || n === chunks.length - 1))) {
      const list = chunk.list(chunk.numberAt(atMs)).list()
      const { records } = streamed.findLast((one) => one.atMs <= atMs)!
      if (isDeepStrictEqual(list, JSON.parse(JSON.stringify(records)))) equal++
    }
  }
  return { equal, instants }
}

/** Time until all of a list is answered, as its difference to the one answered before. */
async function measureSeeks(
  store: SegmentStore,
  streamed: readonly Streamed[],
): Promise<{ warm: number; cold: number }> {
  const thread = startRecordingThread()
  const options = { store, thread, recorder: { failure: null }, keptMs: 0, callsPerSecond: 0 }
  const recordings = createStoredRecordings({ ...options, clock: systemClock })
  let have: string | null = null
  async function seek(atMs: number): Promise<number> {
    const begunMs = performance.now()
    const from = { atMs, start: null }
    const reader = { owner: 'bench', signal: AbortSignal.timeout(60_000) }
    const frames = recordings.frames({ search: AREA, from, toMs: atMs, have }, reader)
    const parts: Uint8Array[] = []
    for await (const part of frames) parts.push(part)
    const ms = performance.now() - begunMs
    have = /"place":"([^"]+)"/.exec(Buffer.concat(parts).toString())?.[1] ?? null
    return ms
  }
  const { atMs: begunMs } = streamed[0]!
  const chunkMs = Math.floor((streamed.at(-1)!.atMs - begunMs) / CHUNK_MS)
  await seek(begunMs)
  const cold: number[] = []
  for (let n = 1; n < chunkMs; n++) cold.push(await seek(begunMs + n * CHUNK_MS + (hash(9, n, 1) % CHUNK_MS)))
  const lengthMs = Math.max(1, chunkMs - 1) * CHUNK_MS
  for (let n = 0; n <= chunkMs; n++) await seek(begunMs + (n + 1) * CHUNK_MS - 1)
  const warm: number[] = []
  for (let n = 0; n < SEEKS; n++) warm.push(await seek(begunMs + (hash(8, n, 1) % lengthMs)))
  await thread.stop()
  return { warm: quantile(warm, 0.95), cold: quantile(cold, 0.95) }
}

function fail(error: unknown): void {
  if (error) throw error
}
