import { expect, it } from 'vitest'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { namesOf, textUse } from './facts'

it('fields of a group keep its order, without currencies, which alone are left out', () => {
  const prices = 'price_per_km price_per_minute extra_price_airport extra_price_parking'
  expect(namesOf(vehicleFields, 'prices').join(' ')).toBe(prices)
  expect(namesOf(vehicleFields, 'record')).toEqual(['id', 'ctime', 'mtime', 'active_booking_id'])
  expect(namesOf(vehicleFields)).toHaveLength(Object.keys(vehicleFields).length - 4)
  expect(namesOf(bookingFields)).toHaveLength(Object.keys(bookingFields).length)
})

it.each([
  ['driver_phone_number', 'phone'],
  ['owner_email', 'email'],
  ['active_booking_id', 'booking-id'],
  ['vehicle_id', 'vehicle-id'],
  ['vehicle_our_ref', 'vehicle-our-ref'],
  ['our_ref', 'key'],
  ['driver_name', 'text'],
])('%s is used as %s', (name, use) => expect(textUse(name)).toBe(use))
