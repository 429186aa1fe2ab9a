import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Departure, LiveDelta, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import { listed } from '@/lib/testing/live-client'
import { FETCHED_AT, liveMeta, vehicle } from '@/lib/testing/vehicles'
import { AreaView } from './area-view'
import { DEPARTED_MS, type LiveArea } from './live-area'
import type { LiveEvent } from './live-event'

const START_MS = Date.parse('2026-11-21T09:00:00Z')

function createView() {
  const view = new AreaView()
  let sequence = 0
  const apply = (event: Pick<LiveEvent, 'name' | 'data'>, atMs: number) => {
    sequence += 1
    const id = event.name === 'progress' ? null : `e.${sequence}`
    for (const _ of view.apply({ ...event, id, arrivedAtMs: atMs } as LiveEvent));
    return view.toArea() as LiveArea
  }
  return {
    view,
    /** In parts of `size` vehicles, as the server sends it. */
    snapshot(vehicles: readonly LiveVehicle[], { size = 1000, atMs = START_MS, epoch = 'e' } = {}) {
      const parts = Math.max(1, Math.ceil(vehicles.length / size))
      for (let part = 0; part < parts; part++) {
        const some = vehicles.slice(part * size, (part + 1) * size)
        apply({ name: 'snapshot', data: { epoch, part, parts, vehicles: some, meta: liveMeta() } }, atMs)
      }
      return view.toArea() as LiveArea
    },
    delta(changes: Partial<LiveDelta> = {}, atMs = START_MS) {
      const data = { epoch: 'e', upserts: [], removed: [], departures: [], meta: liveMeta(), ...changes }
      return apply({ name: 'delta', data }, atMs)
    },
  }
}

/** As the service lists it. */
const withoutChange = ({ changedSince, ...record }: LiveVehicle): LiveVehicle => record
const changedSince = { atMs: Date.parse(FETCHED_AT), isBeginning: true }

/** The vehicles of an area by id, without `changedSince`, after checking that its columns agree. */
function vehiclesById(area: LiveArea) {
  const { records, slotById, generations, reportedAtMs, headings, counts, unplaced } = area
  const vehicles = listed({ records }).map(withoutChange)
  expect(counts).toEqual({
    statuses: countsOf(vehicles.map(({ status }) => status ?? '')),
    functions: countsOf(vehicles.flatMap(({ functions }) => [...new Set(functions)])),
    types: countsOf(vehicles.flatMap(({ type }) => type ?? [])),
  })
  expect(unplaced).toEqual([...records.keys()].filter((slot) => records[slot]?.position === null))
  expect(slotById.size).toBe(vehicles.length)
  expect([...slotById.keys()].sort()).toEqual(vehicles.map(({ id }) => id).sort())
  for (const column of [generations, reportedAtMs, headings]) expect(column).toHaveLength(records.length)
  for (const [slot, record] of records.entries()) {
    expect(generations[slot] === 0).toBe(record === undefined)
    if (!record) continue
    expect(slotById.get(record.id)).toBe(slot)
    expect(reportedAtMs[slot]).toBe(record.mtime === null ? Number.NaN : Date.parse(record.mtime))
  }
  return vehicles.sort((a, b) => (a.id < b.id ? -1 : 1))
}

function countsOf(values: readonly string[]): Map<string, number> {
  return new Map([...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]))
}

/** Each id with its slot and generation. */
function slotsOf({ records, generations }: LiveArea): Map<string, string> {
  return new Map(
    records.flatMap((record, slot) => (record ? [[record.id, `${slot} ${generations[slot]}`]] : [])),
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
  statusSince: fc.constantFrom({ atMs: 1, isBeginning: true }, { atMs: 1, isBeginning: false }, null),
})
const sweep = fc.uniqueArray(fc.tuple(ids, fields), { selector: ([id]) => id, maxLength: 8 })
const step = fc.record({ sweep, isSnapshot: fc.boolean(), size: fc.integer({ min: 1, max: 4 }) })

function difference(before: ReadonlyMap<string, LiveVehicle>, now: readonly LiveVehicle[]) {
  const upserts = now.flatMap((record): VehiclePatch[] => {
    const known = before.get(record.id)
    if (!known) return [record]
    const changed = Object.entries(record).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name as keyof LiveVehicle]),
    )
    return changed.length === 0 ? [] : [{ ...Object.fromEntries(changed), id: record.id }]
  })
  return { upserts, removed: [...before.keys()].filter((id) => !now.some((record) => record.id === id)) }
}

