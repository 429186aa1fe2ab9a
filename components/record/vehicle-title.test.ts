import { expect, it } from 'vitest'
import type { Vehicle } from '@/lib/interface/resources'
import { readVehicle } from '@/lib/testing/read-records'
import { vehicleHeading, vehicleTabTitle, vehicleTitle } from './vehicle-title'

const vehicle = (fields: object) => readVehicle({ id: 'v-7', ...fields })?.record as Vehicle

it.each([
  [{ make: 'Toyota', type: 'car', licence_plate: 'AB21 CDE' }, 'AB21 CDE · Toyota'],
  [{ our_ref: 'KB-17', make: 'Toyota', licence_plate: 'AB21 CDE' }, 'KB-17 · AB21 CDE · Toyota'],
  [{ our_ref: 'KB-17' }, 'KB-17'],
  [{ type: 'car' }, 'Car'],
  [{ make: 'Urban', type: 'cargo_bike' }, 'Urban · Cargo bike'],
  [{ make: '', licence_plate: '' }, 'v-7'],
  [{ our_ref: '  ', make: 'Toyota' }, 'Toyota'],
  [{ make: 'a\u202eb' }, 'a\ufffdb'],
  [{ our_ref: 'متاح', licence_plate: '12' }, '\u2068متاح\u2069 · 12'],
])('%j is called %s', (fields, title) =>
  expect(vehicleTitle(vehicle(fields), 'our_ref')).toBe(title),
)

it.each([
  [{ our_ref: 'KB-17', make: 'Toyota Prius', licence_plate: 'AB21 CDE' }, 'KB-17 · Toyota Prius'],
  [{ make: 'Toyota Prius', licence_plate: 'AB21 CDE' }, 'AB21 CDE · Toyota Prius'],
  [{}, 'v-7'],
])('in short, %j is %s', (fields, name) =>
  expect(vehicleTabTitle(vehicle(fields), 'our_ref')).toBe(name),
)

it('comes first by its plate where that is chosen', () => {
  const both = vehicle({ our_ref: 'KB-17', make: 'Toyota', licence_plate: 'AB21 CDE' })
  expect(vehicleTitle(both, 'licence_plate')).toBe('AB21 CDE · KB-17 · Toyota')
  expect(vehicleTabTitle(both, 'licence_plate')).toBe('AB21 CDE · Toyota')
  expect(vehicleTabTitle(vehicle({ our_ref: 'KB-17' }), 'licence_plate')).toBe('KB-17')
})

it.each([
  [
    { our_ref: 'KB-17', make: 'Prius', type: 'mpv', licence_plate: 'AB 1' },
    'KB-17',
    'AB 1 · Prius · MPV',
  ],
  [{ our_ref: 'KB-17', type: 'car' }, 'KB-17', 'Car'],
  [{ make: 'Urban', type: 'cargo_bike' }, 'Urban', 'Cargo bike'],
  [{}, 'v-7', ''],
])('the heading of %j is %s, with %s below', (fields, name, details) =>
  expect(vehicleHeading(vehicle(fields), 'our_ref')).toEqual({ name, details }),
)
