import { expect, test } from 'vitest'
import type { Annotation, ListedRow, LiveVehicle } from '@/lib/api/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { createTestClock } from '@/lib/testing/clock'
import { AREA } from '@/lib/testing/live/live-area'
import { liveMeta, vehicle } from '@/lib/testing/vehicles'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { CollectedPages } from './collected-pages'
import { ListComparison } from './list-comparison'
import type { Sweep } from './sweep'

/** Applies sweeps to a list, and says by ids what they changed. */
function listOf(vehiclesMaximum: number) {
  const list = new VehicleTable()
  const comparison = new ListComparison(AREA, {
    list: () => list,
    keptMaximum: () => 2 * vehiclesMaximum,
    clock: createTestClock(),
  })
  let sequence = 0
  const take = async (sweep: Sweep, annotation: Annotation = {}) => {
    const before = [...list.records]
    const { difference, left, size } = await comparison.compareSweep(sweep, () => annotation)
    expect([...list.records]).toEqual(before)
    const head = { version: `e.${sequence++}`, after: list.version, atMs: 0, departures: [] }
    for (const _ of list.apply({ ...head, meta: liveMeta(), ...difference }));
    comparison.applied(head.version)
    expect(list.size).toBe(size)
    const after = new Set(list.ids())
    const removed = before.flatMap((record) => (record && !after.has(record.id) ? record.id : []))
    const fields = difference.fields.map(([name, , values]) => [name, values?.[0]])
    return { removed, left, fields: Object.fromEntries(fields), moved: difference.moved.length }
  }
  return { list, take }
}

function swept(
  ids: readonly string[],
  incomplete: Sweep['incomplete'] = null,
  dropped = 0,
  fields: Partial<VehicleSearchObject> = {},
  atMs = 0,
  isSettled = incomplete === null,
): Sweep {
  return {
    vehicles: new Map(ids.map((id) => [id, vehicle(id, fields)])),
    incomplete,
    isSettled,
    dropped,
    failure: null,
    pages: 1,
    total: null,
    query: null,
    unreadable: 0,
    inOtherForms: 0,
    arrivals: [],
    fetchedAt: new Date(atMs).toISOString(),
  }
}

test('what changed is the fields that differ, whatever mtime says', async () => {
  const { take } = listOf(10)
  const changedSince = { atMs: 7000, isBeginning: true }
  await take(swept(['a']))
  const change = (fields: Partial<VehicleSearchObject>) => take(swept(['a'], null, 0, fields, 7000))
  const moved = { lat: 51.5, lng: -0.2 }
  expect(await change({ position: moved })).toMatchObject({ moved: 1, fields: { changedSince } })
  const price = { price_per_km: 0 }
  expect(await change({ position: moved, ...price })).toMatchObject({ moved: 0, fields: price })
  const without = { position: null, price_per_km: 1.2 }
  expect(await change({ position: null })).toMatchObject({ moved: 0, fields: without })
  const functions = ['airport']
  expect((await change({ position: null, functions })).fields).toEqual({ functions })
  expect((await change({ position: null, functions: [...functions] })).fields).toEqual({})
  const none = { functions: null, make: null }
  expect((await change({ position: null, ...none })).fields).toEqual(none)
})

test('a status in another spelling is the same one: it changed at no time', async () => {
  const { list, take } = listOf(10)
  await take(swept(['a'], null, 0, { status: 'On trip' }))
  await take(swept(['a'], null, 0, { status: 'ON TRIP ' }, 7000))
  expect(list.get('a')).toMatchObject({ status: 'ON TRIP ', changedSince: undefined })
})

test('what the reading of a row found stays with its vehicle, until it is as specified', async () => {
  const { take } = listOf(10)
  const odd = { unreadable: ['year'], forms: { position: 'text' } } as const
  const rowWith = (remarks: Partial<ListedRow>) => {
    const sweep = swept(['a'])
    return take({ ...sweep, vehicles: new Map([['a', { ...vehicle('a'), ...remarks }]]) })
  }
  await rowWith({})
  expect((await rowWith(odd)).fields).toEqual(odd)
  expect((await rowWith({ unreadable: ['year'], forms: { position: 'text' } })).fields).toEqual({})
  expect((await rowWith({})).fields).toEqual({ unreadable: undefined, forms: undefined })
})