test('any sequence of snapshots and deltas gives the list of its last sweep and the departed vehicles', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const { snapshot, delta } = createView()
      let known = new Map<string, LiveVehicle>()
      const departed = new Map<string, LiveVehicle>()
      const history: { area: LiveArea; vehicles: LiveVehicle[] }[] = []
      for (const [at, { sweep, isSnapshot, size }] of steps.entries()) {
        const now = sweep.map(([id, some]) => vehicle(id, some))
        const changes = difference(known, now)
        const area = isSnapshot || at === 0 ? snapshot(now, { size }) : delta(changes)
        for (const { id } of now) departed.delete(id)
        for (const id of changes.removed) departed.set(id, known.get(id) as LiveVehicle)
        known = new Map(now.map((record) => [record.id, record]))
        const expected = [...now].sort((a, b) => (a.id < b.id ? -1 : 1))
        history.push({ area, vehicles: expected })
        expect(vehiclesById(area)).toEqual(expected)
        const left = area.departed.map(({ record }) => [record.id, withoutChange(record)] as const)
        expect(new Map(left)).toEqual(departed)
        // A vehicle stays in its slot, and only there, until it leaves.
        const [before, slots] = [history.at(-2), slotsOf(area)]
        for (const [id, slot] of before ? slotsOf(before.area) : []) {
          if (slots.has(id)) expect(slots.get(id)).toBe(slot)
          else expect([...slots.values()]).not.toContain(slot)
        }
      }
      // All are immutable.
      for (const { area, vehicles: once } of history) expect(vehiclesById(area)).toEqual(once)
    }),
  )
})

test('a record that did not change stays the same object, in deltas and in snapshots', () => {
  const { snapshot, delta } = createView()
  const [a, b] = snapshot([vehicle('a'), vehicle('b')]).records
  const changed = delta({ upserts: [{ id: 'b', status: 'busy' }, vehicle('a')] })
  expect(changed.records[0]).toBe(a)
  expect(changed.records[1]).toEqual({ ...b, status: 'busy', changedSince })
  const again = snapshot([
    vehicle('b', { status: 'busy' }),
    vehicle('a', { position: { lat: 51.5, lng: -0.1 } }),
  ])
  expect(again.records[0]).toBe(a)
  expect(again.records[1]).toBe(changed.records[1])
})

test('annotations: a vehicle stays the same object with equal ones, and a snapshot without them has none', () => {
  const directory = { our_ref: 'CAB 1', licence_plate: null, active_booking_id: null }
  const statusSince = { atMs: START_MS - 1000, isBeginning: true }
  const { snapshot, delta } = createView()
  const first = snapshot([vehicle('a', { directory, statusSince }), vehicle('b')])
  const equal = { directory: { ...directory }, statusSince: { ...statusSince } }
  expect(delta({ upserts: [{ id: 'a', ...equal }] }).records[0]).toBe(first.records[0])
  expect(snapshot([vehicle('a', equal), vehicle('b')]).records[0]).toBe(first.records[0])

  const since = { atMs: START_MS, isBeginning: true }
  const busy = delta({ upserts: [{ id: 'a', status: 'busy', statusSince: since }] })
  expect(busy.records[0]).toEqual(
    vehicle('a', { status: 'busy', directory, statusSince: since, changedSince }),
  )
  const read = delta({
    upserts: [
      { id: 'b', directory },
      { id: 'a', directory: null },
    ],
  })
  expect(read.records.map((record) => record?.directory)).toEqual([null, directory])
  // Another server, which may be of an older version.
  const older = snapshot([vehicle('a', { status: 'busy' }), vehicle('b')])
  expect(older.records[0]).toEqual(
    vehicle('a', { status: 'busy', directory: null, statusSince: null, changedSince }),
  )
  expect(older.records[1]).toEqual(vehicle('b', { directory: null }))
})

test('a change of position or status is one at the time of its list, unless the event says when it was', () => {
  const { snapshot, delta } = createView()
  const before = { atMs: START_MS - 60_000, isBeginning: false }
  snapshot([vehicle('a', { changedSince: before }), vehicle('b'), vehicle('c'), vehicle('d')])
  const { records } = delta({
    upserts: [
      { id: 'a', mtime: '2026-11-21T08:59:50Z', statusSince: before },
      { id: 'b', position: { lat: 51.6, lng: -0.1 } },
      { id: 'c', status: 'busy', changedSince: before },
      vehicle('d'),
    ],
  })
  expect(records.map((record) => record?.changedSince)).toEqual([before, changedSince, before, undefined])
})

