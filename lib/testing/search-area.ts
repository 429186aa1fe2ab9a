import { reportedAt } from '@/lib/contract/annotations'
import type { LiveMeta, LiveVehicle } from '@/lib/contract/live'
import type { LiveArea } from '@/lib/live-client/live-area'
import { VehicleCounts } from '@/lib/live-client/vehicle-counts'
import { FETCHED_AT, liveMeta } from './vehicles'

/** An area of these vehicles, loaded at FETCHED_AT on every clock. */
export function areaOf(records: readonly LiveVehicle[], meta: Partial<LiveMeta> = {}): LiveArea {
  const fetchedAtMs = Date.parse(FETCHED_AT)
  const full = liveMeta({ loaded: records.length, about: records.length, ...meta })
  return {
    records,
    slotById: new Map(records.map(({ id }, index) => [id, index])),
    reportedAtMs: Float64Array.from(records, (record) => reportedAt(record, full)),
    generations: Uint32Array.from(records, (_, slot) => slot + 1),
    headings: new Float32Array(records.length).fill(Number.NaN),
    ...countsOf(records),
    departed: [],
    meta: full,
    mtimeServes: full.mtimeServes === true,
    fetchedAtMs,
    receivedAtMs: fetchedAtMs,
    trailOf: () => [],
  }
}

function countsOf(records: readonly LiveVehicle[]) {
  const counts = new VehicleCounts()
  for (const [slot, record] of records.entries()) counts.add(slot, record)
  return counts.copy
}
