import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Changes, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import { createSender } from '@/lib/testing/live/sender'
import { seededRandom } from '@/lib/testing/maps/held-out-houses'
import { vehicle } from '@/lib/testing/vehicles'
import { finish } from '@/lib/vehicles/steps'
import { noDifference, partsOf, SequenceError, snapshotOf } from './difference'
import { VehicleTable } from './vehicle-table'

type Plain = ReadonlyMap<string, LiveVehicle>

const meta = { fetchedAt: '2026-01-01T00:00:00.000Z', loaded: 0 } as LiveMeta

/** As it is read on the other side. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value))

function rounded(record: LiveVehicle): LiveVehicle {
  const round = (degrees: number) => Number(degrees.toFixed(6)) + 0
  const { position } = record
  return { ...record, position: position && { lat: round(position.lat), lng: round(position.lng) } }
}

/** As the wire has a list: positions rounded, what JSON lacks left out. */
const expected = (list: Plain): Record<string, unknown> =>
  Object.fromEntries([...list].map(([id, record]) => [id, sent(rounded(record))]))

function listOf(table: VehicleTable): Record<string, unknown> {
  return Object.fromEntries([...table.vehicles()].map((record) => [record.id, sent(record)]))
}

/** A sender, which has rounded what it read, and the changes that it sent. */
class Sender {
  readonly #sender = createSender()
  readonly table = this.#sender.table
  readonly log: Changes[] = []

  change(listed: Plain): Changes {
    const list = [...listed.values()].map(rounded)
    this.log.push(this.#sender.changes(`e.${this.log.length}`, { list, meta, atMs: 0 }))
    return this.log.at(-1) as Changes
  }

  snapshot(): Changes[] {
    const last = this.log.at(-1) as Changes
    return partsOf({ ...last, after: null, ...snapshotOf(this.table.records) }).map(sent)
  }
}

/** Records that changes have made are changed in place by the next ones. */
function read(changes: readonly Changes[], table = new VehicleTable()): VehicleTable {
  const own = new Set<number>()
  for (const one of changes) finish(table.apply(one, own))
  return table
}

function expectEqual(table: VehicleTable, other: VehicleTable): void {
  expect(listOf(table)).toEqual(listOf(other))
  expect(table.version).toBe(other.version)
  const places = ({ records, lat, lng }: VehicleTable) =>
    records.map((record, slot) => record && [slot, record.id, lat[slot], lng[slot]])
  const trimmed = (all: unknown[]) => all.slice(0, all.findLastIndex(Boolean) + 1)
  expect(trimmed(places(table))).toEqual(trimmed(places(other)))
  for (const id of other.ids())
    if (table.slotOf(id) !== other.slotOf(id)) expect.fail(`slot of ${id}`)
}

const degrees = (most: number) =>
  fc.oneof(
    fc.double({ min: -most, max: most, noNaN: true }),
    fc.constantFrom(0, -0, most, -most, 1e-7, -4e-7, 5e-7, 0.1 + 0.2),
  )
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e21, 5e-324),
)
const text = fc.constantFrom(
  '',
  'available',
  'Straße',
  '\u0000',
  '__proto__',
  '🚕',
  '2026-01-01T00:00:00Z',
)
/**
 * Any fields: documented ones null or of another type, unknown ones, nested ones; some left out.
 */
const fields = fc.record(
  {
    mtime: fc.option(text),
    status: fc.option(text),
    position: fc.option(fc.record({ lat: degrees(90), lng: degrees(180) })),
    functions: fc.option(fc.array(text, { maxLength: 3 })),
    year: fc.option(number),
    directory: fc.option(
      fc.record({ our_ref: fc.option(text), extra: number }, { requiredKeys: [] }),
    ),
    statusSince: fc.option(fc.record({ atMs: number, isBeginning: fc.boolean() })),
    unknown: fc.jsonValue({ maxDepth: 2 }),
    toString: fc.constantFrom(1, null),
  },
  { requiredKeys: [] },
)
const lists = fc.array(
  fc.dictionary(fc.constantFrom(...'abcdefghij', '__proto__', 'constructor', ''), fields, {
    maxKeys: 12,
  }),
  { minLength: 1, maxLength: 12 },
)

