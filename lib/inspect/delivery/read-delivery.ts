import { type ParsedBody, parseBody, readable } from '@/lib/inspect/delivery/parse-body'
import { clip } from '@/lib/interface/clip'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { OWN_FIELDS } from '@/lib/interface/find-bookings'
import type { JsonObject } from '@/lib/interface/resources'
import { asObject, isShallow, ownValue } from '@/lib/interface/values'

/** Content of a delivery's body; every part is as received. */
export interface Delivery extends ParsedBody {
  readonly event: ReturnType<typeof eventOf>
  /** In the order of the body, a booking perhaps more than once; empty where none is recognised. */
  readonly bookings: readonly DeliveredBooking[]
}

/** Facts of a body about a booking, beside the booking itself. */
export interface BookingFacts {
  /** False where the body only refers to it: `{"booking_id": "b-1", "status": "accepted"}`. */
  readonly isWhole: boolean
  readonly id: string | null
  readonly ourRef: string | null
  readonly status: string | null
  readonly vehicleId: string | null
  readonly vehicleOurRef: string | null
  readonly mtime: string | null
}

export interface DeliveredBooking extends BookingFacts {
  readonly record: JsonObject
}

// `{"event": …, "data": {"object": {"booking": {…}}}}`, perhaps in arrays; deeper is no plausible body.
const DEEPEST = 6
/** Names under which an envelope holds its subject; `after` and `new` beside an older version of it. */
// biome-ignore format: one list
const CONTENT_NAMES = ['booking', 'bookings', 'data', 'payload', 'object', 'body', 'content', 'record', 'resource', 'after', 'current', 'new', 'message', 'detail', 'entity', 'attributes', 'events', 'items']

/** The first of the names with a text that is not empty, or a number that is exact as text; shortened. */
function textOf(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = ownValue(object, name)
    if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
      return String(value)
    if (typeof value === 'string' && value !== '') return clip(value)
  }
  return null
}

const BOOKINGS_MAXIMUM = 100
// A record is stored and sent as JSON, which fails from some thousand levels on.
const RECORD_LEVELS = 50

/** Names of a booking's id outside the booking. */
const ID_NAMES = ['booking_id', 'bookingId', 'booking-id', 'id_booking']
const STATUS_NAMES = ['new_status', 'booking_status', 'status']

/**
 * Reads a body in every plausible form (§6: not shown): the booking bare, wrapped, in an envelope with an event, in an
 * array, in a form's field; the event under either spelling, in the body or a header.
 * @param contentType as received; the text decides where it is wrong
 */
export function readDelivery(
  text: string,
  contentType: string | null,
  headers: readonly (readonly [name: string, value: string])[] = [],
): Delivery {
  const { form, content } = parseBody(text, contentType)
  const bookings: DeliveredBooking[] = []
  const event = eventOf(content, headers)
  const named = event?.known === 'booking_status_changed' ? 'by the event' : null
  find(content, 0, { ...nothing, named }, bookings)
  return { form, content, event, bookings }
}

/** Facts of an envelope about the booking in it. */
type Outer = Pick<
  BookingFacts,
  'id' | 'ourRef' | 'status' | 'vehicleId' | 'vehicleOurRef' | 'mtime'
> & {
  /** Reason to take the content for a booking, which then needs no field that only bookings have. */
  readonly named: 'by its key' | 'by the event' | null
}
const nothing: Outer = {
  ...{
    named: null,
    id: null,
    ourRef: null,
    status: null,
    vehicleId: null,
    vehicleOurRef: null,
    mtime: null,
  },
}

function find(value: unknown, depth: number, outer: Outer, found: DeliveredBooking[]): void {
  if (depth > DEEPEST || found.length >= BOOKINGS_MAXIMUM) return
  if (Array.isArray(value)) {
    // An envelope's facts are about one booking.
    const ofEach = value.length > 1 ? { ...nothing, named: outer.named } : outer
    for (const one of value.slice(0, BOOKINGS_MAXIMUM)) find(one, depth + 1, ofEach, found)
    return
  }
  const object = asObject(value)
  if (!object) return
  const said = saidBy(object, outer)
  const event = eventKey(object)
  const contents = (event === null ? CONTENT_NAMES : [...CONTENT_NAMES, event])
    .map((name) => ({ name, content: readable(ownValue(object, name)) }))
    .filter(({ content }) => content !== undefined)
  const before = found.length
  for (const { name, content } of contents) {
    const named = name === 'booking' || name === 'bookings' ? 'by its key' : outer.named
    find(content, depth + 1, { ...said, named }, found)
    if (found.length > before) return
  }
  const isWhole = isBooking(object)
  const isAbout = isWhole || idOf(object) !== null || (depth > 0 && isReference(object, outer))
  const values = Object.values(object)
  if (isAbout && isShallow(object, RECORD_LEVELS)) {
    const parts = isWhole ? [] : contents.map(({ content }) => asObject(content))
    found.push(toBooking(object, isWhole, outer, parts))
  } else if (values.length === 1) find(readable(values[0]), depth + 1, said, found)
}

