import { isDeepStrictEqual } from 'node:util'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { formatCount, formatNumber, quantile } from '@/e2e/support/statistics'
import { BASE_MS, CHUNK_MS } from '@/lib/recording/area-recorder'
import { finish, readKeySlots } from '@/lib/recording/codec/chunk'
import { areaName } from '@/lib/recording/recorder'
import type { Chunk, SegmentStore } from '@/lib/recording/store/segment-store'
import { DecodedChunk } from '@/lib/recording/thread/decoded-chunk'
import { hash } from '@/lib/reference/hash'
import type { Driving } from './driven-fleet'
import { measureSeeks } from './measure-seeks'
import { AREA, FRAME_MS, recordFleet, type StreamedList, VEHICLES } from './record-fleet'

const HOURS = 8
/** Lists that are compared with those that were streamed. */
const LISTED_MS = 30 * 60_000
const QUICK_MS = 2 * CHUNK_MS
const PROCESSOR = 0.02
const INSTANTS = 1000
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
    rows.push(...(await measure(target, quick)))
  }
  return {
    title: `Recording: ${HOURS} h of ${formatCount(VEHICLES)} vehicles every ${FRAME_MS / 1000} s`,
    rows,
  }
}

/**
 * Streams as fast as it goes: two hours, in which key frames grow as they differ more from their base; quick ones are
 * extrapolated from the second six minutes.
 */
async function measure(target: Target, quick: boolean): Promise<ResultRow[]> {
  const lengthMs = quick ? QUICK_MS : BASE_MS
  const part = { countedMs: CHUNK_MS, listedMs: quick ? QUICK_MS : LISTED_MS }
  const { store, streamed, moved, processorMs } = await recordFleet(target, lengthMs, part)
  // The last list is the key frame of the next chunk.
  const chunks = (await store.chunks(areaName(AREA))).slice(0, lengthMs / CHUNK_MS)
  const bytes = await Promise.all(
    chunks.map(async ({ id }) =>
      (await store.segments(areaName(AREA), id)).reduce((sum, { body }) => sum + body.length, 0),
    ),
  )
  const counted = quick ? bytes.slice(1) : bytes
  const spanMs = counted.length * CHUNK_MS
  const megabytes = (counted.reduce((sum, one) => sum + one, 0) * HOURS * 3_600_000) / spanMs / 1e6
  const listed = chunks.filter(({ fromMs }) => fromMs <= streamed.at(-1)!.atMs)
  const { equal, instants } = await compareInstants(store, listed, streamed, quick ? INSTANTS / 10 : INSTANTS)
  const seeks = await measureSeeks(store, streamed)
  const readsb = (VEHICLES * HOURS * 3_600_000 * READSB_BYTES) / FRAME_MS / 1e6
  const processor = processorMs / (lengthMs - CHUNK_MS)
  const moving = `${formatNumber(100 * moved)} % moving a frame`
  return [
    {
      what: `${moving}: stored, from ${quick ? 'six minutes soon after their base' : 'the two hours of a base'}`,
      reached: `${formatNumber(megabytes)} MB, ${formatNumber(megabytes / readsb)} × readsb`,
      wanted: quick ? null : `≤ ${target.megabytes} MB`,
      met: quick ? null : megabytes <= target.megabytes,
    },
    {
      what: `${moving}: processor of the recorder`,
      reached: `${formatNumber(100 * processor)} % of a core`,
      wanted: `≤ ${100 * PROCESSOR} %`,
      met: processor <= PROCESSOR,
      isTime: true,
    },
    {
      what: `${moving}: lists of the first ${part.listedMs / 60_000} min that are read as they were streamed, all fields`,
      reached: `${formatCount(equal)} of ${formatCount(instants)} random instants`,
      wanted: 'all',
      met: equal === instants,
    },
    ...seeks.map(({ what, ms, wantedMs }): ResultRow => {
      const p95 = quantile(ms, 0.95)
      return {
        what: `${moving}: a list, p95 of ${ms.length} random instants, ${what} (p50 ${formatNumber(quantile(ms, 0.5))} ms)`,
        reached: `${formatNumber(p95)} ms`,
        wanted: `≤ ${wantedMs} ms`,
        met: p95 <= wantedMs,
        isTime: true,
      }
    }),
  ]
}

/** Lists as they were streamed, and as they are read at random instants. */
async function compareInstants(
  store: SegmentStore,
  chunks: readonly Chunk[],
  streamed: readonly StreamedList[],
  instants: number,
): Promise<{ equal: number; instants: number }> {
  const [first] = await store.segments(areaName(AREA), chunks[0]!.id)
  const base = finish(readKeySlots(first!.body, null)).slots
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
