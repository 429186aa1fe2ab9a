import type { Clock } from '@/lib/live/clock'
import type { Subscriber } from './subscriber'

/** Who reads an area, and how often each wants to see it anew. */
export interface Subscribers {
  readonly count: number
  /** The shortest that any of them wishes for; null when there is none. */
  intervalMs(): number | null
  add(reader: Subscriber, intervalMs: number): void
  /** @returns false when it had left before */
  remove(reader: Subscriber): boolean
  /** There may be something new for them. */
  wake(): void
}

export const HEARTBEAT_MS = 15_000

/** @param log takes what went wrong with one of them, which ends that one only */
export function createSubscribers(clock: Clock, log: (line: string) => void): Subscribers {
  const wishes = new Map<Subscriber, number>()
  let cancelBeat: (() => void) | null = null

  function beat(): void {
    each((reader) => reader.beat())
    cancelBeat = wishes.size > 0 ? clock.after(HEARTBEAT_MS, beat) : null
  }

  function each(act: (reader: Subscriber) => void): void {
    for (const reader of [...wishes.keys()]) {
      try {
        act(reader)
      } catch (error) {
        log(`lib/live: a reader failed: ${error}`)
        reader.close()
      }
    }
  }

  return {
    get count() {
      return wishes.size
    },
    intervalMs: () => (wishes.size > 0 ? [...wishes.values()].reduce((a, b) => Math.min(a, b)) : null),
    add(reader, intervalMs) {
      wishes.set(reader, intervalMs)
      cancelBeat ??= clock.after(HEARTBEAT_MS, beat)
    },
    remove(reader) {
      const wasHere = wishes.delete(reader)
      if (wishes.size === 0) {
        cancelBeat?.()
        cancelBeat = null
      }
      return wasHere
    },
    wake: () => each((reader) => reader.wake()),
  }
}
