import { expect, test } from 'vitest'
import type { DirectoryEntry, LiveVehicle } from '@/lib/api/contract/live'
import { createVehicleNames } from '@/lib/api/queries/names'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { filtersInWords, NO_FILTERS, passes } from './filters'

const named = (id: string, name: Partial<DirectoryEntry>): LiveVehicle => ({
  ...emptyVehicle(id, { make: 'Skoda' }),
  directory: { our_ref: null, licence_plate: null, active_booking_id: null, ...name },
})

const fleet = [
  named('1', { our_ref: 'KB-17', licence_plate: 'ABC 123' }),
  named('2', { our_ref: 'KB 170', licence_plate: 'M–AB 1' }),
  named('3', { our_ref: '٣-٤ تاكسي' }),
  named('4', {}),
  emptyVehicle('5', { make: 'KB17 Motors' }),
]
const names = createVehicleNames(
  new Map([['5', { our_ref: 'read here', licence_plate: null }]]),
  'our_ref',
)

test.each([
  ['kb-17', ['1', '2']],
  ['taxi 17', ['1', '2']],
  ['KB17', ['1', '2', '5']],
  ['b 17', ['1', '2']],
  ['abc123', ['1']],
  ['ABC-12', ['1']],
  ['b c 1 2', ['1']],
  ['mab1', ['2']],
  ['m-ab', ['2']],
  ['٣٤', ['3']],
  ['\u2068٣-٤ تاكسي\u2069', ['3']],
  ['read', ['5']],
  ['skoda', ['1', '2', '3', '4']],
  ['-', ['1', '3']],
  [' ', ['1', '2', '3', '4', '5']],
  ['K.B', ['1', '2']],
  ['(', []],
])('the text “%s” finds by reference, plate, make: %j', (text, ids) => {
  const isShown = passes({ ...NO_FILTERS, text }, names)
  expect(fleet.filter(isShown).map(({ id }) => id)).toEqual(ids)
})

test('filters and needs are described, those for a missing value too', () => {
  expect(
    filtersInWords({ ...NO_FILTERS, types: [''], status: ['', 'busy'], text: ' kb ' }),
  ).toEqual(['type not reported', 'no status or busy', '“kb”'])
  expect(filtersInWords({ seats: 5, load: null, function: 'wheelchair' })).toEqual([
    'at least 5 seats',
    'function wheelchair',
  ])
  expect(filtersInWords(NO_FILTERS)).toEqual([])
})
