import { z } from 'zod'
import { bookingFields, totalsFields } from './booking-fields'
import { clip, clipRow } from './clip'
import type { Field, FieldTable, FieldType } from './fields'
import { isOnEarth } from './position'
import type {
  AnyBooking,
  Booking,
  Inspected,
  JsonObject,
  SearchPage,
  Vehicle,
  VehicleSearchObject,
} from './resources'
import { searchParameters } from './search'
import { searchResponseFields, vehicleSearchObjectFields } from './search-fields'
import { vehicleFields } from './vehicle-fields'

/**
 * Reads what the service answered into records of the field tables. A gap is settled here, once:
 * a missing or null field is null, a field of another type is null and named in `unreadable`,
 * an unknown field stays in `raw`, and only a record without an `id` is no record at all (null).
 */

const jsonObject = z.record(z.string(), z.unknown())

// zod's numbers are finite: JSON's `1e999` is Infinity and no number here.
const values: Record<Exclude<FieldType, 'totals' | 'webhooks'>, z.ZodType> = {
  string: z.string(),
  datetime: z.string(),
  number: z.number(),
  integer: z.int().min(0),
  // §2.2 samples a string, §2.1 an array: both become an array. "Function key(s)" may be several in one string.
  strings: z.union([z.array(z.string()), z.string().transform(splitKeys)]),
  position: z.object({ lat: z.number(), lng: z.number() }).refine(isOnEarth),
  vehicles: z.array(z.unknown()),
}

export function readVehicle(answer: unknown): Inspected<Vehicle> | null {
  return readRecord<Vehicle>(vehicleFields, unwrap(answer))
}

export function readVehicleSearchObject(answer: unknown): Inspected<VehicleSearchObject> | null {
  return readRecord<VehicleSearchObject>(vehicleSearchObjectFields, unwrap(answer))
}

export function readBooking(answer: unknown): Inspected<Booking> | null {
  return readRecord<Booking>(bookingFields, unwrap(answer))
}

/**
 * Reads a booking that did not come from the service, such as one pasted: it may lack even its id.
 * @returns null when it is no object
 */
export function readAnyBooking(value: unknown): Inspected<AnyBooking> | null {
  const raw = unwrapAny(value)
  if (!raw) return null
  const { values, unreadable } = readFields(bookingFields, raw)
  return { record: values as unknown as AnyBooking, unreadable, raw }
}

/** Of an id in a list. */
const LONGEST_ID = 1024
const LONGEST_QUERY = 4096

/**
 * Reads one page of a search.
 * @returns the page, its texts cut short, and how many of its rows had no readable id; null when `vehicles` is no array
 * Source: interface §2.5, §4.2
 */
export function readSearchPage(answer: unknown): { page: SearchPage; dropped: number } | null {
  const envelope = asObject(answer)
  const rows = envelope?.vehicles
  if (!envelope || !Array.isArray(rows)) return null
  const vehicles: VehicleSearchObject[] = []
  const unreadable = new Map<string, readonly string[]>()
  for (const row of rows) {
    const read = readRecord<VehicleSearchObject>(vehicleSearchObjectFields, asObject(row))
    // Nobody can ask for a longer id, and one of a megabyte would be repeated with every change.
    if (!read || read.record.id.length > LONGEST_ID) continue
    vehicles.push(clipRow(read.record))
    if (read.unreadable.length > 0) unreadable.set(read.record.id, read.unreadable)
  }
  const { query, total } = readFields(searchResponseFields, envelope).values
  const given = Object.hasOwn(envelope, 'next_cursor') ? envelope.next_cursor : null
  // An absent, null or empty cursor alike mean that there is no further page (§4.2).
  const isLast = given === undefined || given === null || given === ''
  const cursor = typeof given === 'string' && !isLast ? searchParameters.cursor.parse(given) : null
  return {
    page: {
      query: clip((query as string | null) ?? null, LONGEST_QUERY),
      next_cursor: cursor,
      // A list that ends where it cannot be followed is not the whole list.
      isCut: cursor === null && !isLast,
      total: (total as number | null) ?? null,
      vehicles,
      unreadable: Object.fromEntries(unreadable),
    },
    dropped: rows.length - vehicles.length,
  }
}

