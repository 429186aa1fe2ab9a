import type { Clock } from '@/lib/app/clock'
import { FETCHED_AT } from './vehicles'

export interface TestClock extends Clock {
  /** Runs the timers that fall due within these milliseconds, in order, and the promises that follow. */
  advance(ms: number): Promise<void>
  /** Sets the time of day forward or back, which leaves timers and the monotonic clock as they are. */
  set(byMs: number): void
  /** Timers not yet due. */
  readonly waiting: number
}

/** A clock that moves only by `advance`; it starts at FETCHED_AT. */
export function createTestClock(): TestClock {
  let nowMs = Date.parse(FETCHED_AT)
  let setMs = 0
  const timers = new Set<{ atMs: number; run: () => void }>()
  return {
    now: () => nowMs + setMs,
    monotonicNow: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    yieldToEventLoop: async () => undefined,
    async advance(ms) {
      const untilMs = nowMs + ms
      await settle()
      for (;;) {
        const [next] = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)
        if (!next) break
        timers.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
        await settle()
      }
      nowMs = untilMs
    },
    set(byMs) {
      setMs += byMs
    },
    get waiting() {
      return timers.size
    },
  }
}

/** Runs pending promises and immediates. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
