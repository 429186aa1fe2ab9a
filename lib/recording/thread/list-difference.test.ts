import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/contract/live'
import type { ListDifference } from '@/lib/contract/recording-frames'
import { FrameReader, FrameWriter } from '@/lib/recording/codec/chunk'
import { scaleOf } from '@/lib/recording/codec/grid'
import { Slots } from '@/lib/recording/codec/slots'
import type { JsonObject } from '@/lib/recording/codec/values'
import {
  type Delta,
  delta,
  headOf,
  records,
  START_MS,
  streamed,
} from '@/lib/testing/recording/random-histories'
import { createListReader } from '@/lib/testing/recording/recorded-lists'
import { vehicle } from '@/lib/testing/vehicles'
import { differenceBytes } from './event-text'

const slotsOf = (list: readonly LiveVehicle[]) =>
  Slots.of(streamed(list) as unknown as JsonObject[], scaleOf(list))

/** The difference between two lists, and what it makes of the first one: any JSON, where the page has vehicles. */
function applied(base: Slots, list: Slots) {
  const [from, to] = [base.compact(), list.compact()]
  const bytes = differenceBytes({ place: 'a.1', list: from }, { place: 'b.2', list: to }, headOf(0))
  const data: ListDifference = JSON.parse(Buffer.from(bytes).toString().split('data: ')[1]!)
  const held = streamed(from.list())
  return { vehicles: differing(held, data), held, data, bytes }
}

function differing(base: readonly object[], { removed, moved, since, fields, added, order }: ListDifference) {
  const vehicles = base.map((vehicle) => ({ ...vehicle })) as Record<string, unknown>[]
  const lats = sums(moved.latDeltas)
  const lngs = sums(moved.lngDeltas)
  for (const [n, at] of sums(moved.atDeltas).entries())
    vehicles[at]!.position = { lat: lats[n]! / moved.scale, lng: lngs[n]! / moved.scale }
  const times = sums(since.timeDeltas)
  for (const [n, at] of sums(since.atDeltas).entries())
    vehicles[at]!.statusSince = { atMs: times[n], isBeginning: since.begun[n] === 1 }
  for (const { name, atDeltas, values, numbers } of fields)
    for (const [n, at] of sums(atDeltas).entries()) vehicles[at]![name] = values[numbers[n]!]
  const all = [...vehicles.filter((_, at) => !removed.includes(at)), ...added]
  return order ? order.map((number) => all[number]) : all
}

function sums(deltas: readonly number[]): number[] {
  let sum = 0
  return deltas.map((delta) => {
    sum += delta
    return sum
  })
}

/** Lists of a chunk, by frame. */
function recorded(first: readonly LiveVehicle[], deltas: readonly Delta[]): Slots[] {
  const key = { head: headOf(0), records: first }
  const [writer, reader] = [new FrameWriter(key), FrameReader.of(streamed(key))]
  const lists = [reader.slots.copy()]
  for (const [at, one] of deltas.entries()) {
    reader.read(writer.write(headOf(at + 1), one))
    lists.push(reader.slots.copy())
  }
  return lists
}

test('any list is had from any other by their difference: all fields, in its order', () => {
  fc.assert(
    fc.property(records, fc.array(delta, { maxLength: 6 }), records, (first, deltas, other) => {
      const lists = [...recorded(first, deltas), slotsOf(other)]
      for (const base of lists)
        for (const list of lists)
          expect(applied(base, list).vehicles).toEqual(streamed(list.compact().list()))
    }),
    { numRuns: 40 },
  )
})

const a = (fields: object) => [{ ...vehicle('a'), ...fields } as LiveVehicle]
const ORIGIN = { lat: 0, lng: 0 }
const steps = { lat: 51.00001, lng: -5.00001 }

test.each([
  ['a field that it no longer has', a({ extra: 1 }), a({})],
  [
    'the same steps of another scale',
    a({ position: steps }),
    a({ position: { lat: 5.100001, lng: -0.500001 } }),
  ],
  ['a position with another field', a({ position: ORIGIN }), a({ position: { ...ORIGIN, height: 3 } })],
  [
    'the same time in another spelling',
    a({ mtime: '2026-01-01T12:00:00Z' }),
    a({ mtime: '2026-01-01 12:00:00Z' }),
  ],
  [
    'the same time of a status that is a beginning now',
    a({ statusSince: { atMs: 1, isBeginning: false } }),
    a({ statusSince: { atMs: 1, isBeginning: true } }),
  ],
])('a vehicle differs by %s, and back', (_, one, other) => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    expect(applied(slotsOf(from), slotsOf(to)).vehicles).toEqual(to)
})

test('a vehicle that only moved, reported or has another status differs, though lists share its record', () => {
  const at = (n: number) => ({ lat: 51 + n / 1e5, lng: 0.00001 })
  const since = (atMs: number) => ({ atMs, isBeginning: false })
  const changes = [
    { position: at(2) },
    { mtime: '2026-01-01T12:00:05Z' },
    { status: 'busy' },
    { statusSince: since(2) },
    { status: null, statusSince: since(3) },
    { position: at(3) },
  ]
  const first = a({ position: at(1), mtime: '2026-01-01T12:00:00Z', statusSince: since(1) })
  const lists = recorded(
    first,
    changes.map((fields) => ({ upserts: [{ id: 'a', ...fields }], removed: [] })),
  )
  expect(new Set(lists.map(({ records: [record] }) => record)).size).toBe(1)
  const wanted = changes.map((_, n) => Object.assign({}, ...first, ...changes.slice(0, n + 1)))
  expect(lists.map((list) => list.list()[0])).toEqual([...first, ...wanted])
  for (const base of lists)
    for (const list of lists) expect(applied(base, list).vehicles).toEqual(streamed(list.compact().list()))
})

test('a vehicle that is the same stays the same object, and one that moved takes some 30 bytes', () => {
  const at = (n: number, frame: number) => ({ lat: (51_500_000 + n) / 1e6, lng: (-118_000 + frame) / 1e6 })
  const fleet = (frame: number) =>
    Array.from({ length: 1000 }, (_, n) =>
      vehicle(`v-${n}`, {
        position: at(n, n < 500 ? frame : 0),
        mtime: new Date(START_MS + (n < 500 ? 5000 * frame : 0)).toISOString(),
      }),
    )
  const upserts = fleet(1).slice(0, 500)
  const [base, list] = recorded(fleet(0), [{ upserts, removed: [] }]) as [Slots, Slots]
  const { data, held, bytes } = applied(base, list)
  const reader = createListReader()
  reader.hold('a.1', held as unknown as LiveVehicle[])
  const vehicles = reader.apply(data)
  expect(vehicles).toEqual(fleet(1))
  expect(vehicles.filter((one, n) => one === held[n])).toHaveLength(500)
  expect(bytes.length / 500).toBeLessThan(40)
})

test('a difference to another list than the one that is held is refused', () => {
  const slots = slotsOf([vehicle('v-1')])
  const { data } = applied(slots, slots)
  const reader = createListReader()
  expect(() => reader.apply(data)).toThrow('a difference to a.1')
  reader.hold('c.3', [])
  expect(() => reader.apply(data)).toThrow('a difference to a.1')
})
