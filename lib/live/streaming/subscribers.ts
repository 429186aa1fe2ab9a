import type { Clock } from '@/lib/app/clock'
import { type EncodedEvent, gzipPreamble, heartbeat, preamble } from './event'

/** Disconnect a client that has not read for this long. */
export const UNREAD_MS = 60_000

export type Subscriber = ReturnType<typeof createSubscriber>

/**
 * A stream that takes an event from the log only when its client reads:
 * nothing is queued per client.
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
    if (hasBegun) send(next())
    else controller.enqueue(gzip ? gzipPreamble : preamble.bytes)
    hasBegun = true
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(streamController) {
        controller = streamController
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

/**
 * The open streams of an area, with the interval that each requested.
 * @param log receives the error of a failed subscriber, which is closed; the others go on
 */
export function createSubscribers(clock: Clock, log: (line: string) => void) {
  const intervals = new Map<Subscriber, number>()
  let cancelHeartbeat: (() => void) | null = null

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

  function awaitHeartbeat(): () => void {
    return clock.after(HEARTBEAT_MS, () => {
      each((subscriber) => subscriber.heartbeat())
      cancelHeartbeat = intervals.size > 0 ? awaitHeartbeat() : null
    })
  }

  return {
    get count() {
      return intervals.size
    },
    /** The shortest requested interval; null without subscribers. */
    intervalMs: () =>
      [...intervals.values()].reduce<number | null>((a, b) => Math.min(a ?? b, b), null),
    add(subscriber: Subscriber, intervalMs: number): void {
      intervals.set(subscriber, intervalMs)
      cancelHeartbeat ??= awaitHeartbeat()
    },
    /** @returns false when it was removed before */
    remove(subscriber: Subscriber): boolean {
      const wasHere = intervals.delete(subscriber)
      if (intervals.size === 0) {
        cancelHeartbeat?.()
        cancelHeartbeat = null
      }
      return wasHere
    },
    wake: () => each((subscriber) => subscriber.wake()),
    notify: (event: EncodedEvent) => each((subscriber) => subscriber.notify(event)),
  }
}
