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
export interface Delivery extends Pick<ParsedText, 'form' | 'content'> {
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
  const { bookings } = findBookings(content, { kind: 'delivery', event: event?.known ?? null })
  const shown = bookings
    .filter(({ booking }) => isShallow(booking, RECORD_LEVELS))
    .slice(0, BOOKINGS_MAXIMUM)
    .map(({ booking, facts }) => ({ ...facts, record: booking }))
  return { form, content, event, bookings: shown, confirmUrl: confirmUrlOf(content, event) }
}

const NAMES = ['event', 'event_name', 'event_type', 'webhook', 'topic']
/** Of an envelope only: a booking may have fields of these names. */
const LOOSE_NAMES = ['type', 'name', 'action', 'hook', 'kind']
/** `X-Event`, `X-Shop-Topic`, `Webhook-Event-Type`, `ce-type` */
const HEADER = /(^|-)(event|topic)(-(name|type|key))?$|^ce-type$/

/** A name that the interface has comes first: around it may be those of queues and buses. */
function eventOf(content: unknown, headers: Headers): DeliveryEvent | null {
  const inBody = firstContents(content).flatMap((place) => nameIn(place) ?? [])
  const inHeader = headers.filter(([name]) => HEADER.test(name)).map(([, value]) => value)
  const names = [...inBody, ...inHeader]
  const name = names.find((one) => knownEvent(one) !== null) ?? names[0]
  return name === undefined ? null : { name, known: knownEvent(name) }
}

/** Contents of envelopes, of lists the first element: the outermost first. */
const firstContents = (content: unknown): Place[] =>
  [...placesIn(content)].filter(
    (place) =>
      place.path.every((step) => typeof step === 'string' || step === 0) && isContent(place),
  )

function nameIn({ object, outer }: Place): string | null {
  const inner = asObject(ownValue(object, 'event'))
  const names = outer !== null || isBooking(object) ? NAMES : [...NAMES, ...LOOSE_NAMES]
  const named = (inner && textOf(inner, ['name', 'type'])) ?? textOf(object, names)
  // `{"booking_status_changed": {…}}`
  return named ?? Object.keys(object).find((name) => knownEvent(name) !== null) ?? null
}

/** Of Amazon SNS and of Azure Event Grid. */
const CONFIRM_NAMES = ['SubscribeURL', 'validationUrl']

function confirmUrlOf(content: unknown, event: DeliveryEvent | null): string | null {
  if (event?.known || /unsubscribe/i.test(event?.name ?? '')) return null
  const urls = firstContents(content).flatMap(({ object }) => textOf(object, CONFIRM_NAMES) ?? [])
  return urls.find((url) => /^https?:\/\//.test(url)) ?? null
}
