import type { LiveMeta } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'
import { parseTime } from '@/lib/interface/times'
import type { LiveArea } from '@/lib/live-client/live-area'

/** When a test's area was loaded. */
export const FETCHED_AT = '2026-01-01T12:00:00.000Z'

const noFields = Object.fromEntries(Object.keys(vehicleSearchObjectFields).map((name) => [name, null]))

/** A vehicle with only the given fields. */
export function vehicle(id: string, fields: Partial<VehicleSearchObject> = {}): VehicleSearchObject {
  return { ...noFields, ...fields, id } as VehicleSearchObject
}

/** An area of these vehicles, loaded at FETCHED_AT on every clock. */
export function areaOf(records: readonly VehicleSearchObject[], meta: Partial<LiveMeta> = {}): LiveArea {
  const fetchedAtMs = Date.parse(FETCHED_AT)
  return {
    records,
    slotById: new Map(records.map(({ id }, index) => [id, index])),
    reportedAtMs: Float64Array.from(records, ({ mtime }) => parseTime(mtime ?? '')?.epochMs ?? Number.NaN),
    generations: Uint32Array.from(records, (_, slot) => slot + 1),
    headings: new Float32Array(records.length).fill(Number.NaN),
    departed: [],
    meta: {
      fetchedAt: FETCHED_AT,
      ageMs: 0,
      failure: null,
      loaded: records.length,
      unseen: 0,
      about: records.length,
      incomplete: null,
      query: null,
      limit: 100,
      dropped: 0,
      unreadable: 0,
      sweepMs: 0,
      intervalMs: 5_000,
      ...meta,
    },
    fetchedAtMs,
    receivedAtMs: fetchedAtMs,
    trailOf: () => [],
  }
}
