import type { Place } from '@/lib/interface/unwrap'
import { asObject, ownValue } from '@/lib/interface/values'
import { isBooking, type KnownEvent, knownEvent } from './booking-facts'
import { textOf } from './member-names'
import { firstContents } from './places'

export interface DeliveryEvent {
  /** As received. */
  readonly name: string
  /** Null for a name that the interface does not have. */
  readonly known: KnownEvent | null
}

export type DeliveryHeaders = readonly (readonly [name: string, value: string])[]

/**
 * The event of a delivery, by its names in the body and in headers (§6: not shown). Of several:
 * 1. The first that the interface has, in any spelling: the others are of queues and buses.
 * 2. Without one, the first of all.
 *
 * Their order: the body's before those of headers; of the body the outermost first; of one
 * object `event.name`, `event`, `event_name`, `event_type`, `detail_type`, `webhook`, `topic`,
 * of an envelope then `type`, `name`, `action`, `hook`, `kind`, and at last a member named like
 * an event.
 * @returns null for a delivery without a name of an event
 */
export function eventOf(content: unknown, headers: DeliveryHeaders): DeliveryEvent | null {
  const names = [...namesInBody(content), ...namesInHeaders(headers)]
  const name = names.find(isKnownName) ?? names[0]
  if (name === undefined) return null
  return { name, known: knownEvent(name) }
}

function isKnownName(name: string): boolean {
  return knownEvent(name) !== null
}

function namesInBody(content: unknown): string[] {
  const names = firstContents(content).map(eventNameIn)
  return names.filter((name) => name !== null)
}

/** `X-Event`, `X-Shop-Topic`, `Webhook-Event-Type`, `ce-type` */
const EVENT_HEADER = /(^|-)(event|topic)(-(name|type|key))?$|^ce-type$/

function namesInHeaders(headers: DeliveryHeaders): string[] {
  const ofEvents = headers.filter(([header]) => EVENT_HEADER.test(header))
  return ofEvents.map(([, value]) => value)
}

const EVENT_NAMES = ['event', 'event_name', 'event_type', 'detail_type', 'webhook', 'topic']
/** Names of an event in an envelope only: a booking may have fields of these names. */
const ENVELOPE_EVENT_NAMES = [...EVENT_NAMES, 'type', 'name', 'action', 'hook', 'kind']

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
