import { clip } from '@/lib/interface/clip'
import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { JsonObject } from '@/lib/interface/resources'
import { HOLDS_RECORDS, type Place } from '@/lib/interface/unwrap'
import { asObject, ownValue } from '@/lib/interface/values'

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

// Vehicles and envelopes have an id, a status, times or an error as well.
// biome-ignore format: one list
const SHARED = ['id', 'ctime', 'mtime', 'our_ref', 'status', 'error', 'webhooks', 'vehicle_id', 'when']
/** Fields that only bookings have. */
export const OWN_FIELDS = Object.keys(bookingFields).filter((name) => !SHARED.includes(name))
/** Fields that only vehicles have. */
const OF_VEHICLES = Object.keys({ ...vehicleFields, ...vehicleSearchObjectFields }).filter(
  (name) => !Object.hasOwn(bookingFields, name),
)

export const hasFieldOfVehicle = (object: JsonObject): boolean =>
  OF_VEHICLES.some((name) => Object.hasOwn(object, name))

/** Formats that keep a record's id beside the record: JSON:API, GeoJSON, search engines. */
export const ID_BESIDE: Readonly<Record<string, string>> = {
  attributes: 'id',
  properties: 'id',
  _source: '_id',
  doc: 'id',
}

/** Names of a booking's id outside the booking. */
const ID_NAMES = ['booking_id', 'id_booking']
const STATUS_NAMES = ['new_status', 'booking_status', 'status']
/** Names under which an envelope holds its subject, beside those of records. */
const HOLDS_SUBJECT =
  /^(after|current|new|message|detail|entity|attributes|events|resource|dynamodb|properties|doc|_source)$/i

/** `BookingId`, `booking-id` and `booking_id` are one name. */
const plainName = (name: string): string => name.replaceAll(/[\W_]/g, '').toLowerCase()

/** The first of the names with a text that is not empty, or a number as text; shortened. */
export function textOf(object: JsonObject, names: readonly string[]): string | null {
  const keys = Object.keys(object)
  for (const name of names) {
    const key = Object.hasOwn(object, name)
      ? name
      : keys.find((other) => plainName(other) === plainName(name))
    const value = key === undefined ? undefined : ownValue(object, key)
    if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
      return String(value)
    if (typeof value === 'string' && value !== '') return clip(value)
  }
  return null
}

/** The booking's id under a name that tells it from other ids. */
export const namedIdOf = (object: JsonObject): string | null => textOf(object, ID_NAMES)

/** Whether an object of a delivery, in which other things have ids too, is a booking. */
export function isBooking(object: JsonObject): boolean {
  const has = (name: string) => Object.hasOwn(object, name)
  // Beside the id of a booking, `id` is that of the event.
  if (textOf(object, ['id']) === null || namedIdOf(object) !== null)
    return OWN_FIELDS.filter(has).length >= 2
  return (
    OWN_FIELDS.some(has) || (has('status') && (has('vehicle_id') || has('when') || has('error')))
  )
}

/** Name of a member that holds the subject of what is around it. */
export const isContentName = (name: string): boolean =>
  HOLDS_RECORDS.test(name) || HOLDS_SUBJECT.test(name)

/** The two webhooks that the interface names, §6. */
const KNOWN_EVENTS = ['vehicle-booking-create', 'booking_status_changed'] as const
export type KnownEvent = (typeof KNOWN_EVENTS)[number]

/** `booking.status-changed` and `BookingStatusChange` are one name. */
export function knownEvent(name: string): KnownEvent | null {
  const plain = (text: string) =>
    text
      .replace(/[^a-z]/gi, '')
      .toLowerCase()
      .replace(/d$/, '')
  return KNOWN_EVENTS.find((known) => plain(known) === plain(name)) ?? null
}

/** Whether all that is around an object is an envelope, or has nothing else in it. */
export function isContent({ path, outer }: Place): boolean {
  if (!outer) return true
  const name = String(path[outer.path.length])
  const isOnly = Object.keys(outer.object).length === 1
  return (isOnly || isContentName(name) || knownEvent(name) !== null) && isContent(outer)
}

/** Facts of an envelope about the booking in it. */
type OuterFacts = Omit<BookingFacts, 'isWhole'>

const nothing: OuterFacts = {
  id: null,
  ourRef: null,
  status: null,
  vehicleId: null,
  vehicleOurRef: null,
  mtime: null,
}

