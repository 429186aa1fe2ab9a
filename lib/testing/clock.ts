import type { Clock } from '@/lib/app/clock'
import { FETCHED_AT } from './vehicles'

export type TestClock = ReturnType<typeof createTestClock>

/** A clock that moves only by `advance`; it starts at FETCHED_AT. */
export function createTestClock() {
  let nowMs = Date.parse(FETCHED_AT)
  let setMs = 0
  const timers = new Set<{ atMs: number; run: () => void }>()
  return {
    now: () => nowMs + setMs,
    monotonicNow: () => nowMs,
    after(...[delayMs, run]: Parameters<Clock['after']>) {
      const timer = { atMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    yieldToEventLoop: async () => undefined,
    /**
     * Runs the timers that fall due within these milliseconds, in order, and
     * the promises that follow.
     */
    async advance(ms: number) {
      const untilMs = nowMs + ms
      await settle()
      for (;;) {
        const [next] = [...timers]
          .filter(({ atMs }) => atMs <= untilMs)
          .sort((a, b) => a.atMs - b.atMs)
        if (!next) break
        timers.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
        await settle()
      }
      nowMs = untilMs
    },
    /**
     * Sets the time of day forward or back, which leaves timers and the
     * monotonic clock as they are.
     */
    set(byMs: number) {
      setMs += byMs
    },
    /** Timers not yet due. */
    get waiting() {
      return timers.size
    },
  }
}

/** Runs pending promises and immediates. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
