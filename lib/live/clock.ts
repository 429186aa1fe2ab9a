import { createYield } from './event-loop-turns'

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

/** @param mayRun whether work that has yielded may use a turn of the event loop */
export const createSystemClock = (mayRun?: () => boolean): Clock => ({
  now: Date.now,
  monotonicNow: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    // A timer of an idle area must not keep the process from exiting.
    timer.unref()
    return () => clearTimeout(timer)
  },
  yieldToEventLoop: createYield(mayRun),
})

export const systemClock = createSystemClock()
