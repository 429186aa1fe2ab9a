import { type ParsedText, parseText } from '@/lib/inspect/delivery/parse-text'
import type { JsonObject } from '@/lib/interface/resources'
import type { Place } from '@/lib/interface/unwrap'
import { asObject, isShallow, ownValue } from '@/lib/interface/values'
import {
  type BookingFacts,
  isBooking,
  isContent,
  type KnownEvent,
  knownEvent,
  textOf,
} from './booking-facts'
import { findBookings, placesIn } from './find-bookings'

/** Content of a delivery's body; every part is as received. */
export interface Delivery {
  readonly form: ParsedText['form']
  readonly content: unknown
  readonly event: DeliveryEvent | null
  /** In the order of the body, a booking perhaps more than once; empty where none is recognised. */
  readonly bookings: readonly DeliveredBooking[]
  /** Address that the sender wants to be opened before it delivers; null of every other body. */
  readonly confirmUrl: string | null
}

export interface DeliveryEvent {
  /** As received. */
  readonly name: string
  /** Null for a name that the interface does not have. */
  readonly known: KnownEvent | null
}

export interface DeliveredBooking extends BookingFacts {
  readonly record: JsonObject
}

const BOOKINGS_MAXIMUM = 100
// A record is stored and sent as JSON, which fails from some thousand levels on.
const RECORD_LEVELS = 50

type Headers = readonly (readonly [name: string, value: string])[]

/**
 * Reads a body in every plausible form (§6: not shown): the booking bare, wrapped, in an
 * envelope with an event, in an array, in a form's field; the event under either
 * spelling, in the body or a header.
 * @param contentType as received; the text decides where it is wrong
 */
export function readDelivery(
  text: string,
  contentType: string | null,
  headers: Headers = [],
): Delivery {
  const { form, content } = parseText(text, contentType)
  const event = eventOf(content, headers)
  const known = event?.known ?? null
  const { bookings } = findBookings(content, { kind: 'delivery', event: known })
  const writable = bookings.filter(({ booking }) => isShallow(booking, RECORD_LEVELS))
  const kept = writable.slice(0, BOOKINGS_MAXIMUM)
  return {
    form,
    content,
    event,
    bookings: kept.map(({ booking, facts }) => ({ ...facts, record: booking })),
    confirmUrl: confirmUrlOf(content, event),
  }
}

const EVENT_NAMES = ['event', 'event_name', 'event_type', 'webhook', 'topic']
/** Names of an event in an envelope only: a booking may have fields of these names. */
const ENVELOPE_EVENT_NAMES = [...EVENT_NAMES, 'type', 'name', 'action', 'hook', 'kind']
/** `X-Event`, `X-Shop-Topic`, `Webhook-Event-Type`, `ce-type` */
const EVENT_HEADER = /(^|-)(event|topic)(-(name|type|key))?$|^ce-type$/

/** A name that the interface has comes first: around it may be those of queues and buses. */
function eventOf(content: unknown, headers: Headers): DeliveryEvent | null {
  const names: string[] = []
  for (const place of firstContents(content)) {
    const name = eventNameIn(place)
    if (name !== null) names.push(name)
  }
  for (const [header, value] of headers) {
    if (EVENT_HEADER.test(header)) names.push(value)
  }
  const knownName = names.find(isKnownName)
  const name = knownName ?? names[0]
  if (name === undefined) return null
  return {
    name,
    known: knownEvent(name),
  }
}

function isKnownName(name: string): boolean {
  return knownEvent(name) !== null
}

/** Contents of envelopes, of lists the first element: the outermost first. */
function firstContents(content: unknown): Place[] {
  const places = [...placesIn(content)]
  return places.filter((place) => place.path.every(isNameOrFirst) && isContent(place))
}

function isNameOrFirst(step: string | number): boolean {
  return typeof step === 'string' || step === 0
}

function eventNameIn({ object, outer }: Place): string | null {
  const event = asObject(ownValue(object, 'event'))
  const nameOfEvent = event && textOf(event, ['name', 'type'])
  if (nameOfEvent !== null) return nameOfEvent

  const isEnvelope = outer === null && !isBooking(object)
  const names = isEnvelope ? ENVELOPE_EVENT_NAMES : EVENT_NAMES
  const name = textOf(object, names)
  if (name !== null) return name

  // `{"booking_status_changed": {…}}`
  const members = Object.keys(object)
  return members.find(isKnownName) ?? null
}

/** Names of the address to confirm at, of Amazon SNS and of Azure Event Grid. */
const CONFIRM_URL_NAMES = ['SubscribeURL', 'validationUrl']

function confirmUrlOf(content: unknown, event: DeliveryEvent | null): string | null {
  if (event?.known) return null
  const isUnsubscribing = /unsubscribe/i.test(event?.name ?? '')
  if (isUnsubscribing) return null
  for (const { object } of firstContents(content)) {
    const url = textOf(object, CONFIRM_URL_NAMES)
    if (url !== null && /^https?:\/\//.test(url)) return url
  }
  return null
}
