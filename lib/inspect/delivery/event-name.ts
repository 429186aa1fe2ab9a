import type { JsonObject } from '@/lib/interface/resources'
import { asObject, ownValue } from '@/lib/interface/values'
import { CONTENT_NAMES, DEEPEST, textOf } from './names'
import { readable } from './parse-body'

/** The two webhooks that the interface names, §6. */
const KNOWN_EVENTS = ['vehicle-booking-create', 'booking_status_changed'] as const
export type KnownEvent = (typeof KNOWN_EVENTS)[number]

export interface EventName {
  /** As received. */
  readonly name: string
  /** Null for a name that the interface does not have. */
  readonly known: KnownEvent | null
}

// biome-ignore format: one list
const NAMES = ['event', 'event_name', 'event_type', 'event-name', 'event-type', 'eventName', 'eventType', 'webhook', 'topic']
/** Of an envelope only: a booking may have fields of these names. */
const LOOSE_NAMES = ['type', 'name', 'action', 'hook', 'kind']
/** `X-Event`, `X-Shop-Topic`, `Webhook-Event-Type`, `ce-type` */
const HEADER = /(^|-)(event|topic)(-(name|type|key))?$|^ce-type$/

/** @param isRecord whether an object is a booking, whose fields are no event */
export function eventOf(
  value: unknown,
  headers: readonly (readonly [name: string, value: string])[],
  isRecord: (object: JsonObject) => boolean,
): EventName | null {
  const name = nameIn(value, isRecord, 0) ?? headers.find(([header]) => HEADER.test(header))?.[1] ?? null
  return name === null ? null : { name, known: knownEvent(name) }
}

function nameIn(value: unknown, isRecord: (object: JsonObject) => boolean, depth: number): string | null {
  const object = asObject(Array.isArray(value) ? value[0] : value)
  if (!object || depth > DEEPEST) return null
  const inner = asObject(ownValue(object, 'event'))
  const names = depth > 0 || isRecord(object) ? NAMES : [...NAMES, ...LOOSE_NAMES]
  const found = (inner && textOf(inner, ['name', 'type'])) ?? textOf(object, names) ?? eventKey(object)
  if (found !== null) return found
  for (const content of CONTENT_NAMES) {
    const name = nameIn(readable(ownValue(object, content)), isRecord, depth + 1)
    if (name !== null) return name
  }
  return null
}

/** `{"booking_status_changed": {…}}` */
export const eventKey = (object: JsonObject): string | null =>
  Object.keys(object).find((name) => knownEvent(name) !== null) ?? null

/** `booking.status-changed` and `BookingStatusChange` are one name. */
function knownEvent(name: string): KnownEvent | null {
  const plain = (text: string) =>
    text
      .replace(/[^a-z]/gi, '')
      .toLowerCase()
      .replace(/d$/, '')
  return KNOWN_EVENTS.find((known) => plain(known) === plain(name)) ?? null
}
