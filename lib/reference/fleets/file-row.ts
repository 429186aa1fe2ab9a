import type { Position } from '@/lib/reference/geo'
import type { VehicleFacts } from '@/lib/reference/resources'
import { isReservedId } from '@/lib/reference/routes'

/** A vehicle of a fleet file; absent values are left out. */
export interface FileRow {
  id: string
  position: Position
  status: string
  activeBookingId: string | null
  ctimeMs?: number
  mtimeMs?: number
  /** Age of the last report when the file was recorded, to shift timestamps to now. */
  lagMs?: number
  facts: Partial<VehicleFacts>
}

export type JsonObject = Record<string, unknown>

/** Reason for skipping a row, in one sentence. */
export class RowFault extends Error {}

export function asObject(value: unknown, what: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new RowFault(`${what} is ${describe(value)}, expected an object`)
}

export function readId(value: unknown, name: string): string {
  if (value === undefined || value === null || value === '') throw new RowFault(`no ${name}`)
  if (typeof value !== 'string') throw new RowFault(`${name} is ${describe(value)}, expected a string`)
  if (isReservedId(value)) throw new RowFault(`${name} ${describe(value)} is a word of the interface's paths`)
  if (/\p{Surrogate}/u.test(value))
    throw new RowFault(`${name} ${describe(value)} is not well-formed Unicode`)
  return value
}

export function readPosition(lat: unknown, lng: unknown): Position {
  return { lat: readDegrees(lat, 'latitude', 90), lng: readDegrees(lng, 'longitude', 180) }
}

function readDegrees(value: unknown, name: string, limit: number): number {
  if (typeof value !== 'number') throw new RowFault(`${name} is ${describe(value)}, expected a number`)
  if (!(Math.abs(value) <= limit)) throw new RowFault(`${name} is ${value}, expected -${limit}…${limit}`)
  return value
}

/** @returns undefined when absent */
export function readString(row: JsonObject, name: string): string | undefined {
  const value = row[name] ?? undefined
  if (value === undefined || typeof value === 'string') return value
  throw new RowFault(`${name} is ${describe(value)}, expected a string`)
}

export function readNumber(row: JsonObject, name: string): number | undefined {
  const value = row[name] ?? undefined
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value
  throw new RowFault(`${name} is ${describe(value)}, expected a number`)
}

/** Parses ISO 8601 or seconds since 1970 to ms since 1970: feeds use both. */
export function readTime(row: JsonObject, name: string): number | undefined {
  const value = row[name] ?? undefined
  if (value === undefined) return undefined
  const ms =
    typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  // Last instant with a four-digit year.
  if (ms > 0 && ms < 253_402_300_800_000) return ms
  throw new RowFault(`${name} is ${describe(value)}, expected seconds since 1970 or an ISO 8601 time`)
}

/** A value for a message, cut to a line. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