test('where mtime is not the time of the last report, no vehicle has one', () => {
  const { snapshot, delta } = createView()
  snapshot([vehicle('a', { mtime: '2017-03-09T14:21:08.512+00:00' })])
  const times = [true, false, undefined, true].map((mtimeServes) => {
    const area = delta({ meta: liveMeta({ mtimeServes }) })
    return [area.mtimeServes, area.reportedAtMs[0]]
  })
  const at = Date.UTC(2017, 2, 9, 14, 21, 8, 512)
  expect(times).toEqual([
    ...[
      [true, at],
      [false, Number.NaN],
      [false, Number.NaN],
      [true, at],
    ],
  ])
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

test('several deltas before the area is read change its records, and none that was read before', () => {
  const { view, snapshot } = createView()
  const first = snapshot([vehicle('a'), vehicle('b'), vehicle('c')])
  const apply = (upserts: readonly VehiclePatch[], removed: readonly string[] = []) => {
    const data = { epoch: 'e', upserts, removed, departures: [], meta: liveMeta() }
    for (const _ of view.apply({ name: 'delta', data, id: 'e', arrivedAtMs: START_MS }));
  }
  const mtime = '2026-11-21T08:59:50Z'
  apply([
    { id: 'a', status: 'busy' },
    { id: 'c', status: 'busy' },
  ])
  apply([
    { id: 'a', mtime, position: { lat: 51.6, lng: -0.1 } },
    { id: 'c', type: 'van' },
  ])
  apply([], ['c'])
  apply([vehicle('d')])
  const second = view.toArea() as LiveArea
  apply([
    { id: 'a', status: 'available' },
    { id: 'd', status: 'busy' },
  ])
  const third = view.toArea() as LiveArea

  const [a, b, c] = [vehicle('a'), vehicle('b'), vehicle('c')]
  const moved = { ...a, mtime, position: { lat: 51.6, lng: -0.1 } }
  expect(vehiclesById(first)).toEqual([a, b, c])
  expect(vehiclesById(second)).toEqual([{ ...moved, status: 'busy' }, b, vehicle('d')])
  expect(second.departed[0]?.record).toEqual({ ...c, status: 'busy', type: 'van', changedSince })
  expect(vehiclesById(third)).toEqual([
    { ...moved, status: 'available' },
    b,
    { ...vehicle('d'), status: 'busy' },
  ])
})

test('an event that changes nothing keeps every column', () => {
  const { snapshot, delta } = createView()
  const before = snapshot([vehicle('a')])
  const after = delta({ meta: liveMeta({ ageMs: 400 }) })
  expect(after).not.toBe(before)
  expect(after.records).toBe(before.records)
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
})

test('a delta may begin another epoch, when it says which one it follows', () => {
  const { snapshot, delta } = createView()
  snapshot([vehicle('a')])
  delta({ epoch: 'f', after: 'e', upserts: [vehicle('b')] })
  const area = delta({ epoch: 'f', removed: ['a'] })
  expect(vehiclesById(area).map(({ id }) => id)).toEqual(['b'])
  expect(() => delta({ epoch: 'g' })).toThrow('a delta after epoch g, not f')
  expect(() => delta({ epoch: 'f', after: 'e' })).toThrow('a delta after epoch e, not f')
})

test('while an event is being applied, the area is the one before', () => {
  const { view, snapshot } = createView()
  const many = Array.from({ length: 2000 }, (_, at) => vehicle(`v-${at}`))
  const before = snapshot(many)
  const upserts = many.map(({ id }) => ({ id, status: 'busy' }))
  const data = { epoch: 'e', upserts, removed: [], departures: [], meta: liveMeta() }
  let steps = 0
  for (const _ of view.apply({ name: 'delta', data, id: 'e.9', arrivedAtMs: START_MS })) {
    steps += 1
    expect(view.toArea()).toBe(before)
  }
  expect(steps).toBeGreaterThan(2)
  expect(new Set(view.toArea()?.records.map((record) => record?.status))).toEqual(new Set(['busy']))
  expect(new Set(before.records.map((record) => record?.status))).toEqual(new Set(['available']))
})

test('100,000 vehicles: a snapshot, a delta and another snapshot end with the right list', () => {
  const { view, snapshot, delta } = createView()
  const all = Array.from({ length: 100_000 }, (_, at) =>
    vehicle(`v-${at}`, { position: { lat: at / 2000, lng: 0 } }),
  )
  snapshot(all)
  const upserts = all
    .slice(0, 10_000)
    .map(({ id }) => ({ id, status: 'busy', position: { lat: 1, lng: 90 } }))
  const removed = all.slice(90_000).map(({ id }) => id)
  const area = delta({ upserts, removed })
  expect(listed(area)).toHaveLength(90_000)
  expect(area.departed).toHaveLength(10_000)
  expect(area.records.filter((record) => record?.status === 'busy')).toHaveLength(10_000)
  expect(area.headings.filter((heading) => !Number.isNaN(heading))).toHaveLength(10_000)
  expect(area.records.every((record, slot) => !record || area.slotById.get(record.id) === slot)).toBe(true)
  const last = snapshot(all.slice(50_000))
  expect(listed(last)).toHaveLength(50_000)
  expect(last.records).toHaveLength(100_000)
  expect(last.departed).toHaveLength(50_000)
  expect(view.size).toBe(50_000)
})
