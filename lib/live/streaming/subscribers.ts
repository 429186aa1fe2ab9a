import type { Clock } from '@/lib/app/clock'
import type { EncodedEvent } from './event'
import type { Subscriber } from './subscriber'

export const HEARTBEAT_MS = 15_000

/** The open streams of an area, with the interval that each requested. */
export class Subscribers {
  readonly #intervals = new Map<Subscriber, number>()
  readonly #clock: Clock
  readonly #log: (line: string) => void
  #cancelHeartbeat: (() => void) | null = null

  /** @param log receives the error of a failed subscriber, which is closed; the others go on */
  constructor(clock: Clock, log: (line: string) => void) {
    this.#clock = clock
    this.#log = log
  }

  get count(): number {
    return this.#intervals.size
  }

  /** The shortest requested interval; null without subscribers. */
  intervalMs(): number | null {
    return this.count > 0 ? [...this.#intervals.values()].reduce((a, b) => Math.min(a, b)) : null
  }

  add(subscriber: Subscriber, intervalMs: number): void {
    this.#intervals.set(subscriber, intervalMs)
    this.#cancelHeartbeat ??= this.#clock.after(HEARTBEAT_MS, () => this.#heartbeat())
  }

  /** @returns false when it was removed before */
  remove(subscriber: Subscriber): boolean {
    const wasHere = this.#intervals.delete(subscriber)
    if (this.count === 0) {
      this.#cancelHeartbeat?.()
      this.#cancelHeartbeat = null
    }
    return wasHere
  }

  /** Sends new events to all of them. */
  wake(): void {
    this.#each((subscriber) => subscriber.wake())
  }

  /** Sends an event that is not in the log to all that wait for one. */
  notify(event: EncodedEvent): void {
    this.#each((subscriber) => subscriber.notify(event))
  }

  #heartbeat(): void {
    this.#each((subscriber) => subscriber.heartbeat())
    this.#cancelHeartbeat = this.count > 0 ? this.#clock.after(HEARTBEAT_MS, () => this.#heartbeat()) : null
  }

  #each(act: (subscriber: Subscriber) => void): void {
    for (const subscriber of [...this.#intervals.keys()]) {
      try {
        act(subscriber)
      } catch (error) {
        this.#log(`lib/live: a subscriber failed: ${error}`)
        subscriber.close()
      }
    }
  }
}
