import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { type FrameHead, FrameReader, FrameWriter, finish, readKey, writeKey } from './chunk'

const START_MS = Date.UTC(2026, 0, 1, 12)

interface Delta {
  readonly upserts: readonly VehiclePatch[]
  readonly removed: readonly string[]
}

/** As the event stream carries it. */
const streamed = <T>(value: T): T => JSON.parse(JSON.stringify(value))

const headOf = (frame: number, fields: Partial<FrameHead> = {}): FrameHead => ({
  atMs: START_MS + 5000 * frame,
  version: `epoch.${frame}`,
  meta: liveMeta({ loaded: frame }),
  departures: [],
  ...fields,
})

/** The list that a browser has after a delta, in its order. */
function applied(list: readonly LiveVehicle[], { upserts, removed }: Delta): LiveVehicle[] {
  const byId = new Map(list.map((record) => [record.id, record]))
  for (const patch of streamed(upserts))
    byId.set(patch.id, { ...byId.get(patch.id), ...patch } as LiveVehicle)
  for (const id of removed) byId.delete(id)
  return [...byId.values()]
}

/** Writes a chunk and reads it again, comparing the list and the head of every frame. */
function roundTrip(
  first: readonly LiveVehicle[],
  deltas: readonly Delta[],
  base?: readonly LiveVehicle[],
): number {
  const key = finish(
    readKey(finish(writeKey({ head: headOf(0), records: first }, base)), base && streamed(base)),
  )
  let bytes = 0
  let list = streamed(first) as LiveVehicle[]
  expect(key).toEqual({ head: streamed(headOf(0)), records: list })
  const writer = new FrameWriter({ head: headOf(0), records: first })
  const reader = FrameReader.of(key)
  for (const [at, delta] of deltas.entries()) {
    const departures = delta.removed.map((id) => ({ id, reason: 'not-found' as const, record: null }))
    const head = headOf(at + 1, { departures })
    const segment = writer.write(head, delta)
    bytes += segment.length
    list = applied(list, delta)
    expect(reader.read(segment).head).toEqual(streamed(head))
    expect(reader.records()).toEqual(list)
  }
  return bytes
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
    __proto__: json,
    extra: json,
  },
  { requiredKeys: [] },
)
const patch = fc.tuple(id, fields).map(([id, more]) => ({ ...more, id }) as unknown as VehiclePatch)
const record = patch.map((fields) => ({ ...vehicle(fields.id), ...fields }) as LiveVehicle)
const records = fc.uniqueArray(record, { selector: ({ id }) => id })
const delta = fc.record({ upserts: fc.array(fc.oneof(patch, record)), removed: fc.array(id) })

test('every frame of any history is read as it was streamed: all fields, in the order of the list', () => {
  fc.assert(
    fc.property(
      records,
      fc.array(delta, { maxLength: 6 }),
      fc.option(records, { nil: undefined }),
      (...history) => {
        roundTrip(...history)
      },
    ),
    { numRuns: 40 },
  )
})

test('a vehicle that drives straight on costs less than half a byte a frame', () => {
  const at = (n: number, frame: number): LiveVehicle['position'] => ({
    lat: (51_500_001 + 10_007 * n + 371 * frame) / 1e6,
    lng: (-118_000 - 203 * frame) / 1e6,
  })
  const mtime = (frame: number) => new Date(START_MS + 5000 * frame).toISOString()
  const fleet = Array.from({ length: 500 }, (_, n) =>
    vehicle(`v-${n}`, { position: at(n, 0), mtime: mtime(0) }),
  )
  const deltas = Array.from({ length: 59 }, (_, frame) => ({
    upserts: fleet.map(({ id }, n) => ({ id, position: at(n, frame + 1), mtime: mtime(frame + 1) })),
    removed: [],
  }))
  expect(roundTrip(fleet, deltas) / 500 / 59).toBeLessThan(0.5)
})

test('a key frame after a base holds only what differs from it, and lists again what came back', () => {
  const fleet = Array.from({ length: 500 }, (_, n) =>
    vehicle(`v-${n}`, { directory: { our_ref: `KB-${n}`, licence_plate: null, active_booking_id: null } }),
  )
  const [first, ...rest] = fleet as [LiveVehicle, ...LiveVehicle[]]
  const records = [...rest.map((one, n) => (n < 5 ? { ...one, status: 'busy' } : one)), first]
  const [alone, key] = [undefined, fleet].map((base) => finish(writeKey({ head: headOf(0), records }, base)))
  expect(key!.length).toBeLessThan(alone!.length / 5)
  expect(finish(readKey(key!, fleet)).records).toEqual(records)
})
