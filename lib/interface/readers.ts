import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import {
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/fields/search-fields'
import { clip, clipRow } from './clip'
import { identifierOf } from './identifiers'
import type { Reading, SentForm, SentForms } from './marks'
import { readNextCursor } from './next-cursor'
import { readPosition } from './position'
import type {
  AnyBooking,
  Inspected,
  JsonObject,
  SearchPage,
  VehicleSearchObject,
} from './resources'
import { type Unwrapped, unwrap } from './unwrap'
import { asObject, ownValue, readNumber } from './values'

/*
 * Parses answers of the service into records of the field tables, and settles their gaps: a missing or null field is
 * null, one in another form that has one meaning only is read and in `forms`, any other is null and in `unreadable`,
 * unknown ones stay in `raw`; without an `id` there is no record.
 */

export function readVehicleSearchObject(answer: unknown): Inspected<VehicleSearchObject> | null {
  const table = vehicleSearchObjectFields
  return readUnwrapped<VehicleSearchObject>(table, unwrap(answer, table))
}

/** @param unwrapped by the same table */
export function readUnwrapped<T>(
  table: FieldTable,
  { record, beside }: Pick<Unwrapped, 'record' | 'beside'>,
): Inspected<T> | null {
  const read = readRecord<T>(table, record)
  return read && Object.keys(beside).length > 0 ? { ...read, beside } : read
}

/** Reads a booking from elsewhere, such as a pasted one, which may lack even its id. */
export function readAnyBooking(raw: JsonObject): Inspected<AnyBooking> {
  return readFields<AnyBooking>(bookingFields, raw)
}

/** A longer id cannot be requested, and would be repeated with every change. */
export const LONGEST_ID = 1024
const LONGEST_QUERY = 4096

/**
 * @param asked cursor of its request; null for the first page
 * @returns the page, its texts cut short, and how many of its rows had no readable id; null when
 * `vehicles` is no array Source: interface §2.5, §4.2
 */
export function readSearchPage(
  answer: unknown,
  asked: string | null = null,
): { data: SearchPage; dropped: number } | null {
  const envelope = asObject(answer)
  if (!envelope) return null
  // Go writes a list without rows as null: beyond the last page, or where nothing was found.
  const isNone = envelope.vehicles === null && (asked !== null || envelope.total === 0)
  const rows = isNone ? [] : envelope.vehicles
  if (!Array.isArray(rows)) return null
  const vehicles: VehicleSearchObject[] = []
  const unreadable = new Map<string, readonly string[]>()
  const forms = new Map<string, SentForms>()
  for (const row of rows) {
    const read = readRecord<VehicleSearchObject>(vehicleSearchObjectFields, asObject(row))
    if (!read || read.record.id.length > LONGEST_ID) continue
    vehicles.push(clipRow(read.record))
    if (read.unreadable.length > 0) unreadable.set(read.record.id, read.unreadable)
    if (read.forms) forms.set(read.record.id, read.forms)
  }
  const { query, total } = readFields<SearchEcho>(searchResponseFields, envelope).record
  const { cursor, end } = readNextCursor(envelope, rows.length, asked)
  return {
    data: {
      query: clip(query, LONGEST_QUERY),
      next_cursor: cursor,
      // A list that ends where it cannot be followed is not the whole list.
      isCut: cursor === null && end === null,
      total,
      vehicles,
      unreadable: Object.fromEntries(unreadable),
      forms: Object.fromEntries(forms),
    },
    dropped: rows.length - vehicles.length,
  }
}

type SearchEcho = Pick<SearchPage, 'query' | 'total'>

function readRecord<T>(table: FieldTable, raw: JsonObject | null): Inspected<T> | null {
  return raw && identifierOf(raw.id) ? readFields<T>(table, raw) : null
}

/** Differences from the specified types, by path. */
interface Remarks {
  readonly unreadable: string[]
  readonly forms: Record<string, SentForm>
}

function readFields<T>(table: FieldTable, raw: JsonObject): Inspected<T> {
  const remarks: Remarks = { unreadable: [], forms: {} }
  const record = readValues(table, raw, '', remarks) as T
  const { unreadable, forms } = remarks
  const isPlain = Object.keys(forms).length === 0
  return isPlain ? { record, unreadable, raw } : { record, unreadable, forms, raw }
}

function readValues(table: FieldTable, raw: JsonObject, prefix: string, remarks: Remarks) {
  const values: Record<string, unknown> = {}
  for (const name in table) {
    const given = ownValue(raw, name)
    const isAbsent = given === undefined || given === null
    values[name] = isAbsent ? null : readValue(table[name] as Field, prefix + name, given, remarks)
  }
  return values
}

function readValue(field: Field, path: string, given: unknown, remarks: Remarks): unknown {
  const object = asObject(given)
  if (field.type === 'totals' && object)
    return readValues(totalsFields, object, `${path}.`, remarks)
  if (field.type === 'webhooks' && object) return readWebhooks(object, path, remarks)
  if (field.type === 'strings' && Array.isArray(given)) return readTexts(given, path, remarks)
  const reading = readingOf(field, given)
  if (!reading) {
    remarks.unreadable.push(path)
    return null
  }
  if (reading.form !== null && reading.value !== null) remarks.forms[path] = reading.form
  return reading.value
}

/**
 * A value of a field, unless it is an object of several or a list of texts.
 * @returns null for another type
 */
export function readingOf({ type, isIdentifier }: Field, given: unknown): Reading<unknown> | null {
  switch (type) {
    case 'string':
    case 'datetime': {
      if (typeof given === 'string') return { value: given, form: null }
      const id = isIdentifier ? identifierOf(given) : null
      return id === null ? null : { value: id, form: 'number' }
    }
    case 'number':
      return readNumber(given)
    case 'integer': {
      const number = readNumber(given)
      return number && Number.isInteger(number.value) && number.value >= 0 ? number : null
    }
    // §2.2 samples a string, §2.1 an array: both become an array. "Function key(s)" may
    // be several in one string.
    case 'strings':
      return typeof given === 'string' ? { value: splitKeys(given), form: null } : null
    case 'position':
      return readPosition(given)
    case 'vehicles':
      return Array.isArray(given) ? { value: given, form: null } : null
    case 'totals':
    case 'webhooks':
      return null
  }
}

/** The texts of an array: a null is no text, and another value is named (`functions.1`). */
function readTexts(given: readonly unknown[], path: string, remarks: Remarks): string[] | null {
  const texts = given.filter((one) => typeof one === 'string')
  const isOther = (one: unknown) => typeof one !== 'string' && one !== null
  const others = given.flatMap((one, at) => (isOther(one) ? [`${path}.${at}`] : []))
  if (others.length > 0 && texts.length === 0) {
    remarks.unreadable.push(path)
    return null
  }
  remarks.unreadable.push(...others.slice(0, MOST_OTHERS))
  return texts
}

// Bounds what is kept of a hostile array.
const MOST_OTHERS = 32

function readWebhooks(object: JsonObject, path: string, remarks: Remarks): JsonObject {
  const entries = Object.entries(object)
  for (const [name, url] of entries)
    if (typeof url !== 'string' && url !== null) remarks.unreadable.push(`${path}.${name}`)
  return Object.fromEntries(entries.filter(([, url]) => typeof url === 'string'))
}

function splitKeys(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}
