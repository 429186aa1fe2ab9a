import fc from 'fast-check'
import type { LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { FrameHead } from '@/lib/recording/codec/chunk'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'

/*
 * Histories of a list for property tests: vehicles with any JSON in their fields, that change, come and go.
 */

export const START_MS = Date.UTC(2026, 0, 1, 12)

export interface Delta {
  readonly upserts: readonly VehiclePatch[]
  readonly removed: readonly string[]
}

/** As the event stream carries it. */
export const streamed = <T>(value: T): T => JSON.parse(JSON.stringify(value))

export const headOf = (frame: number, fields: Partial<FrameHead> = {}): FrameHead => ({
  atMs: START_MS + 5000 * frame,
  version: `epoch.${frame}`,
  meta: liveMeta({ loaded: frame }),
  departures: [],
  ...fields,
})

/** The list that a browser has after a delta, in its order. */
export function applied(list: readonly LiveVehicle[], { upserts, removed }: Delta): LiveVehicle[] {
  const byId = new Map(list.map((record) => [record.id, record]))
  for (const patch of streamed(upserts))
    byId.set(patch.id, { ...byId.get(patch.id), ...patch } as LiveVehicle)
  for (const id of removed) byId.delete(id)
  return [...byId.values()]
}

const json = fc.jsonValue({ maxDepth: 2 })
const id = fc.constantFrom('v-1', 'v-2', 'v-3', '__proto__', 'constructor', '🚕', '\ud83d', '', 'a\u0000b')
const degrees = fc.oneof(
  fc.integer({ min: -180e6, max: 180e6 }).map((steps) => steps / 1e6),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, 51.5, 2 ** 53),
)
const position = fc.oneof(
  { weight: 4, arbitrary: fc.record({ lat: degrees, lng: degrees }) },
  fc.constant(null),
  fc.record({ lng: degrees, lat: degrees }, { requiredKeys: [] }),
  json,
)
const time = fc.oneof(
  fc.integer({ min: 0, max: 1e6 }).map((s) => new Date(START_MS + s * 1000).toISOString()),
  fc.integer({ min: 0, max: 1e9 }).map((ms) => new Date(START_MS + ms).toISOString().replace('Z', '+05:45')),
  fc.constantFrom(
    null,
    '',
    '2026-02-30T00:00:00Z',
    '2026-01-01 12:00:00.5 GMT',
    '9999-12-31T23:59:59.999Z',
    17,
  ),
)
const since = fc.oneof(
  fc.record({ atMs: fc.integer(), isBeginning: fc.boolean() }),
  fc.record({ isBeginning: json, atMs: fc.double() }),
  fc.constant(null),
)
const fields = fc.record(
  {
    mtime: time,
    status: json,
    position,
    statusSince: since,
    directory: json,
    year: fc.double(),
    ['__proto__']: json,
    extra: json,
  },
  { requiredKeys: [] },
)
const patch = fc.tuple(id, fields).map(([id, more]) => ({ ...more, id }) as unknown as VehiclePatch)
const record = patch.map((fields) => ({ ...vehicle(fields.id), ...fields }) as LiveVehicle)
export const records = fc.uniqueArray(record, { selector: ({ id }) => id })
export const delta = fc.record({ upserts: fc.array(fc.oneof(patch, record)), removed: fc.array(id) })
