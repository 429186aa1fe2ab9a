import { expect, test } from 'vitest'
import {
  formatDuration,
  shortTimeInStatus,
  timeInStatus,
  timeInStatusWords,
} from './time-in-status'

const now = Date.UTC(2026, 0, 1, 12)
const MINUTE = 60_000

test.each([
  [0, true, '< 1 min', 'for less than a minute'],
  [14 * MINUTE, true, '14 min', 'for 14 min'],
  [14 * MINUTE, false, '≥ 14 min', 'for at least 14 min'],
  [MINUTE - 1, false, null, null],
  [MINUTE, false, '≥ 1 min', 'for at least 1 min'],
  // The service's status changed after the sweep's clock was read.
  [-MINUTE, true, '< 1 min', 'for less than a minute'],
])('a status seen %d ms ago (beginning: %s) reads %j and %j', (ms, isBeginning, short, words) => {
  const time = timeInStatus({ atMs: now - ms, isBeginning }, now)
  expect([time && shortTimeInStatus(time), time && timeInStatusWords(time)]).toEqual([short, words])
})

test.each([null, undefined])('without a beginning (%s) there is no time', (since) => {
  expect(timeInStatus(since, now)).toBeNull()
})

test.each([
  [59 * MINUTE + 59_999, '59 min'],
  [60 * MINUTE, '1 h'],
  [125 * MINUTE, '2 h 5 min'],
  [24 * 60 * MINUTE - 1, '23 h 59 min'],
  [24 * 60 * MINUTE, '1 day'],
  [1_500 * 24 * 60 * MINUTE, '1,500 days'],
])('%d ms last %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
