import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { JsonObject } from '@/lib/interface/resources'
import { HOLDS_RECORDS, type Place } from '@/lib/interface/unwrap'
import { asObject, ownValue } from '@/lib/interface/values'
import { hasOneMember, textOf } from './member-names'

/** Facts that a body, or an envelope in it, states of a booking. */
export interface BookingReference {
  readonly id: string | null
  readonly ourRef: string | null
  readonly status: string | null
  readonly vehicleId: string | null
  readonly vehicleOurRef: string | null
}

export interface StatedFacts extends BookingReference {
  readonly mtime: string | null
}

/** Facts of a body about a booking, beside the booking itself. */
export interface BookingFacts extends StatedFacts {
  /** False where the body only refers to it: `{"booking_id": "b-1", "status": "accepted"}`. */
  readonly isWhole: boolean
}

// Vehicles and envelopes have an id, a status, times or an error as well.
const SHARED_FIELDS = [
  'id',
  'ctime',
  'mtime',
  'our_ref',
  'status',
  'error',
  'webhooks',
  'vehicle_id',
  'when',
]
const BOOKING_ONLY_FIELDS = Object.keys(bookingFields).filter(
  (name) => !SHARED_FIELDS.includes(name),
)
const vehicleFieldNames = Object.keys({ ...vehicleFields, ...vehicleSearchObjectFields })
const VEHICLE_ONLY_FIELDS = vehicleFieldNames.filter((name) => !Object.hasOwn(bookingFields, name))

export function hasBookingOnlyField(object: JsonObject): boolean {
  return BOOKING_ONLY_FIELDS.some((name) => Object.hasOwn(object, name))
}

export function hasVehicleOnlyField(object: JsonObject): boolean {
  return VEHICLE_ONLY_FIELDS.some((name) => Object.hasOwn(object, name))
}

/** Members that hold a record whose id stands beside them: JSON:API, GeoJSON, search engines. */
const ID_BESIDE_MEMBER: Readonly<Record<string, string>> = {
  attributes: 'id',
  properties: 'id',
  _source: '_id',
  doc: 'id',
}

/** @returns the name of the id that stands beside a member; null for other members */
export function idNameBeside(member: string): string | null {
  return Object.hasOwn(ID_BESIDE_MEMBER, member) ? (ID_BESIDE_MEMBER[member] ?? null) : null
}

/** Names of a booking's id outside the booking. */
const BOOKING_ID_NAMES = ['booking_id', 'id_booking']
const BOOKING_STATUS_NAMES = ['new_status', 'booking_status']
const STATUS_NAMES = [...BOOKING_STATUS_NAMES, 'status']
/** Names under which an envelope holds its subject, beside those of records. */
const SUBJECT_NAMES = new Set([
  'after',
  'current',
  'new',
  'message',
  'detail',
  'entity',
  'attributes',
  'events',
  'resource',
  'dynamodb',
  'newimage',
  'properties',
  'doc',
  '_source',
])

/** Id under a name that only a booking's id has: `booking_id`. */
export function bookingIdOf(object: JsonObject): string | null {
  return textOf(object, BOOKING_ID_NAMES)
}

/** Whether an object of a delivery, in which other things have ids too, is a booking. */
export function isBooking(object: JsonObject): boolean {
  const has = (name: string) => Object.hasOwn(object, name)
  const hasId = textOf(object, ['id']) !== null
  // Beside the id of a booking, `id` is that of the event.
  const isOwnId = hasId && bookingIdOf(object) === null
  const known = BOOKING_ONLY_FIELDS.filter(has)
  if (!isOwnId) return known.length >= 2
  if (known.length > 0) return true
  const hasSharedField = ['vehicle_id', 'when', 'error'].some(has)
  return has('status') && hasSharedField
}

/** Whether a member of this name holds the subject of the object around it. */
export function isContentName(name: string): boolean {
  return HOLDS_RECORDS.test(name) || SUBJECT_NAMES.has(name.toLowerCase())
}

/** The two webhooks that the interface names, §6. */
export type KnownEvent = 'vehicle-booking-create' | 'booking_status_changed'
const KNOWN_EVENTS: readonly KnownEvent[] = ['vehicle-booking-create', 'booking_status_changed']

/** The event of a name in any spelling: `booking.status-changed`, `BookingStatusChange`. */
export function knownEvent(name: string): KnownEvent | null {
  const plain = plainEventName(name)
  return KNOWN_EVENTS.find((known) => plainEventName(known) === plain) ?? null
}

function plainEventName(name: string): string {
  const letters = name.replace(/[^a-z]/gi, '').toLowerCase()
  return letters.replace(/d$/, '')
}

/** Whether all that is around an object is an envelope, or has nothing else in it. */
export function isContent({ path, outer }: Place): boolean {
  if (!outer) return true
  const name = String(path[outer.path.length])
  const isEvent = knownEvent(name) !== null
  const isEnvelope = hasOneMember(outer.object) || isContentName(name) || isEvent
  return isEnvelope && isContent(outer)
}

const NO_FACTS: StatedFacts = {
  id: null,
  ourRef: null,
  status: null,
  vehicleId: null,
  vehicleOurRef: null,
  mtime: null,
}

/** Facts of the envelopes; none in a list of several, as they are about one booking. */
function envelopeFacts({ outer, listed }: Place): StatedFacts {
  if (outer === null || listed > 1) return NO_FACTS
  const outerFacts = envelopeFacts(outer)
  return factsIn(outer.object, outerFacts)
}

