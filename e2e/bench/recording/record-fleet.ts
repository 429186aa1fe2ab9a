import type { LiveVehicle } from '@/lib/contract/live'
import { BASE_MS, createAreaRecorder } from '@/lib/recording/area-recorder'
import { areaName } from '@/lib/recording/recorder'
import { createMemorySegments } from '@/lib/recording/store/memory-segments'
import type { SegmentStore } from '@/lib/recording/store/segment-store'
import { CITY_CENTRE } from '@/lib/reference/city/load-city'
import { systemClock } from '@/lib/scheduling/clock'
import { liveMeta } from '@/lib/testing/vehicles'
import { type Driving, driveFleet } from './driven-fleet'

export const VEHICLES = 20_000
export const FRAME_MS = 5000
export const AREA = { position: CITY_CENTRE, radius: 20_000, type: null }

export interface StreamedList {
  readonly atMs: number
  readonly records: readonly LiveVehicle[]
}

export interface RecordedFleet {
  readonly store: SegmentStore
  readonly streamed: readonly StreamedList[]
  /** Share of the vehicles that moved, by list after the first. */
  readonly moved: number
  /** Of the recorder, from `countedMs` on. */
  readonly processorMs: number
}

export interface RecordedPart {
  /** Since when the processor's time counts. */
  readonly countedMs: number
  /** How long lists are kept as they were streamed. */
  readonly listedMs: number
}

const WHOLE: RecordedPart = { countedMs: 0, listedMs: Number.POSITIVE_INFINITY }

/** Records a driven fleet as fast as it goes. */
export async function recordFleet(
  driving: Driving,
  lengthMs: number,
  { countedMs, listedMs } = WHOLE,
): Promise<RecordedFleet> {
  const store = createMemorySegments()
  let [nowMs, listMs] = [0, 0]
  const streamed: StreamedList[] = []
  const clock = { ...systemClock, now: () => listMs, monotonicNow: () => nowMs }
  const recorder = createAreaRecorder({
    ...{ store, area: areaName(AREA), search: AREA, clock, keptMs: 4 * BASE_MS },
    onFailing(error) {
      if (error) throw error
    },
  })
  const frames = lengthMs / FRAME_MS + 1
  let moved = 0
  let processorMs = 0
  for await (const { atMs, upserts, records, moved: share } of driveFleet(VEHICLES, driving)) {
    const count = nowMs / FRAME_MS
    listMs = atMs
    if (nowMs < listedMs) streamed.push({ atMs, records })
    const delta = count === 0 ? null : { upserts, removed: [], departures: [] }
    const fetchedAt = new Date(atMs).toISOString()
    const meta = liveMeta({ fetchedAt, loaded: VEHICLES, about: VEHICLES, sweepMs: 150 + (count % 40) })
    const before = process.cpuUsage()
    recorder.record({ version: `epoch.${count}`, atMs, meta, delta, records: () => records })
    await recorder.settled()
    const { user, system } = process.cpuUsage(before)
    if (nowMs >= countedMs) processorMs += (user + system) / 1000
    if (count > 0) moved += share / (frames - 1)
    nowMs += FRAME_MS
    if (count === frames - 1) break
  }
  await recorder.end('stopped')
  return { store, streamed, moved, processorMs }
}
