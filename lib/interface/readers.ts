import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import {
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/fields/search-fields'
import { clip, clipRow } from './clip'
import { identifierOf } from './identifiers'
import { readNextCursor } from './next-cursor'
import { readPosition } from './position'
import type {
  AnyBooking,
  Inspected,
  JsonObject,
  SearchPage,
  VehicleSearchObject,
} from './resources'
import type { Reading, SentForm, SentForms } from './sent-forms'
import { unwrap } from './unwrap'
import { asObject, ownValue, readNumber } from './values'

/*
 * Parses answers of the service into records of the field tables, and settles their gaps:
 * - a missing or null field is null
 * - a field in another form that has one meaning only is read, and its form is in `forms`
 * - any other field is null, and its path is in `unreadable`
 * - unknown fields stay in `raw`
 * - without an `id` there is no record
 */

export function readVehicleSearchObject(answer: unknown): Inspected<VehicleSearchObject> | null {
  const table = vehicleSearchObjectFields
  return readUnwrapped<VehicleSearchObject>(table, unwrap(answer, table))
}

/** A record that was found in an answer by the same table. */
interface FoundRecord {
  readonly record: JsonObject | null
  /** Members of the objects around it. */
  readonly beside?: JsonObject
}

export function readUnwrapped<T>(
  table: FieldTable,
  { record, beside = {} }: FoundRecord,
): Inspected<T> | null {
  const inspected = readRecord<T>(table, record)
  const isAlone = Object.keys(beside).length === 0
  if (!inspected || isAlone) return inspected
  return { ...inspected, beside }
}

/** Reads a booking from elsewhere, such as a pasted one, which may lack even its id. */
export function readAnyBooking(raw: JsonObject): Inspected<AnyBooking> {
  return readFields<AnyBooking>(bookingFields, raw)
}

/** A longer id cannot be requested, and would be repeated with every change. */
export const LONGEST_ID = 1024
const LONGEST_QUERY = 4096

/** A page, and how many of its rows had no readable id. */
interface ReadPage {
  readonly data: SearchPage
  readonly dropped: number
}

/**
 * @param requestCursor of its request; null for the first page
 * @returns the page, its texts cut short; null when `vehicles` is no array
 * Source: interface §2.5, §4.2
 */
export function readSearchPage(
  answer: unknown,
  requestCursor: string | null = null,
): ReadPage | null {
  const envelope = asObject(answer)
  if (!envelope) return null
  // Go writes a list without rows as null: beyond the last page, or where nothing was found.
  const mayBeNull = requestCursor !== null || envelope.total === 0
  const rows = envelope.vehicles === null && mayBeNull ? [] : envelope.vehicles
  if (!Array.isArray(rows)) return null

  const vehicles: VehicleSearchObject[] = []
  const unreadable = new Map<string, readonly string[]>()
  const forms = new Map<string, SentForms>()
  for (const row of rows) {
    const inspected = readRecord<VehicleSearchObject>(vehicleSearchObjectFields, asObject(row))
    if (!inspected) continue
    const { id } = inspected.record
    if (id.length > LONGEST_ID) continue
    vehicles.push(clipRow(inspected.record))
    if (inspected.unreadable.length > 0) unreadable.set(id, inspected.unreadable)
    if (inspected.forms) forms.set(id, inspected.forms)
  }

  const { query, total } = readFields<SearchEcho>(searchResponseFields, envelope).record
  const { cursor, end } = readNextCursor(envelope, rows.length, requestCursor)
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

interface SearchEcho {
  readonly query: string | null
  readonly total: number | null
}

function readRecord<T>(table: FieldTable, raw: JsonObject | null): Inspected<T> | null {
  if (!raw || !identifierOf(raw.id)) return null
  return readFields<T>(table, raw)
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
  const isAsSpecified = Object.keys(forms).length === 0
  return isAsSpecified ? { record, unreadable, raw } : { record, unreadable, forms, raw }
}

function readValues(
  table: FieldTable,
  raw: JsonObject,
  prefix: string,
  remarks: Remarks,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name in table) {
    const sent = ownValue(raw, name)
    const isAbsent = sent === undefined || sent === null
    values[name] = isAbsent ? null : readValue(table[name] as Field, prefix + name, sent, remarks)
  }
  return values
}

function readValue(field: Field, path: string, sent: unknown, remarks: Remarks): unknown {
  const object = asObject(sent)
  if (field.type === 'totals' && object) {
    return readValues(totalsFields, object, `${path}.`, remarks)
  }
  if (field.type === 'webhooks' && object) return readWebhooks(object, path, remarks)
  if (field.type === 'strings' && Array.isArray(sent)) return readTexts(sent, path, remarks)

  const reading = readingOf(field, sent)
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
export function readingOf({ type, isIdentifier }: Field, sent: unknown): Reading<unknown> | null {
  switch (type) {
    case 'string':
    case 'datetime': {
      if (typeof sent === 'string') return { value: sent, form: null }
      const id = isIdentifier ? identifierOf(sent) : null
      return id === null ? null : { value: id, form: 'number' }
    }
    case 'number':
      return readNumber(sent)
    case 'integer': {
      const number = readNumber(sent)
      if (!number) return null
      return Number.isInteger(number.value) && number.value >= 0 ? number : null
    }
    // §2.2 samples a string, §2.1 an array: both become an array. "Function key(s)" may
    // be several in one string.
    case 'strings':
      return typeof sent === 'string' ? { value: splitKeys(sent), form: null } : null
    case 'position':
      return readPosition(sent)
    case 'vehicles':
      return Array.isArray(sent) ? { value: sent, form: null } : null
    case 'totals':
    case 'webhooks':
      return null
  }
}

// Bounds the paths of a hostile array.
const MOST_UNREADABLE = 32

/** The texts of an array: a null is no text, and another value is named (`functions.1`). */
function readTexts(items: readonly unknown[], path: string, remarks: Remarks): string[] | null {
  const texts: string[] = []
  const unreadable: string[] = []
  for (const [index, item] of items.entries()) {
    if (typeof item === 'string') texts.push(item)
    else if (item !== null) unreadable.push(`${path}.${index}`)
  }
  if (unreadable.length > 0 && texts.length === 0) {
    remarks.unreadable.push(path)
    return null
  }
  remarks.unreadable.push(...unreadable.slice(0, MOST_UNREADABLE))
  return texts
}

function readWebhooks(object: JsonObject, path: string, remarks: Remarks): JsonObject {
  const webhooks: [name: string, url: string][] = []
  for (const [name, url] of Object.entries(object)) {
    if (typeof url === 'string') webhooks.push([name, url])
    else if (url !== null) remarks.unreadable.push(`${path}.${name}`)
  }
  return Object.fromEntries(webhooks)
}

function splitKeys(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}
