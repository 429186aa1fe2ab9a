import type { LiveVehicle } from '@/lib/api/contract/live'
import { systemClock } from '@/lib/app/clock'
import { createAreaRecorder } from '@/lib/recording/area-recorder'
import { areaName } from '@/lib/recording/recorder'
import { createMemorySegments } from '@/lib/recording/store/memory-segments'
import type { SegmentStore } from '@/lib/recording/store/segment-store'
import { CITY_CENTRE } from '@/lib/reference/city/load-city'
import { createFrames } from '@/lib/testing/recording/streamed-frames'
import { liveMeta } from '@/lib/testing/vehicles'
import { type Driving, driveFleet } from './driven-fleet'

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
}

/** Records a driven fleet as fast as it goes. */
export async function recordFleet(
  vehicles: number,
  driving: Driving,
  lengthMs: number,
): Promise<RecordedFleet> {
  const store = createMemorySegments()
  let [nowMs, listMs] = [0, 0]
  const streamed: StreamedList[] = []
  const clock = { ...systemClock, now: () => listMs, monotonicNow: () => nowMs }
  const recorder = createAreaRecorder({
    ...{ store, area: areaName(AREA), search: AREA, clock, keptMs: 8 * 3_600_000 },
    onFailing(error) {
      if (error) throw error
    },
  })
  const next = createFrames()
  const frames = lengthMs / FRAME_MS + 1
  let moved = 0
  for await (const { atMs, records, moved: share } of driveFleet(vehicles, driving)) {
    const count = nowMs / FRAME_MS
    listMs = atMs
    streamed.push({ atMs, records })
    const fetchedAt = new Date(atMs).toISOString()
    const meta = liveMeta({ fetchedAt, loaded: vehicles, about: vehicles, sweepMs: 150 + (count % 40) })
    const frame = next(records, atMs, meta)
    recorder.record(frame)
    await recorder.settled()
    if (count > 0) moved += share / (frames - 1)
    nowMs += FRAME_MS
    if (count === frames - 1) break
  }
  await recorder.end('stopped')
  return { store, streamed, moved }
}
