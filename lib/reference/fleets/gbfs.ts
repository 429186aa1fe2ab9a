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
 * @param feedMs the feed's own last_updated Source:
 * https://github.com/MobilityData/gbfs/blob/v3.0/gbfs.md#vehicle_statusjson
 */
export function readGbfsVehicle(value: unknown, feedMs: number | undefined): FileRow {
  const row = asObject(value, 'row')
  const id = readId(row.vehicle_id ?? row.bike_id)
  if (row.lat === undefined && row.lon === undefined && typeof row.station_id === 'string')
    throw new RowFault(`no position, only station ${describe(row.station_id)}`)
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
    lagMs: feedMs === undefined ? undefined : Math.max(0, feedMs - (reportedMs ?? feedMs)),
    facts: readFacts(row, id),
  }
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
  const operator = /^([^:]+):./.exec(id)?.[1]
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
  const range = readNumber(row, 'current_range_meters')
  const fuel = readNumber(row, 'current_fuel_percent')
  const station = readString(row, 'station_id')
  const plan = readString(row, 'pricing_plan_id')
  const uris = row.rental_uris ? asObject(row.rental_uris, 'rental_uris') : {}
  const rental = readString(uris, 'web') ?? readString(uris, 'android') ?? readString(uris, 'ios')
  return [
    range !== undefined && `Range ${(range / 1000).toFixed(1)} km`,
    // A fraction of 1 by the specification.
    fuel !== undefined && `Charge ${Math.round(fuel * 100)} %`,
    station && `At station ${station}`,
    plan && `Pricing plan ${plan}`,
    rental && `Rental: ${rental}`,
  ]
    .filter(Boolean)
    .join('; ')
}

function asObject(value: unknown, what: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as JsonObject
  throw new RowFault(`${what} is ${describe(value)}, expected an object`)
}

function readId(value: unknown): string {
  const name = 'vehicle_id or bike_id'
  if (value === undefined || value === null || value === '') throw new RowFault(`no ${name}`)
  if (typeof value !== 'string')
    throw new RowFault(`${name} is ${describe(value)}, expected a string`)
  if (isReservedId(value))
    throw new RowFault(`${name} ${describe(value)} is a word of the interface's paths`)
  if (/\p{Surrogate}/u.test(value))
    throw new RowFault(`${name} ${describe(value)} is not well-formed Unicode`)
  return value
}

function readDegrees(value: unknown, name: string, limit: number): number {
  if (typeof value !== 'number')
    throw new RowFault(`${name} is ${describe(value)}, expected a number`)
  if (!(Math.abs(value) <= limit))
    throw new RowFault(`${name} is ${value}, expected -${limit}…${limit}`)
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
    const found = value === undefined ? undefined : read(value)
    if (found !== undefined || value === undefined) return found
    throw new RowFault(`${name} is ${describe(value)}, expected ${expected}`)
  }

const readString = reader('a string', (value) => (typeof value === 'string' ? value : undefined))
const readNumber = reader('a number', (value) =>
  Number.isFinite(value) ? (value as number) : undefined,
)
/** 0 and 1 in version 1, booleans later. */
const readFlag = reader('true, false, 1 or 0', (value) =>
  [true, false, 1, 0].some((known) => known === value) ? Boolean(value) : undefined,
)
/** Milliseconds since 1970: feeds use both forms. */
export const readTime = reader('seconds since 1970 or an ISO 8601 time', (value) => {
  const ms =
    typeof value === 'number' ? value * 1000 : Date.parse(typeof value === 'string' ? value : '')
  // Last instant with a four-digit year.
  return ms > 0 && ms < 253_402_300_800_000 ? ms : undefined
})

/** A value for a message, cut to a line. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
