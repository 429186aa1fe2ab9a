import { expect, it } from 'vitest'
import { readVehicle } from '@/lib/interface/readers'
import type { Vehicle } from '@/lib/interface/resources'
import { vehicleTabTitle, vehicleTitle } from './vehicle-title'

const vehicle = (fields: object) => readVehicle({ id: 'v-7', ...fields })?.record as Vehicle

it.each([
  [{ make: 'Toyota', type: 'car', licence_plate: 'AB21 CDE' }, 'Toyota · AB21 CDE'],
  [{ our_ref: 'KB-17', make: 'Toyota', licence_plate: 'AB21 CDE' }, 'KB-17 · Toyota · AB21 CDE'],
  [{ our_ref: 'KB-17' }, 'KB-17'],
  [{ type: 'car' }, 'car'],
  [{ make: 'Toyota', type: 'car' }, 'Toyota · car'],
  [{ make: '', licence_plate: '' }, 'v-7'],
  [{ make: 'a\u202eb' }, 'a\ufffdb'],
])('%j is called %s', (fields, title) => expect(vehicleTitle(vehicle(fields))).toBe(title))

it.each([
  [{ our_ref: 'KB-17', make: 'Toyota Prius', licence_plate: 'AB21 CDE' }, 'KB-17 · Toyota Prius'],
  [{ make: 'Toyota Prius', licence_plate: 'AB21 CDE' }, 'v-7 · Toyota Prius'],
  [{}, 'v-7'],
])('in short, %j is %s', (fields, name) => expect(vehicleTabTitle(vehicle(fields))).toBe(name))
