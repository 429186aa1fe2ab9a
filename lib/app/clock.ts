import { subscribe } from 'node:diagnostics_channel'
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

/** Connections that servers of this process accepted. */
let accepted = 0
subscribe('net.server.socket', () => {
  accepted++
})

export const createSystemClock = (): Clock => ({
  now: Date.now,
  monotonicNow: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    // A timer of an idle area must not keep the process from exiting.
    timer.unref()
    return () => clearTimeout(timer)
  },
  yieldToEventLoop: createYield(undefined, () => accepted),
})

/** One for the process, since all that yield share the turns of the event loop. */
export const systemClock = createSystemClock()
