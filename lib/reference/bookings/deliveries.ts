import type { BookingLife, BookingStep } from '@/lib/reference/demo/demo-bookings'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { answerGaps, type GapAnswers } from '@/lib/reference/gaps'
import { hash } from '@/lib/reference/hash'
import { presentBooking } from '@/lib/reference/present'
import type { BookingRecord } from '@/lib/reference/resources'

/** After a failed attempt; then a delivery is given up. */
const RETRY_MS = [1_000, 5_000, 25_000]
const TIMEOUT_MS = 10_000
const LATE_MS = 20_000
/** Deliveries under way and waiting; more are given up at once. */
const WAITING_MAXIMUM = 1_000
const TICK_MS = 1_000

export interface DeliveryOptions {
  readonly fleet: Fleet
  /** Number of vehicles whose bookings are delivered, from the first of the fleet on. */
  readonly vehicles?: number
  readonly gaps?: Partial<GapAnswers>
  readonly seed?: number
  /** Changes after this time are sent first; by default after now. */
  readonly sinceMs?: number
  /** The same of bookings made ahead of their trip. */
  readonly aheadSinceMs?: number
  readonly fetch?: typeof fetch
  readonly now?: () => number
  /** A delivery that was given up. @param why status, or the network's error */
  readonly onGivenUp?: (why: string) => void
}

type Delivery = ReturnType<typeof webhookBody> & { readonly url: string }

/**
 * Delivers the bookings of a demo fleet, to the addresses that the `webhooks` of vehicles and
 * bookings name and to no other: at least once, again after 5xx and failed connections.
 */
export function createDeliveries(options: DeliveryOptions) {
  const { fleet, vehicles = fleet.size, seed = 1, now = Date.now, onGivenUp = () => {} } = options
  const gaps = answerGaps(options.gaps)
  const post = options.fetch ?? fetch
  const timers = new Set<() => void>()
  let sentUntilMs = options.sinceMs ?? now()
  let aheadSentUntilMs = options.aheadSinceMs ?? sentUntilMs
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

  async function attempt({ url, contentType, text }: Delivery): Promise<string | null> {
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

  async function deliver(body: Delivery, delayMs: number): Promise<void> {
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

  const lateMs = (luck: number) =>
    gaps.webhookLate === 'sometimes' && luck % 4 === 1 ? LATE_MS : 0

  /** In order, except for a delivery that is late. */
  async function afterOthersOf(id: string, body: Delivery, delayMs: number): Promise<void> {
    if (delayMs > 0) return deliver(body, delayMs)
    const turn = (tails.get(id) ?? Promise.resolve()).then(() => deliver(body, 0))
    tails.set(id, turn)
    await turn
    if (tails.get(id) === turn) tails.delete(id)
  }

  /** The webhooks of a change for which a record names an address. */
  function deliveriesOf({ atMs, createdFor, booking }: ReturnType<typeof changeOf>) {
    const vehicle = createdFor === null ? undefined : fleet.record(createdFor, atMs).facts.webhooks
    const addresses: [WebhookEvent, string | undefined][] = [
      ['vehicle-booking-create', vehicle?.['vehicle-booking-create']],
      ['booking_status_changed', booking.webhooks.booking_status_changed],
    ]
    const luck = hash(seed, number++, 3)
    const all = addresses.flatMap(([event, url]) =>
      url
        ? [{ id: booking.id, body: { url, ...webhookBody(event, booking, gaps, luck) }, luck }]
        : [],
    )
    return gaps.webhookDoubled === 'sometimes' && luck % 5 === 0 ? [...all, ...all] : all
  }

  /** Sends changes since the last call. Resolves when all of it is delivered or given up. */
  async function send(): Promise<void> {
    const fromMs = sentUntilMs
    const aheadFromMs = aheadSentUntilMs
    const toMs = now()
    if (toMs <= fromMs) return
    sentUntilMs = toMs
    aheadSentUntilMs = toMs
    const changes = bookingChanges(fleet, { fromMs, aheadFromMs, toMs, vehicles })
    const bodies = changes.flatMap(deliveriesOf)
    if (gaps.webhookOrder === 'shuffled') {
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

/** Names of the two webhooks, §6. */
type WebhookEvent = 'vehicle-booking-create' | 'booking_status_changed'

type Form = Exclude<GapAnswers['webhookForm'], 'mixed'>

/** @param luck whole number that decides the form where it is `mixed` */
function webhookBody(event: WebhookEvent, booking: BookingRecord, gaps: GapAnswers, luck: number) {
  const { webhookForm: form, webhookSpelling: spelling } = gaps
  const forms: readonly Form[] = ['wrapped', 'bare', 'event-data', 'form-encoded']
  const chosen = form === 'mixed' ? forms[luck % forms.length]! : form
  const hyphens = spelling === 'hyphens' || (spelling === 'mixed' && (luck >>> 4) % 2 === 1)
  const name = event.replace(/[-_]/g, hyphens ? '-' : '_')
  const shown = presentBooking(booking, gaps)
  if (chosen === 'form-encoded') {
    const text = new URLSearchParams({ event: name, booking: JSON.stringify(shown) }).toString()
    return { contentType: 'application/x-www-form-urlencoded', text }
  }
  const shapes = {
    wrapped: { booking: shown },
    bare: shown,
    'event-data': { event: name, data: shown },
  }
  return { contentType: 'application/json', text: JSON.stringify(shapes[chosen]) }
}

/** Shorter than any trip, so that no trip is missed between two looks at a vehicle. */
const LOOK_MS = 60_000

interface ChangesOptions {
  readonly fromMs: number
  /** Of bookings made ahead of their trip; by default the same. */
  readonly aheadFromMs?: number
  readonly toMs: number
  readonly vehicles: number
}

/**
 * Changes of the bookings of the first `vehicles` after `fromMs` and until `toMs`, in time order.
 */
export function bookingChanges(
  fleet: Fleet,
  { fromMs, aheadFromMs = fromMs, toMs, vehicles }: ChangesOptions,
) {
  const changes: ReturnType<typeof changeOf>[] = []
  const seen = new Set<string>()

  function add(life: BookingLife, index: number, afterMs: number): void {
    if (seen.has(life.booking.id)) return
    seen.add(life.booking.id)
    for (const step of life.steps)
      if (step.atMs > afterMs && step.atMs <= toMs) changes.push(changeOf(life, step, index))
  }

  for (const { life, index } of fleet.bookingsAhead?.(aheadFromMs, toMs) ?? [])
    if (index < vehicles) add(life, index, aheadFromMs)
  for (let index = 0; index < Math.min(vehicles, fleet.size); index++)
    for (let lookMs = fromMs; ; lookMs = Math.min(lookMs + LOOK_MS, toMs)) {
      const life = fleet.bookingLife?.(index, lookMs)
      if (life) add(life, index, fromMs)
      if (lookMs >= toMs) break
    }
  return changes.sort((a, b) => a.atMs - b.atMs)
}

/**
 * A booking after a step of its life; where its vehicle is new, `createdFor` is the index of that.
 */
function changeOf(
  { booking, steps }: BookingLife,
  { atMs, status, error, hasVehicle }: BookingStep,
  index: number,
) {
  const firstWithVehicle = steps.find((step) => step.hasVehicle)
  const createdFor = atMs === firstWithVehicle?.atMs ? index : null
  const vehicle = hasVehicle ? null : { vehicle_id: '', vehicle_our_ref: '' }
  return { atMs, createdFor, booking: { ...booking, ...vehicle, mtimeMs: atMs, status, error } }
}
