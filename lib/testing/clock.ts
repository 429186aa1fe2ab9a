import type { Clock } from '@/lib/live/clock'

export interface TestClock extends Clock {
  /** Turns the clock on, running what falls due on the way, and lets all that follows from it happen. */
  advance(ms: number): Promise<void>
  /** Delays that are still waited for. */
  readonly waiting: number
}

const START_MS = Date.UTC(2026, 0, 1, 12)

/** A clock that stands still until it is turned. */
export function createTestClock(): TestClock {
  let nowMs = START_MS
  const timers = new Set<{ atMs: number; run: () => void }>()
  return {
    now: () => nowMs,
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
    get waiting() {
      return timers.size
    },
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
