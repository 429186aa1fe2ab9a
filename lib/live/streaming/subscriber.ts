import type { Clock } from '@/lib/live/clock'
import { type EncodedEvent, gzipOpening, heartbeat, opening } from './event'
import type { Cursor } from './event-log'

/** Who takes nothing for this long is gone. */
export const UNREAD_MS = 60_000

/** One open stream. */
export interface Subscriber {
  readonly stream: ReadableStream<Uint8Array>
  /** There may be something new. */
  wake(): void
  /** To be called now and then: keeps an idle stream alive, ends one that is not read. */
  beat(): void
  close(): void
  /** Whoever ended it. */
  readonly isClosed: boolean
}

export interface SubscriberOptions {
  readonly place: Cursor
  readonly clock: Clock
  readonly gzip: boolean
  /** Called once, whoever ended it. */
  readonly onClose: () => void
}

/**
 * A stream that takes from its place in the feed what its reader asks for, when he asks: nothing is queued for him.
 */
export function createSubscriber({ place, clock, gzip, onClose }: SubscriberOptions): Subscriber {
  let controller: ReadableStreamDefaultController<Uint8Array>
  let opened = false
  let isWaiting = false
  let isClosed = false
  let takenAtMs = clock.steadyNow()

  function leave(): void {
    if (isClosed) return
    isClosed = true
    onClose()
  }

  function send(event: EncodedEvent | null): void {
    isWaiting = event === null
    if (event) controller.enqueue(gzip ? event.deflated : event.bytes)
  }

  function sendNext(): void {
    if (opened) {
      send(place.next())
      return
    }
    opened = true
    controller.enqueue(gzip ? gzipOpening : opening.bytes)
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      async pull() {
        takenAtMs = clock.steadyNow()
        // A socket that takes part after part at once would keep the whole process to itself.
        if (opened) await clock.breathe()
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
    // Without a queue of its own a pull means that somebody reads.
    { highWaterMark: 0 },
  )

  function close(): void {
    if (isClosed) return
    leave()
    try {
      controller.close()
    } catch {
      // It failed, and is closed by that.
    }
  }

  return {
    stream,
    wake() {
      if (isWaiting && !isClosed) sendNext()
    },
    beat() {
      if (isClosed) return
      if (isWaiting) send(heartbeat)
      else if (clock.steadyNow() - takenAtMs >= UNREAD_MS) close()
    },
    close,
    get isClosed() {
      return isClosed
    },
  }
}