function plain(list: Record<string, object>): Plain {
  const recordOf = (id: string, given: object) =>
    ({ position: null, ...given, id }) as unknown as LiveVehicle
  return new Map(Object.entries(list).map(([id, given]) => [id, recordOf(id, given)]))
}

test('random lists arrive as they are, at a reader from the start, from a snapshot and from any place', () => {
  fc.assert(
    fc.property(lists, fc.nat(), fc.nat(), (given, joins, resumes) => {
      const sender = new Sender()
      const first = new VehicleTable()
      let late: VehicleTable | null = null
      let resumed: { readonly table: VehicleTable; readonly next: number } | null = null
      for (const [at, list] of given.map(plain).entries()) {
        read([sender.change(list)], first)
        if (late) read([sender.log.at(-1)!], late)
        if (at === joins % given.length) late = read(sender.snapshot())
        if (at === resumes % given.length) resumed = { table: first.copy(), next: at + 1 }
        expect(listOf(first)).toEqual(expected(list))
        expectEqual(first, sender.table)
        if (late) expectEqual(late, sender.table)
      }
      read(sender.log.slice(resumed!.next), resumed!.table)
      expectEqual(resumed!.table, sender.table)
      expectEqual(first, sender.table)
      expectEqual(read(sender.log), sender.table)
    }),
    { numRuns: 200 },
  )
})

function someVehicle(id: string, random: (below: number) => number): LiveVehicle {
  return vehicle(id, {
    position: { lat: 51 + random(1e9) / 1e9, lng: random(1e9) / 1e9 },
    status: ['available', 'on_trip', 'offline'][random(3)] ?? null,
    mtime: new Date(1.7e12 + random(1e9)).toISOString(),
  })
}

function changed(
  list: Plain,
  random: (below: number) => number,
  changes: number,
  pool: number,
): Plain {
  const next = new Map(list)
  for (let n = 0; n < changes; n++) {
    const id = `v${random(pool)}`
    const known = next.get(id)
    // Ids that left come back.
    if (!known) next.set(id, someVehicle(id, random))
    const kind = random(12)
    if (!known) continue
    if (kind === 0) next.delete(id)
    else if (kind === 1) next.set(id, { ...known, position: null })
    else if (kind === 2) next.set(id, { ...known, year: random(2) === 0 ? null : random(3000) })
    else {
      const { lat, lng } = known.position ?? { lat: 51, lng: 0 }
      const by = () => (random(2001) - 1000) / 1e7
      const mtime = new Date(1.7e12 + random(1e9)).toISOString()
      next.set(id, { ...known, position: { lat: lat + by(), lng: lng + by() }, mtime })
    }
  }
  return next
}

test('10,000 vehicles arrive in parts; half a snapshot is no list', () => {
  const random = seededRandom(11)
  const sender = new Sender()
  let list: Plain = new Map(
    Array.from({ length: 10_000 }, (_, n) => [`v${n}`, someVehicle(`v${n}`, random)]),
  )
  sender.change(list)
  for (let n = 0; n < 3; n++) {
    list = changed(list, random, 3000, 11_000)
    sender.change(list)
  }
  const parts = sender.snapshot()
  expect(parts.length).toBeGreaterThan(9)
  const reader = read(parts.slice(0, 3))
  expect(reader.version).not.toBe(sender.table.version)
  expect(() => finish(reader.apply({ ...sender.log.at(-1)!, after: 'e.3' }))).toThrow(SequenceError)
  read(parts.slice(3), reader)
  expectEqual(reader, sender.table)
  expect(listOf(reader)).toEqual(expected(list))
  const late = read(sender.log.flatMap(partsOf).map(sent))
  expect(partsOf(sender.log[0]!).length).toBe(10)
  expectEqual(late, sender.table)
})

