import { expect, test } from 'vitest'
import type { DepartedVehicle } from '@/lib/live-client/live-area'
import { areaOf, vehicle } from '@/lib/testing/search-area'
import { departureInWords } from './departure-words'
import { findSelection } from './selection'

const known = vehicle('a', { status: 'available' })
const ghost: DepartedVehicle = { record: known, reason: 'left-area', now: null, leftAtMs: 0 }

test('a selected vehicle is what the area says of it', () => {
  expect(findSelection('a', areaOf([known]), null)).toMatchObject({ vehicle: known, ghost: null })
  expect(findSelection('b', areaOf([known]), null)).toBeNull()
  expect(findSelection(null, areaOf([known]), null)).toBeNull()
})

test('one that left stays selected as its ghost, and as it was known when the ghost is gone', () => {
  const listed = findSelection('a', areaOf([known]), null)
  const left = findSelection('a', { ...areaOf([]), departed: [ghost] }, listed)
  expect(left).toMatchObject({ vehicle: known, ghost: { reason: 'left-area' } })
  expect(findSelection('a', areaOf([]), left)).toBe(left)
  expect(findSelection('b', areaOf([]), left)).toBeNull()
})

test('one of another search stays selected as it was last seen, and is known not to be listed', () => {
  const listed = findSelection('a', areaOf([known]), null)
  expect(listed).toMatchObject({ isListed: true })
  const elsewhere = findSelection('a', areaOf([vehicle('b')]), listed)
  expect(elsewhere).toMatchObject({ vehicle: known, ghost: null, isListed: false })
  expect(findSelection('a', null, elsewhere)).toBe(elsewhere)
  expect(findSelection('a', areaOf([known]), elsewhere)).toMatchObject({ isListed: true })
})

test.each<[Partial<DepartedVehicle>, string]>([
  [{ reason: 'left-area' }, 'left the area'],
  [{ reason: 'status-changed', now: vehicle('a', { status: 'busy' }) }, 'its status changed to busy'],
  [{ reason: 'status-changed' }, 'its status changed'],
  [{ reason: 'type-changed', now: vehicle('a', { type: 'van' }) }, 'its type changed to van'],
  [{ reason: 'not-found' }, 'the service no longer knows it'],
  [{ reason: null }, 'no longer in the results'],
])('why it left, %o, in words: %s', (fields, words) => {
  expect(departureInWords({ ...ghost, ...fields })).toBe(words)
})