function factsIn(object: JsonObject, outer: StatedFacts): StatedFacts {
  const embedded = asObject(ownValue(object, 'vehicle'))
  const vehicle = embedded ?? relatedVehicle(object) ?? {}
  const id = bookingIdOf(object) ?? idBesideMember(object)
  // Without the booking's id, `status` and `mtime` may be those of the event.
  const isAboutBooking = id !== null
  const statusNames = isAboutBooking ? STATUS_NAMES : BOOKING_STATUS_NAMES
  const ourRef = textOf(object, ['booking_our_ref'])
  const status = textOf(object, statusNames)
  const mtime = isAboutBooking ? textOf(object, ['mtime']) : null
  const vehicleId = textOf(object, ['vehicle_id']) ?? textOf(vehicle, ['id'])
  const vehicleOurRef = textOf(object, ['vehicle_our_ref']) ?? textOf(vehicle, ['our_ref'])
  return {
    id: id ?? outer.id,
    ourRef: ourRef ?? outer.ourRef,
    status: status ?? outer.status,
    vehicleId: vehicleId ?? outer.vehicleId,
    vehicleOurRef: vehicleOurRef ?? outer.vehicleOurRef,
    mtime: mtime ?? outer.mtime,
  }
}

function idBesideMember(object: JsonObject): string | null {
  const members = Object.keys(ID_BESIDE_MEMBER)
  const member = members.find((name) => Object.hasOwn(object, name))
  if (member === undefined) return null
  const idName = idNameBeside(member)
  if (idName === null) return null
  return textOf(object, [idName])
}

/** JSON:API: `{"relationships": {"vehicle": {"data": {"type": "vehicles", "id": "v-1"}}}}` */
function relatedVehicle(object: JsonObject): JsonObject | null {
  const relationships = asObject(ownValue(object, 'relationships'))
  const vehicle = relationships && asObject(ownValue(relationships, 'vehicle'))
  return vehicle && asObject(ownValue(vehicle, 'data'))
}

/** JSON:API: `{"type": "bookings", "id": "b-1", "attributes": {"status": "done"}}` */
function isTypedBooking({ path, outer }: Place): boolean {
  if (outer === null) return false
  if (path.at(-1) !== 'attributes') return false
  const type = textOf(outer.object, ['type']) ?? ''
  const isBookingType = BOOKING_NAME.test(type)
  const hasId = textOf(outer.object, ['id']) !== null
  return isBookingType && hasId
}

/**
 * Whether an object refers to a booking: `{"booking": {"id": "b-1"}}`, and with the event
 * `{"data": {"id": "b-1", "status": "done"}}`.
 */
export function isReference(place: Place, event: KnownEvent | null): boolean {
  if (!isContent(place)) return false
  if (bookingIdOf(place.object) !== null) return true
  return isNamedBooking(place, event) || isTypedBooking(place)
}

/** Name or type of bookings. */
const BOOKING_NAME = /^bookings?$/i

/** Whether an object with an id is a booking by a key around it, or by the event. */
function isNamedBooking({ path, object, outer }: Place, event: KnownEvent | null): boolean {
  if (outer === null) return false
  const hasId = textOf(object, ['id']) !== null
  if (!hasId) return false
  if (hasVehicleOnlyField(object)) return false
  if (path.some(isBookingName)) return true
  const hasStatus = textOf(object, STATUS_NAMES) !== null
  return event === 'booking_status_changed' && hasStatus
}

function isBookingName(step: string | number): boolean {
  return typeof step === 'string' && BOOKING_NAME.test(step)
}

/** Facts of a booking that a body holds whole. */
export function factsOfBooking(place: Place): BookingFacts {
  const booking = place.object
  const envelope = envelopeFacts(place)
  const facts = factsIn(booking, NO_FACTS)
  const id = facts.id ?? textOf(booking, ['id'])
  const ourRef = textOf(booking, OUR_REF_NAMES)
  const status = textOf(booking, ['status'])
  const mtime = textOf(booking, ['mtime'])
  return {
    isWhole: true,
    id: id ?? envelope.id,
    ourRef: ourRef ?? envelope.ourRef,
    status: status ?? envelope.status,
    vehicleId: facts.vehicleId ?? envelope.vehicleId,
    vehicleOurRef: facts.vehicleOurRef ?? envelope.vehicleOurRef,
    mtime: mtime ?? envelope.mtime,
  }
}

const OUR_REF_NAMES = ['our_ref', 'booking_our_ref']

/**
 * Facts of a booking that a body only refers to.
 * @param contents parts of the reference, which may hold its status
 */
export function factsOfReference(
  place: Place,
  event: KnownEvent | null,
  contents: readonly JsonObject[],
): BookingFacts {
  const reference = place.object
  const envelope = envelopeFacts(place)
  const facts = factsIn(reference, NO_FACTS)
  const isNamed = isNamedBooking(place, event)
  const ownId = isNamed ? textOf(reference, ['id']) : null
  const ourRef = textOf(reference, OUR_REF_NAMES)
  const parts = [reference, ...contents]
  const status = firstText(parts, STATUS_NAMES)
  const mtime = firstText(parts, ['mtime'])
  return {
    isWhole: false,
    id: facts.id ?? ownId ?? envelope.id,
    ourRef: ourRef ?? envelope.ourRef,
    status: status ?? envelope.status,
    vehicleId: facts.vehicleId ?? envelope.vehicleId,
    vehicleOurRef: facts.vehicleOurRef ?? envelope.vehicleOurRef,
    mtime: mtime ?? envelope.mtime,
  }
}

function firstText(parts: readonly JsonObject[], names: readonly string[]): string | null {
  for (const part of parts) {
    const text = textOf(part, names)
    if (text !== null) return text
  }
  return null
}
