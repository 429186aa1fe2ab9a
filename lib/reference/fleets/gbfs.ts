import type { VehicleFacts } from '@/lib/reference/resources'
import {
  asObject,
  describe,
  type FileRow,
  type JsonObject,
  RowFault,
  readId,
  readNumber,
  readPosition,
  readString,
  readTime,
} from './file-row'

/**
 * One vehicle of a GBFS feed: `free_bike_status` of versions 1 and 2, `vehicle_status` of version 3.
 * Nothing is invented: a feed has no driver, price or capacity. Report times keep their distance from the feed's
 * `last_updated`, so that an old recording does not look stale.
 * @param feedMs the feed's own last_updated
 * Source: https://github.com/MobilityData/gbfs/blob/v3.0/gbfs.md#vehicle_statusjson
 */
export function readGbfsVehicle(value: unknown, feedMs: number | undefined): FileRow {
  const row = asObject(value, 'row')
  const id = readId(row.vehicle_id ?? row.bike_id, 'vehicle_id or bike_id')
  if (row.lat === undefined && row.lon === undefined && typeof row.station_id === 'string') {
    throw new RowFault(`no position, only station ${describe(row.station_id)}`)
  }
  const position = readPosition(row.lat, row.lon)
  const isDisabled = readFlag(row, 'is_disabled')
  const isReserved = readFlag(row, 'is_reserved')
  const reportedMs = readTime(row, 'last_reported')
  return {
    id,
    position,
    status: isDisabled ? 'out_of_service' : isReserved ? 'reserved' : 'available',
    activeBookingId: null,
    mtimeMs: reportedMs,
    lagMs: feedMs === undefined ? undefined : Math.max(0, feedMs - (reportedMs ?? feedMs)),
    facts: readFacts(row, id),
  }
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

/** 0 and 1 in version 1, booleans later. A flag left out is not set. */
function readFlag(row: JsonObject, name: string): boolean {
  const value = row[name] ?? false
  if (value === true || value === 1) return true
  if (value === false || value === 0) return false
  throw new RowFault(`${name} is ${describe(value)}, expected true, false, 1 or 0`)
}
