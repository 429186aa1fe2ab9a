/** Time as lib/live uses it; tests pass a clock of their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds of a monotonic clock, for durations. */
  monotonicNow(): number
  /** @returns a function that cancels it */
  after(delayMs: number, run: () => void): () => void
  yieldToEventLoop(): Promise<void>
}

export const createSystemClock = (): Clock => ({
  now: Date.now,
  monotonicNow: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    // A timer of an idle area must not keep the process from exiting.
    timer.unref()
    return () => clearTimeout(timer)
  },
  yieldToEventLoop: createYield(),
})

/** The clock drifts, and is corrected, by less than this. */
const SET_MS = 2000

/**
 * Notices that the time of day was set: a recording's times, the ages of lists and sessions
 * depend on it.
 * @returns compares the time with that of the last call
 */
export function watchClock(clock: Clock, log: (line: string) => void): () => void {
  const aheadOfMonotonic = () => clock.now() - clock.monotonicNow()
  let before = aheadOfMonotonic()
  return () => {
    const byMs = aheadOfMonotonic() - before
    if (Math.abs(byMs) < SET_MS) return
    before += byMs
    const seconds = Math.round(Math.abs(byMs) / 1000)
    log(`the clock was set ${byMs < 0 ? 'back' : 'forward'} by ${seconds} s`)
  }
}

/** One for the process, since all that yield share the turns of the event loop. */
export const systemClock = createSystemClock()

/** Work of one turn of the event loop, of all that yield to it together. */
const TURN_MS = 3

/**
 * Lets requests and timers go between pieces of work. Many that yield at once continue one
 * after the other, and once TURN_MS are used up, in the next turn: a hundred together would
 * otherwise hold the event loop.
 * @param now milliseconds of a monotonic clock
 */
export function createYield(now: () => number = () => performance.now()) {
  const waiting = new Set<() => void>()
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.size > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      const endMs = now() + TURN_MS
      for (const resume of waiting) {
        waiting.delete(resume)
        resume()
        // The work that was resumed runs first.
        await null
        if (now() >= endMs) break
      }
    }
    isRunning = false
  }

  return () =>
    new Promise<void>((resolve) => {
      waiting.add(resolve)
      if (!isRunning) void run()
    })
}
