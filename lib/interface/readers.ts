import { z } from 'zod'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable, FieldType } from '@/lib/interface/fields/fields'
import {
  searchResponseFields,
  vehicleSearchObjectFields,
} from '@/lib/interface/fields/search-fields'
import { clip, clipRow } from './clip'
import { readNextCursor } from './next-cursor'
import { isOnEarth } from './position'
import type {
  AnyBooking,
  Inspected,
  JsonObject,
  Position,
  SearchPage,
  VehicleSearchObject,
} from './resources'
import { type Unwrapped, unwrap } from './unwrap'
import { asObject, ownValue } from './values'

/*
 * Parses answers of the service into records of the field tables, and settles their gaps: a missing or null field is
 * null, one of another type is null and in `unreadable`, unknown ones stay in `raw`; without an `id` there is no record.
 */

// zod's numbers are finite: JSON's `1e999` is Infinity and no number here.
const values: Record<Exclude<FieldType, 'totals' | 'webhooks'>, z.ZodType> = {
  string: z.string(),
  datetime: z.string(),
  number: z.number(),
  integer: z.int().min(0),
  // §2.2 samples a string, §2.1 an array: both become an array. "Function key(s)" may be several in one string.
  strings: z.union([z.array(z.string()), z.string().transform(splitKeys)]),
  position: z.object({ lat: z.number(), lng: z.number() }).refine(isOnEarth).transform(nullIfUnset),
  vehicles: z.array(z.unknown()),
}

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
  const { values, unreadable } = readFields(bookingFields, raw)
  return { record: values as unknown as AnyBooking, unreadable, raw }
}

/** A longer id cannot be requested, and would be repeated with every change. */
export const LONGEST_ID = 1024
const LONGEST_QUERY = 4096

/**
 * @param asked cursor of its request; null for the first page
 * @returns the page, its texts cut short, and how many of its rows had no readable id; null when `vehicles` is no array
 * Source: interface §2.5, §4.2
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
  for (const row of rows) {
    const read = readRecord<VehicleSearchObject>(vehicleSearchObjectFields, asObject(row))
    if (!read || read.record.id.length > LONGEST_ID) continue
    vehicles.push(clipRow(read.record))
    if (read.unreadable.length > 0) unreadable.set(read.record.id, read.unreadable)
  }
  const { query, total } = readFields(searchResponseFields, envelope).values
  const { cursor, end } = readNextCursor(envelope, rows.length, asked)
  return {
    data: {
      query: clip((query as string | null) ?? null, LONGEST_QUERY),
      next_cursor: cursor,
      // A list that ends where it cannot be followed is not the whole list.
      isCut: cursor === null && end === null,
      total: (total as number | null) ?? null,
      vehicles,
      unreadable: Object.fromEntries(unreadable),
    },
    dropped: rows.length - vehicles.length,
  }
}

function readRecord<T>(table: FieldTable, raw: JsonObject | null): Inspected<T> | null {
  if (!raw || typeof raw.id !== 'string' || raw.id === '') return null
  const { values, unreadable } = readFields(table, raw)
  return { record: values as T, unreadable, raw }
}

function readFields(
  table: FieldTable,
  raw: JsonObject,
): { values: JsonObject; unreadable: string[] } {
  const values: Record<string, unknown> = {}
  const unreadable: string[] = []
  for (const name in table) {
    const given = ownValue(raw, name)
    values[name] =
      given === undefined || given === null
        ? null
        : readValue(table[name] as Field, name, given, unreadable)
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
    unreadable: entries
      .filter(([, url]) => typeof url !== 'string' && url !== null)
      .map(([name]) => name),
  }
}

// A receiver without a fix reports 0,0, in the sea south of Ghana: no place on the map.
function nullIfUnset(position: Position): Position | null {
  return position.lat === 0 && position.lng === 0 ? null : position
}

function splitKeys(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}
