import { describe, expect, it } from 'vitest'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { namesOf, textUse } from './facts'

describe('fields of a group', () => {
  it('keep its order, without currencies', () => {
    expect(namesOf(vehicleFields, 'prices')).toEqual([
      'price_per_km',
      'price_per_minute',
      'extra_price_airport',
      'extra_price_parking',
    ])
    expect(namesOf(vehicleFields, 'record')).toEqual(['id', 'ctime', 'mtime', 'active_booking_id'])
  })

  it('leave out only currencies', () => {
    expect(namesOf(vehicleFields)).toHaveLength(Object.keys(vehicleFields).length - 4)
    expect(namesOf(bookingFields)).toHaveLength(Object.keys(bookingFields).length)
  })
})

it.each([
  ['driver_phone_number', 'phone'],
  ['owner_email', 'email'],
  ['image_url', 'picture'],
  ['active_booking_id', 'booking-id'],
  ['vehicle_id', 'vehicle-id'],
  ['vehicle_our_ref', 'vehicle-our-ref'],
  ['our_ref', 'key'],
  ['driver_name', 'text'],
])('%s is used as %s', (name, use) => expect(textUse(name)).toBe(use))
