import { expect, test } from 'vitest'
import { haveSameStatus, isSameStatus, mergeSpellings, reportedStatus } from './statuses'
import { reportedValue, UNREADABLE } from './unreadable'

test.each([
  ['Available', 'available', true],
  ['on  trip', ' On-Trip ', true],
  ['on_trip', 'OnTrip', true],
  ['on trip', 'off trip', false],
  [null, null, true],
  [null, '', false],
])('%j and %j are one status: %j', (a, b, isOne) => expect(isSameStatus(a, b)).toBe(isOne))

test('spellings of one status are counted together, under a name that does not depend on their counts', () => {
  const counts = [
    ['On Trip', 1],
    ['ON TRIP', 9],
    ['AVAILABLE', 5],
    ['available', 2],
    ['', 3],
  ] as const
  const merged = [
    ['ON TRIP', 10],
    ['available', 7],
    ['', 3],
  ]
  expect([...mergeSpellings(counts)]).toEqual(merged)
  expect([...mergeSpellings(counts.toReversed())].toReversed()).toEqual(merged)
})

test('a status that came and is not read is neither a word nor missing', () => {
  const unreadable = { status: null, unreadable: ['status'] }
  const missing = { status: null, unreadable: ['position'] }
  expect(reportedStatus(unreadable)).toBe(UNREADABLE)
  expect(reportedStatus(missing)).toBeNull()
  expect(reportedStatus({ status: 'busy' })).toBe('busy')
  expect(haveSameStatus(unreadable, missing)).toBe(false)
  expect(haveSameStatus({ status: 'Busy' }, { status: 'busy' })).toBe(true)
})

test('a member of an object that is not read is not read either', () => {
  expect(reportedValue(null, 'totals.currency', ['totals'])).toBe(UNREADABLE)
  expect(reportedValue(null, 'totals.currency', ['totals.net'])).toBeNull()
})
