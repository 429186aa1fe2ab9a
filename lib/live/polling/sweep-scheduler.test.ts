import { expect, test } from 'vitest'
import { createTestClock } from '@/lib/testing/clock'
import type { ServiceLimits } from './sweep'
import { createSweepScheduler } from './sweep-scheduler'

const INTERVAL_MS = 5_000

/** Areas that are opened in one moment. @returns when each began its sweeps, from then on */
async function beginTogether(areas: number, ms: number, refreshes: readonly number[] = []) {
  const clock = createTestClock()
  const limits: ServiceLimits = { limit: 100, pausedUntilMs: 0 }
  const startMs = clock.monotonicNow()
  const all = Array.from({ length: areas }, () => {
    const begun: number[] = []
    const scheduler = createSweepScheduler({
      clock,
      limits,
      refreshMs: 1_000,
      sweep: async () => {
        begun.push(clock.monotonicNow() - startMs)
        return { vehicles: [], pages: 1, failure: null } as never
      },
      onSweep: async () => undefined,
      log: () => undefined,
    })
    scheduler.setIntervalMs(INTERVAL_MS)
    return { begun, scheduler }
  })
  for (const atMs of refreshes) {
    await clock.advance(startMs + atMs - clock.monotonicNow())
    for (const { scheduler } of all) scheduler.refresh()
  }
  await clock.advance(startMs + ms - clock.monotonicNow())
  for (const { scheduler } of all) scheduler.setIntervalMs(null)
  return all.map(({ begun }) => begun)
}

test('areas that begin together are all read at once the first time, and take turns from then on', async () => {
  const begun = await beginTogether(5, 16_000)
  expect(begun).toEqual([
    [0, 5_000, 10_000, 15_000],
    [0, 5_100, 10_100, 15_100],
    [0, 5_200, 10_200, 15_200],
    [0, 5_300, 10_300, 15_300],
    [0, 5_400, 10_400, 15_400],
  ])
})

test('however many areas there are, none waits longer than a fifth of the interval', async () => {
  const begun = await beginTogether(40, 30_000)
  for (const ofArea of begun) {
    const pauses = ofArea.slice(1).map((atMs, at) => atMs - (ofArea[at] as number))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(INTERVAL_MS * 1.2)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(INTERVAL_MS)
  }
})

test('a list that is asked for afresh does not wait for a turn', async () => {
  expect(await beginTogether(3, 2_000, [1_000])).toEqual([
    [0, 1_000],
    [0, 1_000],
    [0, 1_000],
  ])
})
