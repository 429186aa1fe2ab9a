import type { Clock } from '@/lib/app/clock'
import { type EncodedEvent, gzipPreamble, heartbeat, preamble } from './event'

/** Disconnect a client that has not read for this long. */
export const UNREAD_MS = 60_000

export type Subscriber = ReturnType<typeof createSubscriber>

/**
 * A stream that takes an event from the log only when its client reads: nothing is queued per client.
 * @param next as EventLog.open returns it
 * @param onClose called once, whether the client or the server closed it
 */
export function createSubscriber(
  next: () => readonly EncodedEvent[],
  clock: Clock,
  gzip: boolean,
  onClose: () => void,
) {
  let controller: ReadableStreamDefaultController<Uint8Array>
  let hasBegun = false
  let isWaiting = false
  let isClosed = false
  let readAtMs = clock.monotonicNow()

  function leave(): void {
    if (isClosed) return
    isClosed = true
    onClose()
  }

  function send(events: readonly EncodedEvent[]): void {
    isWaiting = events.length === 0
    for (const event of events) controller.enqueue(gzip ? event.deflated : event.bytes)
  }

  function sendNext(): void {
    if (hasBegun) {
      send(next())
      return
    }
    hasBegun = true
    controller.enqueue(gzip ? gzipPreamble : preamble.bytes)
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      async pull() {
        readAtMs = clock.monotonicNow()
        // A fast socket would otherwise monopolise the event loop with part after part.
        if (hasBegun) await clock.yieldToEventLoop()
        if (isClosed) return
        try {
          sendNext()
        } catch (error) {
          leave()
          throw error
        }
      },
      cancel: leave,
    },
    // Without a queue, a pull means that the client is reading.
    { highWaterMark: 0 },
  )

  function close(): void {
    if (isClosed) return
    leave()
    try {
      controller.close()
    } catch {
      // Already closed by an error.
    }
  }

  return {
    stream,
    /** Sends the next event, if there is one and the client is reading. */
    wake() {
      if (isWaiting && !isClosed) sendNext()
    },
    /** Sends an event that is not in the log, unless another is on its way. */
    notify(event: EncodedEvent) {
      if (isWaiting && !isClosed) send([event])
    },
    /** Called periodically: keeps an idle stream alive, closes one that is not read. */
    heartbeat() {
      if (isClosed) return
      if (isWaiting) send([heartbeat])
      else if (clock.monotonicNow() - readAtMs >= UNREAD_MS) close()
    },
    close,
    get isClosed() {
      return isClosed
    },
  }
}

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

  wake(): void {
    this.#each((subscriber) => subscriber.wake())
  }

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
