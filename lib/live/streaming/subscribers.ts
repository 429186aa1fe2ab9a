import type { Clock } from '@/lib/live/clock'
import type { Subscriber } from './subscriber'

/** The open streams of an area, with the interval that each requested. */
export interface Subscribers {
  readonly count: number
  /** The shortest requested interval; null without subscribers. */
  intervalMs(): number | null
  add(subscriber: Subscriber, intervalMs: number): void
  /** @returns false when it was removed before */
  remove(subscriber: Subscriber): boolean
  /** Sends new events to all of them. */
  wake(): void
}

export const HEARTBEAT_MS = 15_000

/** @param log receives the error of a failed subscriber, which is closed; the others go on */
export function createSubscribers(clock: Clock, log: (line: string) => void): Subscribers {
  const intervals = new Map<Subscriber, number>()
  let cancelHeartbeat: (() => void) | null = null

  function heartbeat(): void {
    each((subscriber) => subscriber.heartbeat())
    cancelHeartbeat = intervals.size > 0 ? clock.after(HEARTBEAT_MS, heartbeat) : null
  }

  function each(act: (subscriber: Subscriber) => void): void {
    for (const subscriber of [...intervals.keys()]) {
      try {
        act(subscriber)
      } catch (error) {
        log(`lib/live: a subscriber failed: ${error}`)
        subscriber.close()
      }
    }
  }

  return {
    get count() {
      return intervals.size
    },
    intervalMs: () => (intervals.size > 0 ? [...intervals.values()].reduce((a, b) => Math.min(a, b)) : null),
    add(subscriber, intervalMs) {
      intervals.set(subscriber, intervalMs)
      cancelHeartbeat ??= clock.after(HEARTBEAT_MS, heartbeat)
    },
    remove(subscriber) {
      const wasHere = intervals.delete(subscriber)
      if (intervals.size === 0) {
        cancelHeartbeat?.()
        cancelHeartbeat = null
      }
      return wasHere
    },
    wake: () => each((subscriber) => subscriber.wake()),
  }
}
