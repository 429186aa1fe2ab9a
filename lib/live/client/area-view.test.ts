import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Changes, Departure, LiveVehicle } from '@/lib/api/contract/live'
import { listed } from '@/lib/testing/live/live-client'
import { createSender } from '@/lib/testing/live/sender'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { partsOf } from '@/lib/vehicles/difference'
import { NOWHERE, STEPS_PER_DEGREE, VehicleTable } from '@/lib/vehicles/vehicle-table'
import { AreaView } from './area-view'
import { DEPARTED_MS, type LiveArea } from './live-area'

const START_MS = Date.parse('2026-11-21T09:00:00Z')

function createView() {
  const view = new AreaView()
  const sender = createSender()
  let sequence = 0
  const apply = (data: Changes, atMs = START_MS): LiveArea | null => {
    for (const _ of view.apply({ name: 'changes', data, arrivedAtMs: atMs }));
    return view.toArea()
  }
  return {
    view,
    apply,
    sender,
    snapshot(vehicles: readonly LiveVehicle[], { size = 1000, meta = liveMeta() } = {}) {
      for (const part of sender.snapshot(`e.${++sequence}`, vehicles, meta, size)) apply(part)
      return view.toArea() as LiveArea
    },
    delta(step: Parameters<typeof sender.changes>[1] = {}, atMs = START_MS) {
      return apply(sender.changes(`e.${++sequence}`, step), atMs) as LiveArea
    },
  }
}

/** The vehicles of an area by id, after checking that its columns agree. */
function vehiclesById(area: LiveArea) {
  const { table, reportedAtMs, headings, counts, unplaced } = area
  const { records, generation, lat, lng } = table
  const vehicles = listed(area)
  expect(counts).toMatchObject({
    status: countsOf(vehicles.map(({ status }) => status ?? '')),
    functions: countsOf(vehicles.flatMap(({ functions }) => [...new Set(functions)])),
    type: countsOf(vehicles.flatMap(({ type }) => type ?? [])),
  })
  expect(unplaced).toEqual([...records.keys()].filter((slot) => records[slot]?.position === null))
  expect(table.size).toBe(vehicles.length)
  expect([...table.ids()].sort()).toEqual(vehicles.map(({ id }) => id).sort())
  for (const column of [reportedAtMs, headings]) expect(column).toHaveLength(records.length)
  for (const [slot, record] of records.entries()) {
    expect(generation[slot] === 0).toBe(record === undefined)
    if (!record) continue
    expect(table.slotOf(record.id)).toBe(slot)
    const degrees = (steps = 0) => (steps === NOWHERE ? undefined : steps / STEPS_PER_DEGREE)
    const { lat: y, lng: x } = record.position ?? {}
    expect([degrees(lat[slot]), degrees(lng[slot])]).toEqual([y, x])
    expect(reportedAtMs[slot]).toBe(record.mtime === null ? Number.NaN : Date.parse(record.mtime))
  }
  return vehicles.sort((a, b) => (a.id < b.id ? -1 : 1))
}

function countsOf(values: readonly string[]): Map<string, number> {
  return new Map(
    [...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]),
  )
}

/** Each id with its slot and generation. */
function slotsOf({ table: { records, generation } }: LiveArea): Map<string, string> {
  return new Map(
    records.flatMap((record, slot) => (record ? [[record.id, `${slot} ${generation[slot]}`]] : [])),
  )
}

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__', 'constructor')
const noPlate = { licence_plate: null, active_booking_id: null }
const fields = fc.record({
  status: fc.constantFrom('available', 'busy', null),
  mtime: fc.constantFrom('2026-11-21T09:00:00.000Z', '2026-11-21T09:00:05.000Z', null),
  position: fc.constantFrom({ lat: 1, lng: 1 }, { lat: 1, lng: 1.001 }, null),
  functions: fc.constantFrom(['person'], ['person', 'cargo'], null),
  directory: fc.constantFrom({ our_ref: 'A', ...noPlate }, { our_ref: null, ...noPlate }, null),
  statusSince: fc.constantFrom(
    { atMs: 1, isBeginning: true },
    { atMs: 1, isBeginning: false },
    null,
  ),
})
const sweep = fc.uniqueArray(fc.tuple(ids, fields), { selector: ([id]) => id, maxLength: 8 })
const step = fc.record({ sweep, isSnapshot: fc.boolean(), size: fc.integer({ min: 1, max: 4 }) })

