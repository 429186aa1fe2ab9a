import type { VehicleFacts } from '@/lib/reference/resources'
import { isReservedId } from '@/lib/reference/routes'
import type { FileRow } from './file-fleet'

export type JsonObject = Record<string, unknown>

/** Reason for skipping a row, in one sentence. */
export class RowFault extends Error {}

/**
 * One vehicle of a GBFS feed: `free_bike_status` of versions 1 and 2, `vehicle_status` of version
 * 3. Nothing is invented: a feed has no driver, price or capacity. Report times keep their distance
 * from the feed's `last_updated`, so that an old recording does not look stale.
 * @param feedMs the feed's own last_updated
 * Source: https://github.com/MobilityData/gbfs/blob/v3.0/gbfs.md#vehicle_statusjson
 */
export function readGbfsVehicle(value: unknown, feedMs: number | undefined): FileRow {
  const row = asObject(value, 'row')
  const id = readId(row.vehicle_id ?? row.bike_id)
  const lacksPosition = row.lat === undefined && row.lon === undefined
  if (lacksPosition && typeof row.station_id === 'string') {
    throw new RowFault(`no position, only station ${describe(row.station_id)}`)
  }
  const position = {
    lat: readDegrees(row.lat, 'latitude', 90),
    lng: readDegrees(row.lon, 'longitude', 180),
  }
  const reportedMs = readTime(row, 'last_reported')
  return {
    id,
    position,
    status: statusOf(row),
    activeBookingId: null,
    mtimeMs: reportedMs,
    lagMs: lagOf(reportedMs, feedMs),
    facts: readFacts(row, id),
  }
}

/** Age of a report when the feed was written; 0 for one without a time. */
function lagOf(reportedMs: number | undefined, feedMs: number | undefined): number | undefined {
  if (feedMs === undefined) return undefined
  if (reportedMs === undefined) return 0
  return Math.max(0, feedMs - reportedMs)
}

function statusOf(row: JsonObject): string {
  if (readFlag(row, 'is_disabled')) return 'out_of_service'
  return readFlag(row, 'is_reserved') ? 'reserved' : 'available'
}

function readFacts(row: JsonObject, id: string): Partial<VehicleFacts> {
  const facts: Partial<VehicleFacts> = { our_ref: id }
  const type = readString(row, 'vehicle_type_id') ?? readString(row, 'vehicle_type')
  if (type) facts.type = type
  // Feeds of several operators prefix ids with the operator: `lime:fb5d…`.
  const [, operator] = /^([^:]+):./.exec(id) ?? []
  if (operator) {
    facts.make = operator
    facts.owner_name = operator
  }
  const extra = extraInfo(row)
  if (extra) facts.vehicle_extra_info = extra
  return facts
}

/** Values of the feed without a field in the interface, as text. */
function extraInfo(row: JsonObject): string {
  const parts: string[] = []
  const rangeMetres = readNumber(row, 'current_range_meters')
  if (rangeMetres !== undefined) {
    const kilometres = rangeMetres / 1000
    parts.push(`Range ${kilometres.toFixed(1)} km`)
  }
  // A fraction of 1 by the specification.
  const fuel = readNumber(row, 'current_fuel_percent')
  if (fuel !== undefined) parts.push(`Charge ${Math.round(fuel * 100)} %`)
  const station = readString(row, 'station_id')
  if (station) parts.push(`At station ${station}`)
  const plan = readString(row, 'pricing_plan_id')
  if (plan) parts.push(`Pricing plan ${plan}`)
  const rental = rentalUriOf(row)
  if (rental) parts.push(`Rental: ${rental}`)
  return parts.join('; ')
}

function rentalUriOf(row: JsonObject): string | undefined {
  if (!row.rental_uris) return undefined
  const uris = asObject(row.rental_uris, 'rental_uris')
  const web = readString(uris, 'web')
  const android = readString(uris, 'android')
  return web ?? android ?? readString(uris, 'ios')
}

function asObject(value: unknown, what: string): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject) return value as JsonObject
  throw new RowFault(`${what} is ${describe(value)}, expected an object`)
}

function readId(value: unknown): string {
  const name = 'vehicle_id or bike_id'
  const isAbsent = value === undefined || value === null || value === ''
  if (isAbsent) throw new RowFault(`no ${name}`)
  const shown = describe(value)
  if (typeof value !== 'string') {
    throw new RowFault(`${name} is ${shown}, expected a string`)
  }
  if (isReservedId(value)) {
    throw new RowFault(`${name} ${shown} is a word of the interface's paths`)
  }
  if (!value.isWellFormed()) {
    throw new RowFault(`${name} ${shown} is not well-formed Unicode`)
  }
  return value
}

function readDegrees(value: unknown, name: string, limit: number): number {
  if (typeof value !== 'number') {
    throw new RowFault(`${name} is ${describe(value)}, expected a number`)
  }
  const isWithin = Math.abs(value) <= limit
  if (!isWithin) {
    throw new RowFault(`${name} is ${value}, expected -${limit}…${limit}`)
  }
  return value
}

/**
 * A reader of one kind of value; `read` returns undefined for another kind. It
 * returns undefined when absent.
 */
const reader =
  <T>(expected: string, read: (value: unknown) => T | undefined) =>
  (row: JsonObject, name: string): T | undefined => {
    const value = row[name] ?? undefined
    if (value === undefined) return undefined
    const found = read(value)
    if (found !== undefined) return found
    throw new RowFault(`${name} is ${describe(value)}, expected ${expected}`)
  }

const readString = reader('a string', (value) => {
  return typeof value === 'string' ? value : undefined
})
const readNumber = reader('a number', (value) => {
  return Number.isFinite(value) ? (value as number) : undefined
})

const FLAGS: readonly unknown[] = [true, false, 1, 0]
/** 0 and 1 in version 1, booleans later. */
const readFlag = reader('true, false, 1 or 0', (value) => {
  return FLAGS.includes(value) ? Boolean(value) : undefined
})

/** Last instant with a four-digit year. */
const LATEST_MS = 253_402_300_800_000
/** Milliseconds since 1970: feeds use both forms. */
export const readTime = reader('seconds since 1970 or an ISO 8601 time', (value) => {
  const ms = msOf(value)
  const isInRange = ms > 0 && ms < LATEST_MS
  return isInRange ? ms : undefined
})

function msOf(value: unknown): number {
  if (typeof value === 'number') return value * 1000
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

/** A value for a message, cut to a line. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
