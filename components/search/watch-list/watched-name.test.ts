import { expect, it } from 'vitest'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { createVehicleNames } from '@/lib/api/queries/vehicle-names'
import { areaOf } from '@/lib/testing/search-area'
import { vehicle } from '@/lib/testing/vehicles'
import { watchedName } from './watched-name'

const unread = { id: 'v-7', our_ref: null, licence_plate: null, active_booking_id: null }
const listed: LiveVehicle = { ...vehicle('v-7'), directory: { ...unread, our_ref: 'KB-17' } }
const departed = { record: listed, reason: null, now: null, leftAtMs: 0 }
const names = createVehicleNames(new Map(), 'our_ref')

it('a vehicle starred just now has the name of its row, also when it leaves', () => {
  expect(watchedName(names, unread, areaOf([listed]))).toBe('KB-17')
  expect(watchedName(names, unread, { ...areaOf([]), departed: [departed] })).toBe('KB-17')
  expect(watchedName(names, { ...unread, our_ref: 'KB-18' }, areaOf([listed]))).toBe('KB-18')
  expect(watchedName(names, unread, null)).toBeNull()
})