function saidBy(object: JsonObject, outer: Outer): Outer {
  const vehicle = asObject(ownValue(object, 'vehicle'))
  // JSON:API has the id beside the `attributes`.
  const id = idOf(object) ?? (Object.hasOwn(object, 'attributes') ? textOf(object, ['id']) : null)
  return {
    id: id ?? outer.id,
    ourRef: textOf(object, ['booking_our_ref']) ?? outer.ourRef,
    status:
      textOf(object, id === null ? ['new_status', 'booking_status'] : STATUS_NAMES) ?? outer.status,
    named: outer.named,
    vehicleId:
      textOf(object, ['vehicle_id']) ?? (vehicle && textOf(vehicle, ['id'])) ?? outer.vehicleId,
    vehicleOurRef:
      textOf(object, ['vehicle_our_ref']) ??
      (vehicle && textOf(vehicle, ['our_ref'])) ??
      outer.vehicleOurRef,
    mtime: id === null ? outer.mtime : (textOf(object, ['mtime']) ?? outer.mtime),
  }
}

function isBooking(object: JsonObject): boolean {
  const has = (name: string) => Object.hasOwn(object, name)
  // Beside the id of a booking, `id` is that of the event.
  if (idOf(object) !== null || textOf(object, ['id']) === null)
    return OWN_FIELDS.filter(has).length >= 2
  return (
    OWN_FIELDS.some(has) || (has('status') && (has('vehicle_id') || has('when') || has('error')))
  )
}

const OF_VEHICLES = Object.keys(vehicleFields).filter((name) => !Object.hasOwn(bookingFields, name))

/** `{"booking": {"id": "b-1"}}`, and with the event `{"data": {"id": "b-1", "status": "done"}}`. */
function isReference(object: JsonObject, { named }: Outer): boolean {
  if (named === null || textOf(object, ['id']) === null) return false
  if (OF_VEHICLES.some((name) => Object.hasOwn(object, name))) return false
  return named === 'by its key' || textOf(object, STATUS_NAMES) !== null
}

const idOf = (object: JsonObject): string | null => textOf(object, ID_NAMES)

/** @param contents parts of a body that only refers to the booking: they may hold its status */
function toBooking(
  record: JsonObject,
  isWhole: boolean,
  outer: Outer,
  contents: readonly (JsonObject | null)[],
): DeliveredBooking {
  const own = saidBy(record, nothing)
  const first = (names: readonly string[]) => {
    const parts = [record, ...contents.filter((one) => one !== null)]
    return parts.map((part) => textOf(part, names)).find((text) => text !== null) ?? null
  }
  return {
    record,
    isWhole,
    id:
      own.id ?? (isWhole || isReference(record, outer) ? textOf(record, ['id']) : null) ?? outer.id,
    ourRef: textOf(record, ['our_ref', 'booking_our_ref']) ?? outer.ourRef,
    status: (isWhole ? textOf(record, ['status']) : first(STATUS_NAMES)) ?? outer.status,
    vehicleId: own.vehicleId ?? outer.vehicleId,
    vehicleOurRef: own.vehicleOurRef ?? outer.vehicleOurRef,
    mtime: first(['mtime']) ?? outer.mtime,
  }
}

/** The two webhooks that the interface names, §6. */
const KNOWN_EVENTS = ['vehicle-booking-create', 'booking_status_changed'] as const

// biome-ignore format: one list
const NAMES = ['event', 'event_name', 'event_type', 'event-name', 'event-type', 'eventName', 'eventType', 'webhook', 'topic']
/** Of an envelope only: a booking may have fields of these names. */
const LOOSE_NAMES = ['type', 'name', 'action', 'hook', 'kind']
/** `X-Event`, `X-Shop-Topic`, `Webhook-Event-Type`, `ce-type` */
const HEADER = /(^|-)(event|topic)(-(name|type|key))?$|^ce-type$/

/** @returns its name as received; `known` is null for a name that the interface does not have */
function eventOf(value: unknown, headers: readonly (readonly [name: string, value: string])[]) {
  const name = nameIn(value, 0) ?? headers.find(([header]) => HEADER.test(header))?.[1] ?? null
  return name === null ? null : { name, known: knownEvent(name) }
}

function nameIn(value: unknown, depth: number): string | null {
  const object = asObject(Array.isArray(value) ? value[0] : value)
  if (!object || depth > DEEPEST) return null
  const inner = asObject(ownValue(object, 'event'))
  const names = depth > 0 || isBooking(object) ? NAMES : [...NAMES, ...LOOSE_NAMES]
  const found =
    (inner && textOf(inner, ['name', 'type'])) ?? textOf(object, names) ?? eventKey(object)
  if (found !== null) return found
  for (const content of CONTENT_NAMES) {
    const name = nameIn(readable(ownValue(object, content)), depth + 1)
    if (name !== null) return name
  }
  return null
}

/** `{"booking_status_changed": {…}}` */
const eventKey = (object: JsonObject): string | null =>
  Object.keys(object).find((name) => knownEvent(name) !== null) ?? null

/** `booking.status-changed` and `BookingStatusChange` are one name. */
function knownEvent(name: string) {
  const plain = (text: string) =>
    text
      .replace(/[^a-z]/gi, '')
      .toLowerCase()
      .replace(/d$/, '')
  return KNOWN_EVENTS.find((known) => plain(known) === plain(name)) ?? null
}
