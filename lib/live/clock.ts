/** Time as lib/live sees it; tests turn one of their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds of a clock that nobody sets: how long something lasts, whatever the time of day does. */
  steadyNow(): number
  /** @returns a function that takes it back */
  after(delayMs: number, run: () => void): () => void
  /** Lets others have their turn, in the middle of long work. */
  breathe(): Promise<void>
}

export const systemClock: Clock = {
  now: Date.now,
  steadyNow: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    // A watch nobody looks at must not keep the process from ending.
    timer.unref()
    return () => clearTimeout(timer)
  },
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
}
