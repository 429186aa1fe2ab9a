import { isDeepStrictEqual } from 'node:util'
import type { SuitePart } from '@/e2e/runner/suite'
import { atMost, none, type ResultRow } from '@/e2e/runner/table'
import {
  formatCount,
  formatMegabytes,
  formatMs,
  formatNumber,
  quantile,
} from '@/e2e/support/statistics'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { systemClock } from '@/lib/app/clock'
import { readParts } from '@/lib/live/streaming/event'
import { CHUNK_MS } from '@/lib/recording/area-recorder'
import { areaName } from '@/lib/recording/recorder'
import type { SegmentStore } from '@/lib/recording/store/segment-store'
import { createStoredRecordings } from '@/lib/recording/stored-recordings'
import { hash } from '@/lib/reference/hash'
import { sorted } from '@/lib/testing/recording/recorded-lists'
import { startRecordingThread } from '@/lib/testing/recording/recording-thread'
import { finish } from '@/lib/vehicles/steps'
import { roundPosition, VehicleTable } from '@/lib/vehicles/vehicle-table'
import { AREA, FRAME_MS, recordFleet, type StreamedList } from './record-fleet'

const VEHICLES = 10_000
const HOURS = 8
const INSTANTS = 1000
const JUMP_MS = 1000
/** A trail over the recording, for each hour. */
const TRAIL_MS = 4_000

/** Most megabytes by the share of vehicles that moves in a list. */
const TARGETS = [
  { moving: 0.07, megabytes: 40 },
  { moving: 0.38, megabytes: 160 },
] as const

/** Hours of an area: how many bytes they take, at what cost, and whether every list comes back. */
export const recordingBench: SuitePart = async ({ quick, log }) => {
  const rows: ResultRow[] = []
  for (const { moving, megabytes } of TARGETS) {
    const what = `${formatNumber(100 * moving)} % moving a list`
    log(`recording: ${formatCount(VEHICLES)} vehicles, ${what} …`)
    rows.push(...(await measure(what, moving, megabytes, quick)))
  }
  return {
    title: `Recording: ${HOURS} h of ${formatCount(VEHICLES)} vehicles every ${FRAME_MS / 1000} s`,
    rows,
  }
}

/** Streams some chunks as fast as it goes; the hours are extrapolated from all but the first. */
async function measure(
  what: string,
  moving: number,
  most: number,
  quick: boolean,
): Promise<ResultRow[]> {
  const lengthMs = (quick ? 2 : 5) * CHUNK_MS
  const { store, streamed } = await recordFleet(VEHICLES, moving, lengthMs)
  const chunks = (await store.chunks(areaName(AREA))).slice(1, lengthMs / CHUNK_MS)
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
  const stored = (bytes * HOURS * 3_600_000) / (chunks.length * CHUNK_MS)
  const read = await readInstants(store, streamed, quick ? INSTANTS / 10 : INSTANTS)
  const isTime = true
  return [
    atMost(`${what}: stored`, stored, most * 1e6, formatMegabytes),
    none(
      `${what}: of ${formatCount(read.ms.length)} random instants of ${lengthMs / 60_000} min, lists that are not read as they were streamed`,
      read.differing,
    ),
    atMost(
      `${what}: the list of a random instant answered and applied, p95`,
      quantile(read.ms, 0.95),
      JUMP_MS,
      formatMs,
      {
        isTime,
      },
    ),
    atMost(
      `${what}: a vehicle’s trail, for each hour of the recording`,
      read.trailMs,
      TRAIL_MS,
      formatMs,
      {
        isTime,
      },
    ),
  ]
}

/** Lists as they are read at random instants, against what was streamed then. */
async function readInstants(
  store: SegmentStore,
  streamed: readonly StreamedList[],
  instants: number,
) {
  const thread = startRecordingThread()
  const options = {
    store,
    thread,
    recorder: { failure: null },
    keptMs: 0,
    always: new Set<string>(),
  }
  const recordings = createStoredRecordings({ ...options, clock: systemClock })
  const [begunMs, endMs] = [streamed[0]!.atMs, streamed.at(-1)!.atMs]
  const ms: number[] = []
  let differing = 0
  for (let n = 0; n < instants; n++) {
    const atMs = begunMs + (hash(7, n, 1) % (endMs - begunMs))
    const askedMs = performance.now()
    const { parts } = await recordings.frames({
      search: AREA,
      from: { atMs, start: null },
      toMs: atMs,
    })
    const table = new VehicleTable()
    for await (const part of parts)
      for (const { changes } of readParts(part))
        if ('version' in changes) finish(table.apply(changes))
    ms.push(performance.now() - askedMs)
    const { records } = streamed.findLast((one) => one.atMs <= atMs)!
    if (!isDeepStrictEqual(sorted(table.vehicles()), sorted(records).map(asListed))) differing++
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
  return { differing, ms, trailMs }
}

/** As an area has it. */
function asListed(record: LiveVehicle): LiveVehicle {
  const { position } = record
  return JSON.parse(JSON.stringify({ ...record, position: position && roundPosition(position) }))
}
