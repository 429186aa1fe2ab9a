import { expect, test } from 'vitest'
import { intervalsFor } from './always-intervals'

test.each([
  [[1], 2, [5]],
  [[10], 2, [5]],
  [[11], 2, [10]],
  [[40], 1, [60]],
  [[60], 1, [60]],
  [[61], 1, [null]],
  // The large area gets the rest of a small one's share.
  [[1, 100], 2, [5, 60]],
  [[100, 1], 2, [60, 5]],
  // Small areas are polled less often where a large one would not fit otherwise.
  [[10, 90], 1.7, [60, 60]],
  [[50, 50, 50], 5, [30, 30, 30]],
  // The largest is left out first, whatever its place.
  [[130, 5, 60], 2, [null, 5, 60]],
  [[100, 100], 2, [60, null]],
  // One whose size is not known is polled at the longest interval, whatever there is.
  [[null, 1], 100, [60, 5]],
  [[1, 2], 0, [null, null]],
])('%j calls a sweep, within %s a second, go every %j seconds', (calls, callsPerSecond, seconds) => {
  expect(intervalsFor(calls, callsPerSecond)).toEqual(seconds)
})

test('no mixture of areas exceeds the calls, leaves out one that fits, or could be polled more often', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return 1 + (seed % most)
  }
  for (let n = 0; n < 300; n++) {
    const calls = Array.from({ length: random(20) }, () => random(200))
    const callsPerSecond = random(20)
    const intervals = intervalsFor(calls, callsPerSecond)
    const sum = (of: readonly (number | null)[]) =>
      of.reduce<number>((all, seconds, at) => all + (seconds === null ? 0 : calls[at]! / seconds), 0)
    expect(sum(intervals)).toBeLessThanOrEqual(callsPerSecond + 1e-6)
    for (const [at, seconds] of intervals.entries()) {
      const shorter = { 60: 30, 30: 10, 10: 5, 5: null }[seconds ?? 0]
      const next = seconds === null ? 60 : shorter
      if (next === null || next === undefined) continue
      // One that is left out would not fit even with all others at 60 seconds.
      const others = seconds === null ? intervals.map((one) => one && 60) : intervals
      expect(sum(others.with(at, next))).toBeGreaterThan(callsPerSecond)
    }
  }
})
