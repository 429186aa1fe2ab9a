import { expect, it } from 'vitest'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf } from '@/lib/interface/fields/fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { fieldStates, unknownNames } from './fields'

function stateOf(record: object, name: string) {
  const { state, time } = fieldStates(bookingFields, record).find((one) => one.name === name) ?? {}
  return [state, time]
}

it.each([
  ['present', { status: 'pending' }],
  ['missing', {}],
  ['null', { status: null }],
  ['other-type', { status: 7 }],
])('the fields of a record are %s', (state, record) =>
  expect(stateOf(record, 'status')).toEqual([state, null]),
)

it('the fields of a record that are null by specification are present', () => {
  const states = fieldStates(vehicleFields, { active_booking_id: null, our_ref: null })
  const present = states.filter(({ state }) => state === 'present').map(({ name }) => name)
  expect(present).toEqual(['active_booking_id'])
})

it.each([
  ['2026-05-01T08:30:00.250Z', 'iso-utc'],
  ['2026-05-01T10:30:00+02:00', 'iso-offset'],
  ['2026-05-01 08:30:00.250 GMT', 'gmt'],
  ['1 May', null],
])('the fields of a record that hold the time %s are recognised as %s', (ctime, format) =>
  expect(stateOf({ ctime }, 'ctime')).toEqual(['present', format]),
)

it('the fields of a record include the members of totals and positions', () => {
  const names = fieldStates(bookingFields, exampleOf(bookingFields)).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['totals.net', 'from_position.lat', 'to_position.lng']),
  )
  expect(stateOf({ totals: { net: '1,5' } }, 'totals.net')).toEqual(['other-type', null])
  expect(stateOf({ totals: { net: '1.5' } }, 'totals.net')).toEqual(['present', null])
  expect(stateOf({ totals: 7 }, 'totals')).toEqual(['other-type', null])
})

it('the fields of a record outside the table are listed by name', () => {
  const record = JSON.parse('{"status": "", "__proto__": 1, "constructor": 2}')
  expect(unknownNames(bookingFields, record)).toEqual(['__proto__', 'constructor'])
})