test('rows of another form and unreadable ones are named and counted, whatever their ids', () => {
  const pages = new CollectedPages()
  const vehicles = ['a', 'constructor', '__proto__'].map((id) => vehicle(id))
  const ids = (value: unknown) => Object.fromEntries([['__proto__', value]])
  const data = {
    query: null,
    next_cursor: null,
    isCut: false,
    total: null,
    vehicles,
    unreadable: ids(['year']) as Record<string, string[]>,
    forms: { a: { position: 'text' } } as const,
  }
  const { fresh } = pages.add({ data, dropped: 0, fetchedAt: new Date(0).toISOString() }, 10)
  expect(fresh.map(({ unreadable, forms }) => [unreadable, forms])).toEqual([
    [undefined, { position: 'text' }],
    [undefined, undefined],
    [['year'], undefined],
  ])
  expect([pages.unreadable, pages.inOtherForms]).toEqual([1, 1])
})

test('annotations are compared by value; one that is no longer known is null', async () => {
  const { take } = listOf(10)
  const directory = { our_ref: 'CAB 1', licence_plate: 'AB 12', active_booking_id: null }
  const statusSince = { atMs: 1000, isBeginning: true }
  const fieldsAfter = async (annotation: Annotation) =>
    (await take(swept(['a']), annotation)).fields
  await fieldsAfter({})
  expect(await fieldsAfter({ directory: null })).toEqual({})
  expect(await fieldsAfter({ directory, statusSince })).toEqual({ directory, statusSince })
  expect(
    await fieldsAfter({ directory: { ...directory }, statusSince: { ...statusSince } }),
  ).toEqual({})
  const other = { ...directory, licence_plate: 'AB 13' }
  expect(await fieldsAfter({ directory: other, statusSince })).toEqual({ directory: other })
  expect(await fieldsAfter({ directory: other, statusSince, aheadSinceMs: 3000 })).toEqual({
    aheadSinceMs: 3000,
  })
  expect(await fieldsAfter({})).toEqual({ directory: null, statusSince: null, aheadSinceMs: null })
})

test('a change of position or status is one at the time of its list; otherwise it is as it was seen', async () => {
  const { list, take } = listOf(10)
  const changedSince = { atMs: 1000, isBeginning: false }
  const seen = () => (list.get('a') as LiveVehicle).changedSince
  const at = (atMs: number, fields: Partial<VehicleSearchObject>) =>
    take(swept(['a'], null, 0, fields, atMs), { changedSince })
  await at(2000, {})
  expect(seen()).toEqual(changedSince)
  await at(3000, { mtime: null })
  expect(seen()).toEqual(changedSince)
  await at(4000, { status: 'busy' })
  expect(seen()).toEqual({ atMs: 4000, isBeginning: true })
  await at(5000, { status: 'busy', position: null })
  expect(seen()).toEqual({ atMs: 5000, isBeginning: true })
})

test('an unreadable row may be one of the missing vehicles: keep as many, those seen last', async () => {
  const { take } = listOf(10)
  await take(swept(['a', 'b', 'c', 'd']))
  expect((await take(swept([], null, 4))).removed).toEqual([])
  expect((await take(swept(['b', 'c', 'd'], null, 1))).removed).toEqual([])
  expect((await take(swept(['c', 'd'], null, 1))).removed).toEqual(['a'])
  expect((await take(swept(['b', 'c', 'd']))).removed).toEqual([])
  expect((await take(swept(['c', 'd']))).removed).toEqual(['b'])
})

test('incomplete sweeps keep at most twice the cap and drop the longest unseen', async () => {
  const { list, take } = listOf(2)
  for (const ids of ['ab', 'cd', 'ac'])
    expect((await take(swept([...ids], 'cap'))).removed).toEqual([])
  expect(await take(swept(['e', 'f'], 'cap'))).toMatchObject({ removed: ['b', 'd'], left: [] })
  expect([...list.ids()].sort()).toEqual(['a', 'c', 'e', 'f'])
})
