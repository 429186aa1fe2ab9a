import { expect, test } from 'vitest'
import { areaOf } from '@/lib/testing/search-area'
import { FETCHED_AT, vehicle } from '@/lib/testing/vehicles'
import { msInStatus, timeInStatus } from './time-in-status'

const MINUTE_MS = 60_000
const SERVER_MS = Date.parse(FETCHED_AT)
/** A browser whose clock is two hours behind the server's. */
const HERE_MS = SERVER_MS - 120 * MINUTE_MS
const times = { fetchedAtMs: SERVER_MS, receivedAtMs: HERE_MS }

test('time in status grows with this browser’s clock, however wrong that is', () => {
  const since = { atMs: SERVER_MS - 14 * MINUTE_MS, isBeginning: true }
  expect(timeInStatus(since, times, HERE_MS)).toEqual({
    ms: 14 * MINUTE_MS,
    isAtLeast: false,
    sinceMs: HERE_MS - 14 * MINUTE_MS,
  })
  expect(timeInStatus({ ...since, isBeginning: false }, times, HERE_MS + MINUTE_MS)).toEqual({
    ms: 15 * MINUTE_MS,
    isAtLeast: true,
    sinceMs: HERE_MS - 14 * MINUTE_MS,
  })
})

test('unknown is null; a beginning after the sweep counts from the sweep, and no time is negative', () => {
  expect(timeInStatus(null, times, HERE_MS)).toBeNull()
  expect(timeInStatus(undefined, times, HERE_MS)).toBeNull()
  const since = { atMs: SERVER_MS + 5 * MINUTE_MS, isBeginning: true }
  expect(timeInStatus(since, times, HERE_MS + 1000)?.ms).toBe(1000)
  expect(timeInStatus(since, times, HERE_MS - 1000)?.ms).toBe(0)
})

test('the column to sort by agrees with the times shown', () => {
  const of = (minutes: number) => ({ atMs: SERVER_MS - minutes * MINUTE_MS, isBeginning: minutes > 3 })
  const area = areaOf([
    vehicle('a', { statusSince: of(14) }),
    vehicle('b'),
    vehicle('c', { statusSince: of(-1) }),
  ])
  expect([0, 1, 2].map(msInStatus(area))).toEqual([14 * MINUTE_MS, Number.NaN, 0])
})
