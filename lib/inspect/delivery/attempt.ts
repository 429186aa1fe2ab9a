import type { JsonObject } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'
import { textOf } from './names'
import type { Delivery } from './read-delivery'

/** A sender's statement of its attempts to deliver one thing; §6 shows nothing of it. */
export interface Attempt {
  /** The same in each attempt. */
  readonly deliveryId: string | null
  readonly number: number | null
  /** Whether the number is of retries, so that the first attempt has none or 0. */
  readonly countsRetries: boolean
}

type Headers = readonly (readonly [name: string, value: string])[]

/** `X-Attempt`, `X-Delivery-Attempt-Number`, `X-Retry-Count`; not how many there may be. */
const NUMBER_HEADER =
  /^(?!.*(max|limit|left|remaining)).*\b(attempts?|retry|retries|redelivery)(-(number|num|no|count))?$/
/** The most telling first: an event may be delivered twice on purpose. */
const ID_HEADERS = [
  /(^|-)delivery(-(id|uuid|guid))?$/,
  /(^|-)idempotency-key$/,
  /(^|-)(message|notification|webhook)-(id|uuid|guid)$/,
  /(^|-)event-(id|uuid|guid)$|^ce-id$/,
]

// biome-ignore format: one list
const NUMBER_NAMES = ['attempt', 'attempt_number', 'attempts', 'attempt_count', 'delivery_attempt', 'delivery_attempts', 'attemptNumber', 'deliveryAttempt', 'retry', 'retry_count', 'retry_number', 'retries', 'retryCount', 'redelivery', 'redelivery_count']
// biome-ignore format: one list
const ID_NAMES = ['delivery_id', 'deliveryId', 'delivery-id', 'idempotency_key', 'idempotencyKey', 'message_id', 'messageId', 'notification_id', 'notificationId', 'event_id', 'eventId', 'event-id']
/** Parts of an envelope that may hold them. */
const PARTS = ['delivery', 'meta', 'metadata', 'webhook']

/** @returns null where neither a header nor the body says anything of it */
export function attemptOf(delivery: Delivery, headers: Headers): Attempt | null {
  const envelope = asObject(delivery.content)
  const parts = [envelope, ...PARTS.map((name) => envelope && asObject(ownValue(envelope, name)))].filter(
    (part) => part !== null,
  )
  const counted = numberInHeaders(headers) ?? firstOf(parts, numberIn)
  const deliveryId =
    idInHeaders(headers) ??
    firstOf(parts, (part) => textOf(part, ID_NAMES)) ??
    (envelope && (idOfPart(envelope) ?? idOfEvent(envelope, delivery)))
  if (counted === null && deliveryId === null) return null
  return { deliveryId, number: counted?.number ?? null, countsRetries: counted?.countsRetries ?? false }
}

type Counted = Pick<Attempt, 'countsRetries'> & { readonly number: number }

const numberInHeaders = (headers: Headers): Counted | null =>
  firstOf(headers, ([name, value]) => (NUMBER_HEADER.test(name) ? counted(name, value) : null))

const numberIn = (object: JsonObject): Counted | null =>
  firstOf(NUMBER_NAMES, (name) => counted(name, textOf(object, [name])))

function counted(name: string, text: string | null): Counted | null {
  if (text === null || !/^\s*\d{1,4}\s*$/.test(text)) return null
  return { number: Number(text), countsRetries: /retr|redeliver/i.test(name) }
}

const idInHeaders = (headers: Headers): string | null =>
  firstOf(ID_HEADERS, (pattern) => headers.find(([name]) => pattern.test(name))?.[1] || null)

function idOfPart(envelope: JsonObject): string | null {
  const part = asObject(ownValue(envelope, 'delivery'))
  return part && textOf(part, ['id'])
}

/** The id beside a named event is that of the event, unless it is a booking's. */
function idOfEvent(envelope: JsonObject, { event, bookings }: Delivery): string | null {
  const id = textOf(envelope, ['id'])
  const isOfBooking = bookings.some((booking) => booking.record === envelope || booking.id === id)
  return event === null || bookings.length === 0 || isOfBooking ? null : id
}

function firstOf<T, Found>(list: readonly T[], find: (one: T) => Found | null): Found | null {
  for (const one of list) {
    const found = find(one)
    if (found !== null) return found
  }
  return null
}