/**
 * Whether an answer says in so many words that there is no such record: null, or a wrapper around null or nothing.
 * What a look-up without a hit answers is not shown (§4.2), so this is as good a "not found" as a 404.
 */
export function holdsNothing(answer: unknown): boolean {
  return isNothing(answer) || isNothing(soleValue(answer))
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

function soleValue(value: unknown): unknown {
  const values = Object.values(asObject(value) ?? {})
  return values.length === 1 ? values[0] : undefined
}

// An answer wraps a record once or twice (`{"data": {"vehicle": …}}`); deeper is no plausible answer.
const DEEPEST_WRAPPER = 3

/**
 * The record inside an answer. The wrapper of endpoints 3 and 4 is not shown (§4.2): the record may stand
 * bare, under `vehicle` or `booking`, as the only value of an object, or as the only element of an array.
 */
function unwrap(answer: unknown, depth = 0): JsonObject | null {
  if (depth > DEEPEST_WRAPPER) return null
  if (Array.isArray(answer)) return answer.length === 1 ? unwrap(answer[0], depth + 1) : null
  const object = asObject(answer)
  if (!object || typeof object.id === 'string') return object
  return unwrap(object.vehicle ?? object.booking ?? soleValue(object), depth + 1)
}

/** As `unwrap`, of an object that is known by any of a booking's fields and is itself when nothing else is in it. */
function unwrapAny(value: unknown, depth = 0): JsonObject | null {
  const object = asObject(value)
  if (!object || depth === DEEPEST_WRAPPER) return object
  // No field of a booking is called so: `{"status": "ok", "booking": {…}}` is a wrapper.
  const wrapped = Object.hasOwn(object, 'booking') ? asObject(object.booking) : null
  if (!wrapped && Object.keys(object).some((name) => Object.hasOwn(bookingFields, name))) return object
  const inner = wrapped ?? asObject(soleValue(object))
  return inner ? unwrapAny(inner, depth + 1) : object
}

function readRecord<T>(table: FieldTable, raw: JsonObject | null): Inspected<T> | null {
  if (!raw || typeof raw.id !== 'string' || raw.id === '') return null
  const { values, unreadable } = readFields(table, raw)
  return { record: values as T, unreadable, raw }
}

function readFields(table: FieldTable, raw: JsonObject): { values: JsonObject; unreadable: string[] } {
  const values: Record<string, unknown> = {}
  const unreadable: string[] = []
  for (const name in table) {
    // Own keys only: a field called `constructor` is not inherited from Object.
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    values[name] =
      given === undefined || given === null ? null : readValue(table[name] as Field, name, given, unreadable)
  }
  return { values, unreadable }
}

function readValue(field: Field, name: string, given: unknown, unreadable: string[]): unknown {
  if (field.type === 'totals' || field.type === 'webhooks') {
    const object = asObject(given)
    if (!object) {
      unreadable.push(name)
      return null
    }
    const inner = field.type === 'totals' ? readFields(totalsFields, object) : readWebhooks(object)
    unreadable.push(...inner.unreadable.map((path) => `${name}.${path}`))
    return inner.values
  }
  const read = values[field.type].safeParse(given)
  if (read.success) return read.data
  unreadable.push(name)
  return null
}

function readWebhooks(object: JsonObject): { values: JsonObject; unreadable: string[] } {
  const entries = Object.entries(object)
  return {
    values: Object.fromEntries(entries.filter(([, url]) => typeof url === 'string')),
    unreadable: entries.filter(([, url]) => typeof url !== 'string' && url !== null).map(([name]) => name),
  }
}

function asObject(value: unknown): JsonObject | null {
  const read = jsonObject.safeParse(value)
  // The value itself, not zod's copy: raw is what came, in its order.
  return read.success ? (value as JsonObject) : null
}

function splitKeys(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}
