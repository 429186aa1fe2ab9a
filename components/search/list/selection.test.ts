import { expect, test } from 'vitest'
import { UNREADABLE } from '@/lib/interface/unreadable'
import type { DepartedVehicle } from '@/lib/live/client/live-area'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { departureInWords, findSelection, statusChangeOf } from './selection'

const known = emptyVehicle('a', { status: 'available' })
const departed: DepartedVehicle = { record: known, reason: 'left-area', now: null, leftAtMs: 0 }

test('a selected vehicle is that of the area', () => {
  expect(findSelection('a', areaOf([known]), null)).toMatchObject({
    vehicle: known,
    departed: null,
  })
  expect(findSelection('b', areaOf([known]), null)).toBeNull()
  expect(findSelection(null, areaOf([known]), null)).toBeNull()
})

test('a departed vehicle stays selected, with last known data once it is dropped', () => {
  const listed = findSelection('a', areaOf([known]), null)
  const left = findSelection('a', { ...areaOf([]), departed: [departed] }, listed)
  expect(left).toMatchObject({ vehicle: known, departed: { reason: 'left-area' } })
  expect(findSelection('a', areaOf([]), left)).toBe(left)
  expect(findSelection('b', areaOf([]), left)).toBeNull()
})

test('a vehicle of another search stays selected with last known data, not listed', () => {
  const listed = findSelection('a', areaOf([known]), null)
  expect(listed).toMatchObject({ isListed: true })
  const elsewhere = findSelection('a', areaOf([emptyVehicle('b')]), listed)
  expect(elsewhere).toMatchObject({ vehicle: known, departed: null, isListed: false })
  expect(findSelection('a', null, elsewhere)).toBe(elsewhere)
  expect(findSelection('a', areaOf([known]), elsewhere)).toMatchObject({ isListed: true })
})

test.each<[Partial<DepartedVehicle>, string]>([
  [{ reason: 'left-area' }, 'left the area'],
  [
    { reason: 'status-changed', now: emptyVehicle('a', { status: 'busy' }) },
    'status changed to busy',
  ],
  [{ reason: 'status-changed' }, 'status changed'],
  [{ reason: 'type-changed', now: emptyVehicle('a', { type: 'van' }) }, 'type changed to van'],
  [{ reason: 'not-found' }, 'no longer known to the service'],
  [{ reason: null }, 'no longer in the results'],
])('departure reason %o in words: %s', (fields, words) => {
  expect(departureInWords({ ...departed, ...fields })).toBe(words)
})

test('the tab says what became of the selected vehicle, also one that reports no status any more', () => {
  expect(statusChangeOf('KB-17', { to: 'on_trip' })).toBe('KB-17 is now on trip')
  expect(statusChangeOf('KB-17', { to: null })).toBe('KB-17 no longer reports a status')
  const unreadable = statusChangeOf('KB-17', { to: UNREADABLE })
  expect(unreadable).toBe('KB-17 now has an unreadable status')
  expect(statusChangeOf('سيارة 12', { to: 'busy' })).toBe('\u2068سيارة 12\u2069 is now busy')
})
