import type { LiveVehicle } from '@/lib/api/contract/live'
import { systemClock } from '@/lib/app/clock'
import { createAreaRecorder } from '@/lib/recording/area-recorder'
import { areaName } from '@/lib/recording/recorder'
import { createMemorySegments } from '@/lib/recording/store/memory-segments'
import { unit } from '@/lib/reference/hash'
import { createFrames } from '@/lib/testing/sender'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { roundPosition } from '@/lib/vehicles/vehicle-table'

export const FRAME_MS = 5000
export const AREA = { position: { lat: -34.9, lng: -56.16 }, radius: 20_000, type: null }

const START_MS = Date.UTC(2026, 0, 5, 12)
/** A vehicle drives, or stands, and keeps its direction for this many lists. */
const STRETCH = 24
const STATUSES = ['available', 'on_trip', 'reserved']

export interface StreamedList {
  readonly atMs: number
  readonly records: readonly LiveVehicle[]
}

/**
 * Records vehicles of which some drive, as fast as it goes.
 * @param moving share that has another position in each list
 */
export async function recordFleet(count: number, moving: number, lengthMs: number) {
  const store = createMemorySegments()
  let [nowMs, listMs] = [0, 0]
  const recorder = createAreaRecorder({
    ...{ store, area: areaName(AREA), search: AREA, keptMs: 8 * 3_600_000 },
    clock: { ...systemClock, now: () => listMs, monotonicNow: () => nowMs },
    onFailing(error) {
      if (error) throw error
    },
  })
  const next = createFrames()
  const streamed: StreamedList[] = []
  let records = Array.from({ length: count }, (_, n) => {
    const [lat, lng] = [0, 1].map((axis) => (unit(1, n, axis) - 0.5) * 0.2) as [number, number]
    const position = roundPosition({ lat: AREA.position.lat + lat, lng: AREA.position.lng + lng })
    return vehicle(`v-${n}`, { position, make: `Make ${n % 50}` })
  })
  for (let frame = 0; nowMs <= lengthMs; frame++) {
    listMs = START_MS + nowMs
    records = records.map((before, n) => move(before, n, frame, listMs, moving))
    const meta = liveMeta({
      fetchedAt: new Date(listMs).toISOString(),
      loaded: count,
      about: count,
    })
    streamed.push({ atMs: listMs, records })
    recorder.record(next(records, listMs, meta))
    await recorder.settled()
    nowMs += FRAME_MS
  }
  await recorder.end('stopped')
  return { store, streamed }
}

function move(
  before: LiveVehicle,
  n: number,
  frame: number,
  atMs: number,
  moving: number,
): LiveVehicle {
  const stretch = Math.floor((frame + n) / STRETCH)
  if (frame === 0 || unit(2, n, stretch) >= moving || !before.position) return before
  const direction = unit(3, n, stretch) * 2 * Math.PI
  const degrees = (0.5 + unit(4, n, frame)) * 4e-4
  const position = roundPosition({
    lat: before.position.lat + degrees * Math.sin(direction),
    lng: before.position.lng + degrees * Math.cos(direction),
  })
  const status = STATUSES[Math.floor(unit(5, n, stretch) * STATUSES.length)] ?? null
  const mtime = new Date(atMs - Math.floor(unit(6, n, frame) * FRAME_MS)).toISOString()
  return { ...before, position, status, mtime: mtime.replace('Z', '+00:00') }
}