test('a copy and its table name their own vehicles: one that left a table is appended to the copy', () => {
  const sender = new Sender()
  const a = vehicle('a', { position: { lat: 1, lng: 2 } })
  const b = vehicle('b')
  const c = vehicle('c')
  const listOf = (...vehicles: LiveVehicle[]) => new Map(vehicles.map((one) => [one.id, one]))
  sender.change(listOf(a, b))
  const before = sender.table.copy()
  sender.change(listOf(b, c))
  const after = sender.table.copy()
  after.append(a, before.generation[0] as number)
  const slots = (table: VehicleTable) =>
    [...table.ids()].map((id) => `${id} ${table.slotOf(id)}`).join(', ')
  expect([before, sender.table, after].map(slots)).toEqual([
    'a 0, b 1',
    'b 1, c 0',
    'b 1, c 0, a 2',
  ])
  expect([after.has('a'), sender.table.has('a'), after.size, after.get('a')]).toEqual([
    true,
    false,
    3,
    a,
  ])
  expect([after.lat[2], after.generation[2]]).toEqual([before.lat[0], before.generation[0]])
})

const damaged: Record<string, (good: Changes) => Changes> = {
  'another version': (good) => ({ ...good, after: 'e.9' }),
  'from the empty list': (good) => ({ ...good, after: null }),
  'a removed slot that is free': (good) => ({ ...good, removed: [7] }),
  'a move in a free slot': (good) => ({ ...good, moved: [50], lat: [1], lng: [1] }),
  'a move of a vehicle without a position': (good) => ({ ...good, moved: [2], lat: [1], lng: [1] }),
  'a move of a vehicle that leaves': (good) => ({
    ...good,
    removed: [0],
    moved: [0],
    lat: [1],
    lng: [1],
  }),
  'moves without a longitude': (good) => ({ ...good, moved: [0], lat: [1], lng: [] }),
  'a field in a free slot': (good) => ({ ...good, fields: [['status', [9], ['x']]] }),
  'fewer values than slots': (good) => ({ ...good, fields: [['status', [0, 1, 1], ['x', 'y']]] }),
  'slots that do not ascend': (good) => ({ ...good, fields: [['status', [1, 0], ['x', 'y']]] }),
  'a slot between two': (good) => ({ ...good, moved: [0.5], lat: [1], lng: [1] }),
  'an added vehicle in a taken slot': (good) => ({ ...good, slots: [1], added: [vehicle('z')] }),
  'an added vehicle without a slot': (good) => ({ ...good, slots: [], added: [vehicle('z')] }),
  'an added vehicle that is listed': (good) => ({ ...good, slots: [3], added: [vehicle('a')] }),
  'one vehicle added twice': (good) => ({
    ...good,
    slots: [3, 1],
    added: [vehicle('z'), vehicle('z')],
  }),
  'a vehicle without an id': (good) => ({ ...good, slots: [3], added: [{} as LiveVehicle] }),
}

test.each(Object.entries(damaged))('%s is refused before any change', (_, damage) => {
  const sender = new Sender()
  const list = new Map(['a', 'b', 'c'].map((id, n) => [id, someVehicle(id, seededRandom(n))]))
  sender.change(list.set('c', { ...list.get('c')!, position: null }))
  const reader = read(sender.snapshot())
  const good: Changes = {
    ...noDifference,
    version: 'e.1',
    after: 'e.0',
    atMs: 0,
    meta,
    departures: [],
  }
  expect(() => finish(reader.apply(sent(damage(good))))).toThrow(SequenceError)
  expectEqual(reader, sender.table)
  finish(reader.apply(good))
  expect(reader.version).toBe('e.1')
})

test('bytes of changes do not repeat what is alike', () => {
  const sender = new Sender()
  const random = seededRandom(5)
  const list = new Map(
    Array.from({ length: 50 }, (_, n) => [`v${n}`, someVehicle(`v${n}`, random)]),
  )
  sender.change(list)
  const since = { atMs: 5, isBeginning: true }
  const later = new Map([...list].map(([id, one]) => [id, { ...one, changedSince: since }]))
  const { fields } = sender.change(later)
  expect(fields).toEqual([['changedSince', [0, ...Array(49).fill(1)], [since]]])
})
