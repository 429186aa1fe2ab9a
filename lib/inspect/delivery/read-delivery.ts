import { bookingFields } from '@/lib/interface/booking-fields'
import type { JsonObject } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'

/** The two webhooks that the interface names, §6. */
export const KNOWN_EVENTS = ['vehicle-booking-create', 'booking_status_changed'] as const
export type KnownEvent = (typeof KNOWN_EVENTS)[number]

/** What a delivery's body says; every part is as received. */
export interface Delivery {
  readonly form: 'json' | 'form-encoded' | 'unreadable'
  /** `known` is null for a name that the interface does not have. */
  readonly event: { readonly name: string; readonly known: KnownEvent | null } | null
  /** One a booking; empty where none is recognised. */
  readonly bookings: readonly DeliveredBooking[]
}

/** A booking in a body, or what the body says of one that it does not hold. */
export interface DeliveredBooking {
  readonly record: JsonObject
  /** False where the body only refers to it: `{"booking_id": "b-1", "status": "accepted"}`. */
  readonly isWhole: boolean
  readonly id: string | null
  readonly ourRef: string | null
  readonly status: string | null
  readonly vehicleId: string | null
  readonly vehicleOurRef: string | null
  readonly mtime: string | null
}

// `{"event": …, "data": {"object": {"booking": {…}}}}`; deeper is no plausible body.
const DEEPEST = 4
const BOOKINGS_MAXIMUM = 100

const EVENT_NAMES = ['event', 'event_name', 'event_type', 'type', 'name', 'webhook', 'topic', 'action']
const CONTENT_NAMES = [
  'booking',
  'data',
  'payload',
  'object',
  'body',
  'content',
  'record',
  'resource',
  'bookings',
]
/** Names of a booking's id outside the booking. */
const ID_NAMES = ['booking_id', 'bookingId', 'booking-id', 'id_booking']

/**
 * Reads a body in every plausible form (§6: not shown): the booking bare, wrapped, in an envelope with an event, in an
 * array, in a form's field; the event under either spelling.
 * @param contentType as received; the text decides where it is wrong
 */
export function readDelivery(text: string, contentType: string | null): Delivery {
  const json = parse(text)
  if (json !== undefined) return { form: 'json', ...recognise(json) }
  const fields = /json/i.test(contentType ?? '') ? null : parseForm(text)
  if (fields === null) return { form: 'unreadable', event: null, bookings: [] }
  return { form: 'form-encoded', ...recognise(fields) }
}

/** @returns undefined for a text that is no JSON; a text within a text is read once more */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'string' && /^\s*[{[]/.test(value) ? JSON.parse(value) : value
  } catch {
    return undefined
  }
}

/** Fields whose value is JSON are read as such. @returns null for a text that is no form */
function parseForm(text: string): JsonObject | null {
  if (!/^[^\s=&]+=/.test(text) || /[\n<>]/.test(text)) return null
  const fields = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(text)) {
    const json = /^\s*[{[]/.test(value) ? parse(value) : undefined
    if (!fields.has(name)) fields.set(name, json ?? value)
  }
  // `__proto__` stays a name.
  return Object.fromEntries(fields)
}

type Recognised = Pick<Delivery, 'event' | 'bookings'>

function recognise(value: unknown): Recognised {
  const bookings: DeliveredBooking[] = []
  find(value, 0, bookings)
  return { event: eventOf(value), bookings: bookings.slice(0, BOOKINGS_MAXIMUM) }
}

function find(value: unknown, depth: number, found: DeliveredBooking[]): void {
  if (depth > DEEPEST || found.length >= BOOKINGS_MAXIMUM) return
  if (Array.isArray(value)) {
    for (const one of value.slice(0, BOOKINGS_MAXIMUM)) find(one, depth, found)
    return
  }
  const object = asObject(value)
  if (!object) return
  const inner = CONTENT_NAMES.map((name) => readable(ownValue(object, name))).find((one) => one !== undefined)
  const before = found.length
  if (inner !== undefined) find(inner, depth + 1, found)
  if (found.length > before) return
  if (isBooking(object)) found.push(toBooking(object, true))
  else if (idOf(object) !== null) found.push(toBooking(object, false))
  else {
    const values = Object.values(object)
    if (values.length === 1) find(readable(values[0]), depth + 1, found)
  }
}

/** An object, an array, or either as a text. */
function readable(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return value
  if (typeof value === 'string' && /^\s*[{[]/.test(value)) return parse(value)
  return undefined
}

/** Fields that nothing but a booking has; `id`, `status`, `our_ref` and times a vehicle has as well. */
const OWN_FIELDS = Object.keys(bookingFields).filter(
  (name) =>
    !['id', 'ctime', 'mtime', 'our_ref', 'status', 'error', 'webhooks', 'vehicle_id', 'when'].includes(name),
)

function isBooking(object: JsonObject): boolean {
  const has = (name: string) => Object.hasOwn(object, name)
  if (textOf(object, ['id']) === null) return OWN_FIELDS.filter(has).length >= 2
  return OWN_FIELDS.some(has) || (has('status') && (has('vehicle_id') || has('when') || has('error')))
}

const idOf = (object: JsonObject): string | null => textOf(object, ID_NAMES)

function toBooking(record: JsonObject, isWhole: boolean): DeliveredBooking {
  return {
    record,
    isWhole,
    id: isWhole ? (textOf(record, ['id']) ?? idOf(record)) : idOf(record),
    ourRef: textOf(record, ['our_ref', 'booking_our_ref']),
    status: textOf(record, isWhole ? ['status'] : ['status', 'booking_status', 'new_status']),
    vehicleId: textOf(record, ['vehicle_id']),
    vehicleOurRef: textOf(record, ['vehicle_our_ref']),
    mtime: textOf(record, ['mtime']),
  }
}

function eventOf(value: unknown): Delivery['event'] {
  const object = asObject(Array.isArray(value) && value.length === 1 ? value[0] : value)
  if (!object || isBooking(object)) return null
  const inner = asObject(ownValue(object, 'event'))
  const name = (inner && textOf(inner, ['name', 'type'])) ?? textOf(object, EVENT_NAMES)
  return name === null ? null : { name, known: knownEvent(name) }
}

/** `booking.status-changed` and `BookingStatusChanged` are one name. */
function knownEvent(name: string): KnownEvent | null {
  const plain = (text: string) => text.replace(/[^a-z]/gi, '').toLowerCase()
  return KNOWN_EVENTS.find((known) => [plain(known), `${plain(known)}d`].includes(plain(name))) ?? null
}

/** The first of the names with a text that is not empty, or a number as text. */
function textOf(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = ownValue(object, name)
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
