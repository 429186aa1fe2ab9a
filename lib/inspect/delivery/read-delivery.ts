import { type ParsedText, parseText } from '@/lib/inspect/delivery/parse-text'
import type { JsonObject } from '@/lib/interface/resources'
import { isShallow } from '@/lib/interface/values'
import type { BookingFacts } from './booking-facts'
import { type DeliveryEvent, type DeliveryHeaders, eventOf } from './delivery-event'
import { findBookings } from './find-bookings'
import { textOf } from './member-names'
import { firstContents } from './places'

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

export interface DeliveredBooking extends BookingFacts {
  readonly record: JsonObject
}

const BOOKINGS_MAXIMUM = 100
// A record is stored and sent as JSON, which fails from some thousand levels on.
const RECORD_LEVELS = 50

/**
 * Reads a body in every plausible form (§6: not shown): the booking bare, wrapped, in an
 * envelope with an event, in an array, in a form's field; the event under either
 * spelling, in the body or a header.
 * @param contentType as received; the text decides where it is wrong
 */
export function readDelivery(
  text: string,
  contentType: string | null,
  headers: DeliveryHeaders = [],
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
