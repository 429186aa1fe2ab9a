import type { Cell } from '@/lib/format/csv'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import { positionFields } from '@/lib/interface/fields/search-fields'
import { fieldsOf, type JsonObject, type Position } from '@/lib/interface/resources'
import { ownValue } from '@/lib/interface/values'
import type { ListedRecord } from './listed-record'

/** A column per field, and per member of object fields; the last says whether it holds numbers. */
export const csvColumns = fieldsOf(bookingFields).flatMap(
  ([name, { type }]): (readonly [name: string, member: string | undefined, isNumber: boolean])[] => {
    const members = type === 'position' ? positionFields : type === 'totals' ? totalsFields : null
    if (members === null) return [[name, undefined, false]]
    return Object.entries(members).map(([member, field]) => [name, member, field.type === 'number'])
  },
)

/** Records as rows of a table, header first: every specified field, as received. */
export function* tableOf(records: readonly ListedRecord[]): Generator<Cell[]> {
  yield csvColumns.map(([name, member]) => (member === undefined ? name : `${name}.${member}`))
  for (const { inspected } of records) {
    yield csvColumns.map(([name, member]) => {
      const value = ownValue(inspected.raw, name)
      return cellOf(member === undefined ? value : memberOf(value, member))
    })
  }
}

function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? ownValue(value as JsonObject, member) : undefined
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : JSON.stringify(value)
}

/**
 * Records as GeoJSON (RFC 7946): a line per journey, a point for a single position, null geometry without one.
 * Properties are the record as received.
 */
export function geoJsonOf(records: readonly ListedRecord[]): object {
  return {
    type: 'FeatureCollection',
    features: records.map(({ inspected: { record, raw } }) => ({
      type: 'Feature',
      geometry: geometryOf(record.from_position, record.to_position),
      properties: raw,
    })),
  }
}

function geometryOf(from: Position | null, to: Position | null): object | null {
  if (!from || !to) {
    const only = from ?? to
    return only && { type: 'Point', coordinates: coordinates(only) }
  }
  if (Math.abs(to.lng - from.lng) <= 180) {
    return { type: 'LineString', coordinates: [coordinates(from), coordinates(to)] }
  }
  // RFC 7946 §3.1.9: cut lines at 180°.
  const edge = from.lng > 0 ? 180 : -180
  const share = (edge - from.lng) / (to.lng + 2 * edge - from.lng)
  const lat = from.lat + share * (to.lat - from.lat)
  return {
    type: 'MultiLineString',
    coordinates: [
      [coordinates(from), [edge, lat]],
      [[-edge, lat], coordinates(to)],
    ],
  }
}

function coordinates({ lat, lng }: Position): [number, number] {
  return [lng, lat]
}
