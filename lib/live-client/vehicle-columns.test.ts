import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/contract/live'
import { vehicle } from '@/lib/testing/vehicles'
import { Trails } from './trails'
import { Columns } from './vehicle-columns'

function columnsOf(...vehicles: LiveVehicle[]) {
  const columns = new Columns(new Trails())
  for (const one of vehicles) columns.add(one, null)
  return columns
}

/** Counts as they are after the changes, and as counted from scratch. */
function counts({ copy: { counts, unplaced, records } }: Columns) {
  const known = records.filter((record) => record !== undefined)
  const scratch = columnsOf(...known).copy
  return [
    { counts, unplaced: unplaced.length },
    { counts: scratch.counts, unplaced: scratch.unplaced.length },
  ]
}

test.each<[string, Partial<LiveVehicle>]>([
  ['status', { status: null }],
  ['functions', { functions: ['parcel', 'parcel', 'passenger'] }],
  ['functions that are not reported', { functions: null }],
  ['type', { type: null }],
  ['position', { position: null }],
])('a copy has the counts of then, and one after another %s the counts of now', (_, patch) => {
  const columns = columnsOf(vehicle('a'), vehicle('b'))
  const before = columns.copy
  const kept = structuredClone({ counts: before.counts, unplaced: before.unplaced })
  for (const change of [patch, vehicle('a')]) {
    columns.patch(0, change)
    const [now, scratch] = counts(columns)
    expect(now).toEqual(scratch)
    expect(change === patch ? now : null).not.toEqual({ counts: kept.counts, unplaced: 0 })
  }
  expect({ counts: before.counts, unplaced: before.unplaced }).toEqual(kept)
})

test('columns that begin with a copy leave it as it is, keep slots and generations, and use free slots', () => {
  const first = columnsOf(vehicle('a'), vehicle('b'), vehicle('c'))
  first.remove('b')
  const base = first.copy
  const { records, counts: baseCounts, generations, unplaced } = base
  const kept = structuredClone({ records, baseCounts, generations, unplaced })
  const columns = Columns.of(base, new Trails())
  columns.move(0, 52, 1)
  columns.report(2, null)
  columns.since(2, 5, true)
  columns.since(2, 5, false)
  columns.patch(0, { status: 'busy', type: null })
  columns.remove('c')
  columns.add(vehicle('d', { position: null }), null)
  columns.add(vehicle('e'), null)
  columns.beginTrails()
  const { copy } = columns
  expect(copy.records.map((record) => record?.id)).toEqual(['a', 'e', 'd'])
  expect(copy.records[0]).toEqual({
    ...vehicle('a'),
    position: { lat: 52, lng: 1 },
    status: 'busy',
    type: null,
  })
  expect(copy.generations[0]).toBe(base.generations[0])
  expect(new Set([...copy.generations, ...base.generations]).size).toBe(5)
  expect([...copy.headings]).toEqual([Number.NaN, Number.NaN, Number.NaN])
  expect(counts(columns)[0]).toEqual(counts(columns)[1])
  expect(first.copy).toBe(base)
  expect({ records, baseCounts, generations, unplaced }).toEqual(kept)
})

test('since when is another where the time or the beginning is', () => {
  const columns = columnsOf(vehicle('a'))
  const seen = (
    [
      [5, true],
      [5, false],
      [6, false],
    ] as const
  ).map(([atMs, isBeginning]) => {
    columns.since(0, atMs, isBeginning)
    return columns.copy.records[0]?.statusSince
  })
  expect(seen.map((since) => [since?.atMs, since?.isBeginning])).toEqual([
    [5, true],
    [5, false],
    [6, false],
  ])
})
