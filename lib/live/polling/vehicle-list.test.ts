import { expect, test } from 'vitest'
import type { LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { createTestClock } from '@/lib/testing/clock'
import { vehicle } from '@/lib/testing/vehicles'
import { patchOf } from './patch'
import type { Sweep } from './sweep'
import { type Annotate, createVehicleList, type Difference } from './vehicle-list'

function listOf(vehiclesMaximum: number) {
  const list = createVehicleList(() => 2 * vehiclesMaximum, createTestClock())
  const take = async (sweep: ReturnType<typeof swept>): Promise<Difference> => {
    const { difference, commit } = await list.diff(sweep)
    commit()
    return difference
  }
  return { list, take }
}

function swept(ids: readonly string[], incomplete: Sweep['incomplete'] = null, dropped = 0) {
  return { vehicles: new Map(ids.map((id) => [id, vehicle(id)])), incomplete, dropped }
}

test('a patch holds the id and the fields that changed, whatever mtime says', () => {
  const before = vehicle('a')
  const changes: Partial<VehicleSearchObject>[] = [
    { position: { lat: 51.5, lng: -0.2 } },
    { position: null },
    { status: 'busy' },
    { mtime: '2026-01-01T12:00:00Z' },
    { functions: ['airport'] },
    { functions: ['passenger', 'airport'] },
    { functions: null },
    { price_per_km: 0 },
    { price_per_km: null },
    { make: null, image_url: 'https://pictures.example/1' },
  ]
  for (const change of changes) {
    expect(patchOf(before, vehicle('a', change), {})).toEqual({ id: 'a', ...change })
    expect(patchOf(vehicle('a', change), before, {})).toEqual({
      id: 'a',
      ...Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof typeof before]])),
    })
  }
  expect(
    patchOf(before, vehicle('a', { position: { lat: 51.5, lng: -0.1 }, functions: ['passenger'] })),
  ).toBeNull()
})

test('annotations are compared by value; one that is no longer known is null', () => {
  const directory = { our_ref: 'CAB 1', licence_plate: 'AB 12', active_booking_id: null }
  const statusSince = { atMs: 1000, isBeginning: true }
  const before = vehicle('a', { directory, statusSince })
  const same = { directory: { ...directory }, statusSince: { ...statusSince } }
  expect(patchOf(before, vehicle('a'), same)).toBeNull()
  expect(patchOf(before, vehicle('a', same))).toBeNull()
  expect(patchOf(vehicle('a'), vehicle('a'), { directory: null })).toBeNull()
  const changes = [
    { directory: { ...directory, our_ref: null } },
    { directory: { ...directory, licence_plate: 'AB 13' } },
    { directory: { ...directory, active_booking_id: 'B-1' } },
    { statusSince: { ...statusSince, atMs: 2000 } },
    { statusSince: { ...statusSince, isBeginning: false } },
    { aheadSinceMs: 3000 },
  ]
  for (const change of changes) {
    expect(patchOf(before, vehicle('a'), { ...same, ...change })).toEqual({ id: 'a', ...change })
  }
  expect(patchOf(before, vehicle('a', { status: 'busy' }), {})).toEqual({
    id: 'a',
    status: 'busy',
    directory: null,
    statusSince: null,
  })
})

test('a change of position or status is one at the time of its list; a list with annotations says when it was', async () => {
  const { list } = listOf(10)
  const since = { atMs: 1000, isBeginning: false }
  const take = async (
    fields: Partial<LiveVehicle>,
    annotate?: Annotate,
    fetchedAt?: string,
  ): Promise<readonly VehiclePatch[]> => {
    const sweep = { vehicles: new Map([['a', vehicle('a', fields)]]), incomplete: null, dropped: 0 }
    const { difference, commit } = await list.diff(sweep, annotate)
    commit(fetchedAt)
    return difference.upserts
  }
  const seen = () => list.records()[0]?.changedSince
  const annotate = () => ({ changedSince: since })
  await take({}, annotate, '1970-01-01T00:00:02Z')
  expect(seen()).toEqual(since)
  expect(await take({ mtime: null }, annotate, '1970-01-01T00:00:03Z')).toEqual([{ id: 'a', mtime: null }])
  expect(seen()).toEqual(since)
  expect(await take({ status: 'busy' }, annotate, '1970-01-01T00:00:04Z')).not.toHaveProperty(
    '0.changedSince',
  )
  expect(seen()).toEqual({ atMs: 4000, isBeginning: true })
  expect(await take({ status: 'free', changedSince: since })).toMatchObject([{ changedSince: since }])
  expect(seen()).toEqual(since)
  list.apply({ upserts: [{ id: 'a', position: null }], removed: [] }, '1970-01-01T00:00:05Z')
  expect(seen()).toEqual({ atMs: 5000, isBeginning: true })
})

test.each(['cap', 'cursor-repeated', 'cursor-unreadable', 'failed'] as const)(
  'a sweep that ended by %s removes nothing',
  async (end) => {
    const { take } = listOf(10)
    await take(swept(['a', 'b', 'c']))
    expect(await take(swept(['a'], end))).toMatchObject({ removed: [], left: [] })
    expect(await take(swept(['a']))).toMatchObject({ removed: ['b', 'c'], left: [{ id: 'b' }, { id: 'c' }] })
  },
)

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
  for (const ids of [
    ['a', 'b'],
    ['c', 'd'],
    ['a', 'c'],
  ]) {
    expect((await take(swept(ids, 'cap'))).removed).toEqual([])
  }
  expect(await take(swept(['e', 'f'], 'cap'))).toMatchObject({ removed: ['b', 'd'], left: [] })
  expect(
    list
      .records()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['a', 'c', 'e', 'f'])
})

test('a diff changes nothing before its commit', async () => {
  const { list, take } = listOf(10)
  await take(swept(['a', 'b']))
  const { difference, commit } = await list.diff(swept(['b', 'c']))
  expect(list.records().map(({ id }) => id)).toEqual(['a', 'b'])
  expect(difference).toMatchObject({ upserts: [{ id: 'c' }], removed: ['a'] })
  commit()
  expect(list.records().map(({ id }) => id)).toEqual(['b', 'c'])
})
