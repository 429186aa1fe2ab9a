import { type After, afterDelay } from '@/lib/api/timers'

/** What a live area needs of the browser it runs in. */
export interface LivePlatform {
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  now(): number
  /** 0 to 1. */
  random(): number
  readonly after: After
  /** Whether nobody sees the tab. */
  isHidden(): boolean
  /** @returns ends the watching */
  onVisibilityChange(listener: () => void): () => void
}

export const browserPlatform: LivePlatform = {
  fetch: (input, init) => globalThis.fetch(input, init),
  now: Date.now,
  random: Math.random,
  after: afterDelay,
  isHidden: () => document.visibilityState === 'hidden',
  onVisibilityChange: (listener) => {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}
