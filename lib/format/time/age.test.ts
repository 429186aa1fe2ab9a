import { expect, test } from 'vitest'
import { ageInWords, ageOf, ageStep, formatAge } from './age'

const received = Date.UTC(2026, 0, 1, 12, 0, 0)

const reading = { fetchedAtMs: received, mtimeServes: true }

test('an age is the time since the report, as long as it is looked at', () => {
  const age = ageOf({ mtime: '2026-01-01T11:59:48Z' }, reading, 3_000)
  expect(age).toEqual({
    ageMs: 15_000,
    from: 'report',
    unchanged: null,
    isClockAhead: false,
    isNever: false,
  })
  expect(ageInWords(age)).toBe('15s ago')
})

test.each([0, 10 * 60_000])(
  'a report ahead of the clock counts from when it was first seen, %d ms ago',
  (ms) => {
    const vehicle = { mtime: '2034-01-01T00:00:00Z', aheadSinceMs: received - ms }
    const age = ageOf(vehicle, reading, 3_000)
    expect(age).toMatchObject({ ageMs: ms + 3_000, from: 'report', isClockAhead: true })
    expect(ageInWords(age)).toBe(`${formatAge(ms + 3_000)} ago (clock ahead)`)
  },
)

test('a clock a few seconds ahead is not worth a word', () => {
  expect(ageInWords(ageOf({ mtime: '2026-01-01T12:00:02Z' }, reading, 3_000))).toBe('3s ago')
})

test.each([null, 'soon'])(
  'with the time %j a vehicle counts as reported when it was listed',
  (mtime) => {
    expect(ageOf({ mtime }, reading, 3_000)).toMatchObject({ ageMs: 3_000, from: 'seen' })
  },
)

test('so does every vehicle where mtime is no time of a report, and none of them is stale', () => {
  const old = { mtime: '2017-03-09T14:21:08.512+00:00' }
  for (const mtimeServes of [false, undefined]) {
    const age = ageOf(old, { ...reading, mtimeServes }, 600_000)
    expect([age.ageMs, ageStep(age), ageInWords(age)]).toEqual([600_000, 'fresh', 'seen 10m ago'])
  }
  expect(ageStep(ageOf(old, reading, 0))).toBe('stale')
})

test('then the words say since when position and status are as they are', () => {
  const words = (isBeginning: boolean) => {
    const changedSince = { atMs: received - 180_000, isBeginning }
    return ageInWords(ageOf({ mtime: null, changedSince }, reading, 4_000))
  }
  expect(words(true)).toBe('seen 4s ago, changed 3m ago')
  expect(words(false)).toBe('seen 4s ago, unchanged for at least 3m')
})

test('a clock’s zero is no age', () => {
  const zero = { mtime: '0001-01-01T00:00:00Z' }
  expect(ageInWords(ageOf(zero, reading, 4_000))).toBe('never reported')
  const listed = ageOf(zero, { ...reading, mtimeServes: false }, 4_000)
  expect([ageStep(listed), ageInWords(listed)]).toEqual(['fresh', 'seen 4s ago, never reported'])
})

test.each([
  [0, 'fresh', '0s'],
  [59_999, 'fresh', '59s'],
  [60_000, 'ageing', '1m'],
  [300_000, 'stale', '5m'],
  [7_200_000, 'stale', '2h'],
  [200_000_000, 'stale', '2d'],
])('%d ms is %s and reads %s', (ms, step, text) => {
  expect(ageStep({ ageMs: ms, from: 'report' })).toBe(step)
  expect(formatAge(ms)).toBe(text)
})
