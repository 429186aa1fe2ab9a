import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/contract/live'
import {
  applied,
  type Delta,
  delta,
  headOf,
  records,
  START_MS,
  streamed,
} from '@/lib/testing/recording/random-histories'
import { vehicle } from '@/lib/testing/vehicles'
import { FrameReader, FrameWriter, finish, readKey, writeKey } from './chunk'

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
    const before = list
    list = applied(list, delta)
    const read = reader.read(segment)
    expect(read.head).toEqual(streamed(head))
    expect(reader.records()).toEqual(list)
    expect(fieldsOf(applied(before, read))).toEqual(fieldsOf(list))
  }
  return bytes
}

/** Entries, also of a field named `__proto__`; a field that is new may stand elsewhere. */
const fieldsOf = (list: readonly LiveVehicle[]) => list.map((record) => new Map(Object.entries(record)))

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
