import { expect, test } from 'vitest'
import { readAnyBooking } from '@/lib/interface/readers'
import { driverText } from './driver-text'

test('a driver gets time, places, customer and number; what is not known is left out', () => {
  const booking = {
    our_ref: 'JOB-7',
    from_label: 'Pier 4',
    customer_name: 'Robin\u202eVale',
    customer_phone_number: '+44 7700 900412',
  }
  expect(driverText(readAnyBooking(booking).record, 'today 16:04').split('\n')).toEqual([
    'Pick-up: today 16:04',
    'From: Pier 4',
    expect.stringMatching(/^Customer: Robin.*Vale$/),
    'Phone: +44 7700 900412',
    'Booking: JOB-7',
  ])
})