test('any sequence of snapshots and deltas gives the list of its last sweep and the departed vehicles', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const { snapshot, delta } = createView()
      let known = new Map<string, LiveVehicle>()
      const departed = new Map<string, LiveVehicle>()
      const history: { area: LiveArea; vehicles: LiveVehicle[] }[] = []
      for (const [at, { sweep, isSnapshot, size }] of steps.entries()) {
        const now = sweep.map(([id, some]) => vehicle(id, some))
        const removed = [...known.keys()].filter((id) => !now.some((record) => record.id === id))
        const area = isSnapshot || at === 0 ? snapshot(now, { size }) : delta({ list: now })
        for (const { id } of now) departed.delete(id)
        for (const id of removed) departed.set(id, known.get(id) as LiveVehicle)
        known = new Map(now.map((record) => [record.id, record]))
        const expected = [...now].sort((a, b) => (a.id < b.id ? -1 : 1))
        history.push({ area, vehicles: expected })
        expect(vehiclesById(area)).toEqual(expected)
        const left = area.departed.map(({ record }) => [record.id, record] as const)
        expect(new Map(left)).toEqual(departed)
        // The generation of a slot says whether its vehicle is the one before.
        const before = history.at(-2)
        const slots = slotsOf(area)
        for (const [id, slot] of before ? slotsOf(before.area) : []) {
          const isThere = area.table.records[Number.parseInt(slot, 10)]?.id === id
          expect([...slots.values()].includes(slot)).toBe(isThere)
          if (!isSnapshot) expect(isThere).toBe(slots.has(id))
        }
      }
      // All are immutable.
      for (const { area, vehicles: once } of history) expect(vehiclesById(area)).toEqual(once)
    }),
  )
})

test('a record that did not change stays the same object, in deltas and in snapshots', () => {
  const { snapshot, delta } = createView()
  const directory = { our_ref: 'CAB 1', licence_plate: null, active_booking_id: null }
  const [a, b] = snapshot([vehicle('a', { directory }), vehicle('b')]).table.records
  const changed = delta({ upserts: [{ id: 'b', status: 'busy' }, vehicle('a')] })
  expect(changed.table.records[0]).toBe(a)
  expect(changed.table.records[1]).toEqual({ ...b, status: 'busy' })
  const again = snapshot([vehicle('b', { status: 'busy' }), vehicle('a', { directory })])
  expect(again.table.records[1]).toBe(a)
  expect(again.table.records[0]).toBe(changed.table.records[1])
  // Another server, which has not read the vehicle's record.
  expect(snapshot([vehicle('a')]).table.records[0]).toEqual(vehicle('a'))
})

test('where mtime is not the time of the last report, no vehicle has one', () => {
  const { snapshot, delta } = createView()
  snapshot([vehicle('a', { mtime: '2017-03-09T14:21:08.512+00:00' })])
  const times = [true, false, undefined, true].map((mtimeServes) => {
    const area = delta({ meta: liveMeta({ mtimeServes }) })
    return [area.mtimeServes, area.reportedAtMs[0]]
  })
  const at = Date.UTC(2017, 2, 9, 14, 21, 8, 512)
  const without = [false, Number.NaN]
  expect(times).toEqual([[true, at], without, without, [true, at]])
})

test('an mtime ahead of the clock counts from when it was first seen, until it is another one', () => {
  const { snapshot, delta } = createView()
  const ahead = { mtime: '2034-01-01T00:00:00Z', aheadSinceMs: START_MS - 7000 }
  const area = snapshot([vehicle('a', ahead)])
  expect(area.reportedAtMs[0]).toBe(START_MS - 7000)
  expect(delta().reportedAtMs[0]).toBe(START_MS - 7000)
  const set = delta({ upserts: [{ id: 'a', mtime: '2026-11-21T08:59:50Z', aheadSinceMs: null }] })
  expect(set.reportedAtMs[0]).toBe(Date.UTC(2026, 10, 21, 8, 59, 50))
})

test('an event that changes nothing keeps every column', () => {
  const { snapshot, delta } = createView()
  const before = snapshot([vehicle('a')])
  const after = delta({ meta: liveMeta({ ageMs: 400 }) })
  expect(after).not.toBe(before)
  expect(after.table.records).toBe(before.table.records)
  expect(after.headings).toBe(before.headings)
  expect(after.receivedAtMs).toBe(START_MS - 400)
})

test('departed vehicles: newest first, with the reason once known, removed when back', () => {
  const { snapshot, delta } = createView()
  snapshot([vehicle('a'), vehicle('b'), vehicle('c')])
  delta({ removed: ['a'] })
  const left: Departure = { id: 'b', reason: 'left-area', record: vehicle('b', { status: 'busy' }) }
  const both = delta({ removed: ['b'], departures: [left] }, START_MS + 5000)
  expect(both.departed).toMatchObject([
    { record: vehicle('b'), reason: 'left-area', now: left.record, leftAtMs: START_MS + 5000 },
    { record: vehicle('a'), reason: null, now: null, leftAtMs: START_MS },
  ])
  const departures: Departure[] = [
    { id: 'a', reason: 'not-found', record: null },
    { id: 'c', reason: 'not-listed', record: null },
  ]
  const explained = delta({ departures })
  expect(explained.departed.map(({ record, reason }) => [record.id, reason])).toEqual([
    ['b', 'left-area'],
    ['a', 'not-found'],
  ])
  const back = delta({ upserts: [vehicle('b')] })
  expect(back.departed.map(({ record }) => record.id)).toEqual(['a'])
  expect(listed(back).map(({ id }) => id)).toEqual(['b', 'c'])
  expect(both.departed).toHaveLength(2)
})

