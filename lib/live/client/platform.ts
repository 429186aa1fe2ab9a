/** The parts of the browser that a live area uses. */
export interface LivePlatform {
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  now(): number
  /** 0 to 1. */
  random(): number
  /** Calls back once after a delay. @returns a function that cancels */
  after(delayMs: number, run: () => void): () => void
  isHidden(): boolean
  /** @returns the unsubscription */
  onVisibilityChange(listener: () => void): () => void
}

export const browserPlatform: LivePlatform = {
  fetch: (input, init) => globalThis.fetch(input, init),
  now: Date.now,
  random: Math.random,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  isHidden: () => document.visibilityState === 'hidden',
  onVisibilityChange: (listener) => {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}
