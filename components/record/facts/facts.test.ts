import { describe, expect, it } from 'vitest'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { factsOf, pickFacts, textUse } from './facts'

const names = (facts: { name: string }[]) => facts.map(({ name }) => name)

describe('facts of a table', () => {
  it('keep its order, without currencies', () => {
    expect(names(factsOf(vehicleFields, 'prices'))).toEqual([
      'price_per_km',
      'price_per_minute',
      'extra_price_airport',
      'extra_price_parking',
    ])
    expect(names(factsOf(vehicleFields, 'record'))).toEqual(['id', 'ctime', 'mtime', 'active_booking_id'])
  })

  it('leave out only currencies', () => {
    expect(factsOf(vehicleFields)).toHaveLength(Object.keys(vehicleFields).length - 4)
    expect(factsOf(bookingFields)).toHaveLength(Object.keys(bookingFields).length)
  })

  it('keep the requested order', () => {
    expect(names(pickFacts(vehicleFields, ['year', 'make']))).toEqual(['year', 'make'])
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
