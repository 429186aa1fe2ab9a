import type { Fleet } from '@/lib/reference/fleets/fleet'
import { answerGaps, type GapAnswers } from '@/lib/reference/gaps'
import { hash } from '@/lib/reference/hash'
import { bookingChanges } from './changes'
import {
  answerWebhooks,
  type WebhookAnswers,
  type WebhookBody,
  type WebhookEvent,
  webhookBody,
} from './forms'

/** After a failed attempt; then a delivery is given up. */
const RETRY_MS = [1_000, 5_000, 25_000]
const TIMEOUT_MS = 10_000
const LATE_MS = 20_000
/** Deliveries under way and waiting; more are given up at once. */
const WAITING_MAXIMUM = 1_000
const TICK_MS = 1_000

export interface DeliveryOptions {
  readonly fleet: Fleet
  /** Receives every delivery. */
  readonly url: string
  /** Number of vehicles whose bookings are delivered, from the first of the fleet on. */
  readonly vehicles?: number
  readonly webhooks?: Partial<WebhookAnswers>
  readonly gaps?: Partial<GapAnswers>
  readonly seed?: number
  /** Changes after this time are sent first; by default after now. */
  readonly sinceMs?: number
  readonly fetch?: typeof fetch
  readonly now?: () => number
  /** A delivery that was given up. @param why status, or the network's error */
  readonly onGivenUp?: (why: string) => void
}

export interface Deliveries {
  /** Sends changes since the last call. Resolves when all of it is delivered or given up. */
  send(): Promise<void>
  /** Sends every second. */
  start(): void
  stop(): void
}

/** Delivers the bookings of a demo fleet as webhooks: at least once, again after 5xx and failed connections. */
export function createDeliveries(options: DeliveryOptions): Deliveries {
  const { fleet, url, vehicles = fleet.size, seed = 1, now = Date.now, onGivenUp = () => {} } = options
  const answers = answerWebhooks(options.webhooks)
  const gaps = answerGaps(options.gaps)
  const post = options.fetch ?? fetch
  const timers = new Set<() => void>()
  let sentUntilMs = options.sinceMs ?? now()
  let number = 0
  let waiting = 0
  let isStopped = false
  /** The last delivery of each booking, which the next one waits for. */
  const tails = new Map<string, Promise<void>>()
  let ticker: NodeJS.Timeout | undefined

  /** @returns at once after `stop` */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        timers.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      timer.unref()
      timers.add(end)
    })
  }

  async function attempt({ contentType, text }: WebhookBody): Promise<string | null> {
    try {
      const response = await post(url, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body: text,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      return response.status >= 500 ? `status ${response.status}` : null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async function deliver(body: WebhookBody, delayMs: number): Promise<void> {
    if (waiting >= WAITING_MAXIMUM) return onGivenUp('too many waiting')
    waiting++
    try {
      if (delayMs > 0) await pause(delayMs)
      for (const retryMs of [...RETRY_MS, null]) {
        const failure = await attempt(body)
        if (failure === null) return
        if (retryMs === null || isStopped) return onGivenUp(failure)
        await pause(retryMs)
      }
    } finally {
      waiting--
    }
  }

  const lateMs = (luck: number) => (answers.late === 'sometimes' && luck % 4 === 1 ? LATE_MS : 0)

  /** In order, except for a delivery that is late. */
  async function afterOthersOf(id: string, body: WebhookBody, delayMs: number): Promise<void> {
    if (delayMs > 0) return deliver(body, delayMs)
    const turn = (tails.get(id) ?? Promise.resolve()).then(() => deliver(body, 0))
    tails.set(id, turn)
    await turn
    if (tails.get(id) === turn) tails.delete(id)
  }

  async function send(): Promise<void> {
    const [fromMs, toMs] = [sentUntilMs, now()]
    if (toMs <= fromMs) return
    sentUntilMs = toMs
    const bodies = bookingChanges(fleet, { fromMs, toMs, vehicles, url }).flatMap(({ isNew, booking }) => {
      const luck = hash(seed, number++, 3)
      const bodyOf = (event: WebhookEvent) => ({
        id: booking.id,
        body: webhookBody(event, booking, answers, gaps, luck),
        luck,
      })
      const events = isNew
        ? [bodyOf('vehicle-booking-create'), bodyOf('booking_status_changed')]
        : [bodyOf('booking_status_changed')]
      return answers.doubled === 'sometimes' && luck % 5 === 0 ? [...events, ...events] : events
    })
    if (answers.order === 'shuffled') {
      bodies.sort((a, b) => (a.luck >>> 8) - (b.luck >>> 8))
      await Promise.all(bodies.map(({ body, luck }) => deliver(body, lateMs(luck))))
    } else {
      await Promise.all(bodies.map(({ id, body, luck }) => afterOthersOf(id, body, lateMs(luck))))
    }
  }

  return {
    send,
    start() {
      ticker ??= setInterval(() => void send(), TICK_MS)
      ticker.unref()
    },
    stop() {
      isStopped = true
      clearInterval(ticker)
      for (const end of timers) end()
    },
  }
}