/** An envelope's facts are about one booking: of several none takes them. */
function factsAround({ outer, listed }: Place): OuterFacts {
  return outer === null || listed > 1 ? nothing : factsIn(outer.object, factsAround(outer))
}

function factsIn(object: JsonObject, outer: OuterFacts): OuterFacts {
  const vehicle = asObject(ownValue(object, 'vehicle')) ?? relatedVehicle(object)
  const beside = Object.keys(ID_BESIDE).find((name) => Object.hasOwn(object, name))
  const besideId = beside === undefined ? null : textOf(object, [ID_BESIDE[beside] ?? ''])
  const id = namedIdOf(object) ?? besideId
  const statusNames = id === null ? ['new_status', 'booking_status'] : STATUS_NAMES
  const vehicleId = textOf(object, ['vehicle_id']) ?? (vehicle && textOf(vehicle, ['id']))
  const vehicleOurRef =
    textOf(object, ['vehicle_our_ref']) ?? (vehicle && textOf(vehicle, ['our_ref']))
  return {
    id: id ?? outer.id,
    ourRef: textOf(object, ['booking_our_ref']) ?? outer.ourRef,
    status: textOf(object, statusNames) ?? outer.status,
    vehicleId: vehicleId ?? outer.vehicleId,
    vehicleOurRef: vehicleOurRef ?? outer.vehicleOurRef,
    mtime: id === null ? outer.mtime : (textOf(object, ['mtime']) ?? outer.mtime),
  }
}

/** JSON:API: `{"relationships": {"vehicle": {"data": {"type": "vehicles", "id": "v-1"}}}}` */
function relatedVehicle(object: JsonObject): JsonObject | null {
  const relationships = asObject(ownValue(object, 'relationships'))
  const vehicle = relationships && asObject(ownValue(relationships, 'vehicle'))
  return vehicle && asObject(ownValue(vehicle, 'data'))
}

/** JSON:API: `{"type": "bookings", "id": "b-1", "attributes": {"status": "done"}}` */
function isTypedBooking({ path, outer }: Place): boolean {
  if (outer === null || path.at(-1) !== 'attributes') return false
  const type = textOf(outer.object, ['type'])
  return type !== null && IS_BOOKING.test(type) && textOf(outer.object, ['id']) !== null
}

/**
 * Whether an object refers to a booking: `{"booking": {"id": "b-1"}}`, and with the event
 * `{"data": {"id": "b-1", "status": "done"}}`.
 */
export function isReference(place: Place, event: KnownEvent | null): boolean {
  if (!isContent(place)) return false
  return namedIdOf(place.object) !== null || isNamedBooking(place, event) || isTypedBooking(place)
}

/** Name or type of bookings. */
const IS_BOOKING = /^bookings?$/i

function isNamedBooking({ path, object, outer }: Place, event: KnownEvent | null): boolean {
  if (outer === null || textOf(object, ['id']) === null || hasFieldOfVehicle(object)) return false
  const isByKey = path.some((step) => typeof step === 'string' && IS_BOOKING.test(step))
  if (isByKey) return true
  return event === 'booking_status_changed' && textOf(object, STATUS_NAMES) !== null
}

/** @param contents parts of a body that only refers to the booking: they may hold its status */
export function factsOf(
  place: Place,
  isWhole: boolean,
  event: KnownEvent | null,
  contents: readonly JsonObject[] = [],
): BookingFacts {
  const record = place.object
  const outer = factsAround(place)
  const own = factsIn(record, nothing)
  const hasOwnId = isWhole || isNamedBooking(place, event)
  const ownId = hasOwnId ? textOf(record, ['id']) : null
  const first = (names: readonly string[]) =>
    [record, ...contents].map((part) => textOf(part, names)).find((text) => text !== null) ?? null
  return {
    isWhole,
    id: own.id ?? ownId ?? outer.id,
    ourRef: textOf(record, ['our_ref', 'booking_our_ref']) ?? outer.ourRef,
    status: (isWhole ? textOf(record, ['status']) : first(STATUS_NAMES)) ?? outer.status,
    vehicleId: own.vehicleId ?? outer.vehicleId,
    vehicleOurRef: own.vehicleOurRef ?? outer.vehicleOurRef,
    mtime: first(['mtime']) ?? outer.mtime,
  }
}
