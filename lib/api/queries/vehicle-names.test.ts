import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { VehicleName } from '@/lib/interface/vehicle-name'
import { createVehicleNames, keepVehicleNames, namesKnownNow, vehicleNamesQuery } from './names'

const directory = (name: Partial<VehicleName>) => ({
  our_ref: null,
  licence_plate: null,
  active_booking_id: null,
  ...name,
})

function kept(...vehicles: Parameters<typeof keepVehicleNames>[1]) {
  const client = new QueryClient()
  for (const vehicle of vehicles) keepVehicleNames(client, [vehicle])
  return client.getQueryData(vehicleNamesQuery.queryKey) ?? new Map()
}

const read = kept(
  { id: 'a', our_ref: 'KB-17', licence_plate: 'KB23 XYZ' },
  { id: 'b', our_ref: null, licence_plate: 'KB24 ABC' },
  { id: 'c', our_ref: null, licence_plate: null },
)
const ids = ['a', 'b', 'c', 'd']

test('a vehicle is shown by the chosen name, else by the other, else by none', () => {
  const shown = (first: keyof VehicleName) =>
    ids.map((id) => createVehicleNames(read, first).shown({ id }))
  expect(shown('our_ref')).toEqual(['KB-17', 'KB24 ABC', null, null])
  expect(shown('licence_plate')).toEqual(['KB23 XYZ', 'KB24 ABC', null, null])
})

test('the directory comes first; what it lacks is taken from what was read here', () => {
  const names = createVehicleNames(read, 'our_ref')
  expect(names.shown({ id: 'a', directory: directory({ our_ref: 'KB-18' }) })).toBe('KB-18')
  const both = { our_ref: 'KB-18', licence_plate: 'KB23 XYZ' }
  expect(names.of({ id: 'a', directory: directory({ our_ref: 'KB-18' }) })).toEqual(both)
  expect(names.shown({ id: 'c', directory: directory({ licence_plate: 'D 1' }) })).toBe('D 1')
  expect(names.shown({ id: 'a', directory: null })).toBe('KB-17')
  expect(names.shown({ id: 'd', directory: directory({}) })).toBeNull()
})

test('a recorded vehicle has the names known now', () => {
  const now = new Map([
    ['e', directory({ our_ref: 'KB-2', licence_plate: 'P 2' })],
    ['f', directory({ our_ref: 'KB-3' })],
    ['g', null],
  ])
  const names = namesKnownNow(createVehicleNames(read, 'our_ref'), (id) => now.get(id))
  const then = directory({ our_ref: 'KB-1', licence_plate: 'P 1' })
  const shown = ['e', 'f', 'g', 'h'].map((id) => names.shown({ id, directory: then }))
  expect(shown).toEqual(['KB-2', 'KB-3', 'KB-1', 'KB-1'])
  expect(names.of({ id: 'f', directory: then })).toMatchObject({
    our_ref: 'KB-3',
    licence_plate: 'P 1',
  })
  // Before its record was read.
  expect([names.shown({ id: 'e', directory: null }), names.shown({ id: 'e' })]).toEqual([
    'KB-2',
    'KB-2',
  ])
})

test('a name of spaces or invisible characters alone counts as none', () => {
  const names = createVehicleNames(kept(), 'our_ref')
  const shown = (name: Partial<VehicleName>) => names.shown({ id: 'a', directory: directory(name) })
  expect(shown({ our_ref: '   ', licence_plate: 'ABC 123' })).toBe('ABC 123')
  expect(shown({ our_ref: '\u200b\u200b', licence_plate: '' })).toBeNull()
  expect(shown({ our_ref: ' KB 17 ' })).toBe(' KB 17 ')
})

test('a booking, which has no plate, leaves the plate that a record had', () => {
  const names = kept({ id: 'a', our_ref: 'old', licence_plate: 'P' }, { id: 'a', our_ref: 'KB-9' })
  expect([...names]).toEqual([['a', { our_ref: 'KB-9', licence_plate: 'P' }]])
})

test('the oldest of more than 5,000 names are dropped', () => {
  const client = new QueryClient()
  const many = Array.from({ length: 5_001 }, (_, index) => ({
    id: String(index),
    our_ref: `KB-${index}`,
  }))
  keepVehicleNames(client, many)
  keepVehicleNames(client, [{ id: '1', our_ref: 'again' }])
  keepVehicleNames(client, [{ id: 'new', our_ref: 'new' }])
  const ids = [...(client.getQueryData(vehicleNamesQuery.queryKey)?.keys() ?? [])]
  expect([ids.length, ids[0], ids.at(-2), ids.at(-1)]).toEqual([5_000, '3', '1', 'new'])
})

test('they outlive the five minutes of other answers', () => {
  const client = new QueryClient()
  keepVehicleNames(client, [{ id: 'a', our_ref: 'KB-17' }])
  const query = client.getQueryCache().find(vehicleNamesQuery)
  expect(query?.options.gcTime).toBe(Number.POSITIVE_INFINITY)
})