test('a departed vehicle and its trail are dropped after a minute', () => {
  const { view, snapshot, delta } = createView()
  snapshot([vehicle('a', { position: { lat: 1, lng: 1 } })])
  delta({ upserts: [{ id: 'a', position: { lat: 1, lng: 2 } }] })
  expect(delta({ removed: ['a'] }).trailOf('a')).toHaveLength(2)
  expect(view.nextExpiryMs).toBe(START_MS + DEPARTED_MS)
  view.expireDeparted(START_MS + DEPARTED_MS - 1)
  expect(view.toArea()?.departed).toHaveLength(1)
  view.expireDeparted(START_MS + DEPARTED_MS)
  expect(view.toArea()?.departed).toEqual([])
  expect(view.toArea()?.trailOf('a')).toEqual([])
  const back = delta({ upserts: [vehicle('a', { position: { lat: 1, lng: 3 } })] })
  expect([back.trailOf('a').length, back.headings[back.table.slotOf('a')]]).toEqual([1, Number.NaN])
})

test('changes in parts are shown when the last one came; only whole lists are resumed from', () => {
  const { view, sender, snapshot, apply } = createView()
  const before = snapshot([vehicle('a'), vehicle('b')])
  const many = Array.from({ length: 2500 }, (_, at) => vehicle(`v-${at}`))
  const parts = partsOf(sender.changes('e.2', { upserts: many, removed: ['a'] }))
  expect(parts).toHaveLength(3)
  for (const part of parts) {
    expect([view.lastEventId, view.toArea()]).toEqual([part === parts[0] ? 'e.1' : null, before])
    apply(part)
  }
  expect(view.lastEventId).toBe('e.2')
  expect(vehiclesById(view.toArea() as LiveArea)).toHaveLength(2501)
  apply(
    partsOf(
      sender.changes('e.3', { upserts: many.map(({ id }) => vehicle(`w-${id}`)) }),
    )[0] as Changes,
  )
  view.beginStream()
  expect(view.lastEventId).toBeNull()
  expect(vehiclesById(snapshot([vehicle('b')])).map(({ id }) => id)).toEqual(['b'])
  expect(view.lastEventId).toBe('e.2')
})

test('a view of a given list begins with the changes that follow: none of its vehicles has moved or departed', () => {
  const sender = createSender()
  const table = new VehicleTable()
  const vehicles = ['a', 'b', 'c'].map((id) => vehicle(id, { position: { lat: 1, lng: 1 } }))
  for (const part of sender.snapshot('e.1', vehicles)) for (const _ of table.apply(part));
  const view = new AreaView(table)
  const apply = (...step: Parameters<typeof sender.changes>) => {
    for (const _ of view.apply({
      name: 'changes',
      data: sender.changes(...step),
      arrivedAtMs: START_MS,
    }));
    return view.toArea() as LiveArea
  }
  const moved = (lat: number) => [{ id: 'a', position: { lat, lng: 1 } }]
  const first = apply('e.2', { upserts: moved(2), removed: ['b'] })
  expect(vehiclesById(first).map(({ id }) => id)).toEqual(['a', 'c'])
  expect([first.departed, first.headings[0], first.trailOf('a')]).toEqual([
    [],
    Number.NaN,
    [{ lat: 2, lng: 1 }],
  ])
  const next = apply('e.3', { upserts: moved(3), removed: ['c'] })
  expect([next.departed.length, next.headings[0]]).toEqual([1, 0])
})

test('while an event is being applied, the area is the one before', () => {
  const { view, sender, snapshot } = createView()
  const many = Array.from({ length: 2000 }, (_, at) => vehicle(`v-${at}`))
  const before = snapshot(many)
  const upserts = many.map(({ id }) => ({ id, status: 'busy' }))
  const data = sender.changes('e.9', { upserts })
  let steps = 0
  for (const _ of view.apply({ name: 'changes', data, arrivedAtMs: START_MS })) {
    steps += 1
    expect(view.toArea()).toBe(before)
  }
  expect(steps).toBeGreaterThan(2)
  expect(new Set(view.toArea()?.table.records.map((record) => record?.status))).toEqual(
    new Set(['busy']),
  )
  expect(new Set(before.table.records.map((record) => record?.status))).toEqual(
    new Set(['available']),
  )
})
