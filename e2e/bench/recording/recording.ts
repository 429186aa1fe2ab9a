import { isDeepStrictEqual } from 'node:util'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { formatCount, formatNumber } from '@/e2e/support/statistics'
import type { LiveVehicle } from '@/lib/contract/live'
import { systemClock } from '@/lib/live/clock'
import { CHUNK_MS, createAreaRecorder } from '@/lib/recording/area-recorder'
import { createMemorySegments } from '@/lib/recording/memory-segments'
import { readChunk } from '@/lib/recording/read-chunk'
import { hash } from '@/lib/reference/hash'
import { liveMeta } from '@/lib/testing/vehicles'
import { type Driving, driveFleet } from './driven-fleet'

const VEHICLES = 20_000
const HOURS = 8
const FRAME_MS = 5000
/** Chunks of two hours share a base. */
const BASES = 4
const PROCESSOR = 0.02
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
    rows.push(...(await measure(target, quick ? 5 : 25)))
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
  const recorder = createAreaRecorder({ store, area: 'area', search: AREA, clock, onFailing: fail })
  const frames = (CHUNK_MS + minutes * 60_000) / FRAME_MS + 1
  const instants = new Map<string, readonly LiveVehicle[]>()
  let moved = 0
  let processorMs = 0
  let count = 0
  for await (const { atMs, upserts, records, moved: share } of driveFleet(VEHICLES, target)) {
    const version = `epoch.${count}`
    if (hash(7, count, 1) % frames < 1000) instants.set(version, records)
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
  const chunks = await store.chunks('area')
  const [first, ...counted] = await Promise.all(chunks.map(({ id }) => store.segments('area', id)))
  const whole = counted.slice(0, minutes / 5).flat()
  const bytesOf = (bodies: readonly { body: Uint8Array }[]) =>
    bodies.reduce((sum, { body }) => sum + body.length, 0)
  const bases = BASES * (first![0]!.body.length - counted[0]![0]!.body.length)
  const megabytes = ((bytesOf(whole) * HOURS * 60) / minutes + bases) / 1e6
  let equal = 0
  for (const chunk of chunks)
    await readChunk(store, 'area', chunk, systemClock, ({ head }, list) => {
      const streamed = instants.get(head.version)
      if (streamed && isDeepStrictEqual(list(), JSON.parse(JSON.stringify(streamed)))) {
        equal++
        instants.delete(head.version)
      }
    })
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
      reached: `${formatCount(equal)} of ${formatCount(equal + instants.size)}`,
      wanted: 'all',
      met: instants.size === 0,
    },
  ]
}

function fail(error: unknown): void {
  if (error) throw error
}
