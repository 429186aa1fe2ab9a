import { isDeepStrictEqual } from 'node:util'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { formatCount, formatNumber, quantile } from '@/e2e/support/statistics'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { systemClock } from '@/lib/app/clock'
import { readChanges } from '@/lib/live/streaming/event'
import { CHUNK_MS } from '@/lib/recording/area-recorder'
import { areaName } from '@/lib/recording/recorder'
import type { SegmentStore } from '@/lib/recording/store/segment-store'
import { createStoredRecordings } from '@/lib/recording/stored-recordings'
import { hash } from '@/lib/reference/hash'
import { sorted } from '@/lib/testing/recording/recorded-lists'
import { startRecordingThread } from '@/lib/testing/recording/recording-thread'
import { finish } from '@/lib/vehicles/steps'
import { roundPosition, VehicleTable } from '@/lib/vehicles/vehicle-table'
import type { Driving } from './driven-fleet'
import { AREA, FRAME_MS, recordFleet, type StreamedList } from './record-fleet'

const VEHICLES = 10_000
const HOURS = 8
const INSTANTS = 1000
const JUMP_MS = 1000
/** A trail over the recording, for each hour. */
const TRAIL_MS = 4_000

interface Target extends Driving {
  readonly moving: string
  readonly megabytes: number
}

const TARGETS: readonly Target[] = [
  { moving: '7 %', drivers: 0.285, rest: 1, megabytes: 40 },
  { moving: '38 %', drivers: 1, rest: 2.2, megabytes: 160 },
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

/** Streams some chunks as fast as it goes; the hours are extrapolated from all but the first. */
async function measure(target: Target, quick: boolean): Promise<ResultRow[]> {
  const lengthMs = (quick ? 2 : 5) * CHUNK_MS
  const { store, streamed, moved } = await recordFleet(VEHICLES, target, lengthMs)
  const chunks = (await store.chunks(areaName(AREA))).slice(1, lengthMs / CHUNK_MS)
  const countedMs = chunks.length * CHUNK_MS
  const megabytes = (chunks.reduce((sum, { bytes }) => sum + bytes, 0) * HOURS * 3_600_000) / countedMs / 1e6
  const read = await readInstants(store, streamed, quick ? INSTANTS / 10 : INSTANTS)
  const jumpMs = quantile(read.ms, 0.95)
  const moving = `${formatNumber(100 * moved)} % moving a frame`
  return [
    {
      what: `${moving}: stored`,
      reached: `${formatNumber(megabytes)} MB`,
      wanted: `≤ ${target.megabytes} MB`,
      met: megabytes <= target.megabytes,
    },
    {
      what: `${moving}: lists of ${lengthMs / 60_000} min that are read as they were streamed, all fields`,
      reached: `${formatCount(read.equal)} of ${formatCount(read.ms.length)} random instants`,
      wanted: 'all',
      met: read.equal === read.ms.length,
    },
    {
      what: `${moving}: the list of a random instant answered and applied, p95 (p50 ${formatNumber(quantile(read.ms, 0.5))} ms)`,
      reached: `${formatNumber(jumpMs)} ms`,
      wanted: `≤ ${JUMP_MS} ms`,
      met: jumpMs <= JUMP_MS,
      isTime: true,
    },
    {
      what: `${moving}: a vehicle’s trail, for each hour of the recording`,
      reached: `${formatNumber(read.trailMs)} ms`,
      wanted: `≤ ${TRAIL_MS} ms`,
      met: read.trailMs <= TRAIL_MS,
      isTime: true,
    },
  ]
}

/** Lists as they are read at random instants, against what was streamed then. */
async function readInstants(store: SegmentStore, streamed: readonly StreamedList[], instants: number) {
  const thread = startRecordingThread()
  const options = { store, thread, recorder: { failure: null }, keptMs: 0, always: new Set<string>() }
  const recordings = createStoredRecordings({ ...options, clock: systemClock })
  const [begunMs, endMs] = [streamed[0]!.atMs, streamed.at(-1)!.atMs]
  const ms: number[] = []
  let equal = 0
  for (let n = 0; n < instants; n++) {
    const atMs = begunMs + (hash(7, n, 1) % (endMs - begunMs))
    const askedMs = performance.now()
    const { parts } = await recordings.frames({ search: AREA, from: { atMs, start: null }, toMs: atMs })
    const table = new VehicleTable()
    for await (const part of parts)
      for (const { changes } of readChanges(part)) if ('version' in changes) finish(table.apply(changes))
    ms.push(performance.now() - askedMs)
    const { records } = streamed.findLast((one) => one.atMs <= atMs)!
    if (isDeepStrictEqual(sorted(table.vehicles()), sorted(records).map(asListed))) equal++
  }
  const reader = { owner: 'bench', signal: AbortSignal.timeout(600_000) }
  const span = { fromMs: begunMs, toMs: endMs }
  const trailOf = () => recordings.trail(streamed[0]!.records[0]!.id, AREA, span, reader)
  // The thread starts, and its functions are compiled.
  await trailOf()
  const askedMs = performance.now()
  const { untilMs } = await trailOf()
  const trailMs = ((performance.now() - askedMs) * 3_600_000) / (untilMs - begunMs)
  await thread.stop()
  return { equal, ms, trailMs }
}

/** As an area has it. */
function asListed(record: LiveVehicle): LiveVehicle {
  const { position } = record
  return JSON.parse(JSON.stringify({ ...record, position: position && roundPosition(position) }))
}
