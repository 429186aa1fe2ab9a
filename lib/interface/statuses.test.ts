import { expect, test } from 'vitest'
import { isSameStatus, mergeSpellings } from './statuses'

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
