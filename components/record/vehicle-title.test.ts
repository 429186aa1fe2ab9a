import { expect, it } from 'vitest'
import { readVehicle } from '@/lib/interface/readers'
import type { Vehicle } from '@/lib/interface/resources'
import { vehicleTitle } from './vehicle-title'

const vehicle = (fields: object) => readVehicle({ id: 'v-7', ...fields })?.record as Vehicle

it.each([
  [{ make: 'Toyota', type: 'car', licence_plate: 'AB21 CDE' }, 'Toyota · AB21 CDE'],
  [{ type: 'car' }, 'car'],
  [{ make: 'Toyota', type: 'car' }, 'Toyota · car'],
  [{ make: '', licence_plate: '' }, 'v-7'],
  [{ make: 'a\u202eb' }, 'a\ufffdb'],
])('%j is called %s', (fields, title) => expect(vehicleTitle(vehicle(fields))).toBe(title))
