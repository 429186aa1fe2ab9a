import { type FactKind, factKinds, factNames, type VehicleFacts } from '@/lib/reference/resources'
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
 * One Point of a FeatureCollection, with properties of the service's own names (§2.1, §2.2).
 * Source: RFC 7946 §3.2; coordinates are longitude first.
 */
export function readGeoJsonVehicle(value: unknown): FileRow {
  const feature = asObject(value, 'row')
  const properties = asObject(feature.properties ?? {}, 'properties')
  const geometry = asObject(feature.geometry, 'geometry')
  if (geometry.type !== 'Point') {
    throw new RowFault(`geometry is of type ${describe(geometry.type)}, expected "Point"`)
  }
  if (!Array.isArray(geometry.coordinates)) {
    throw new RowFault(`coordinates is ${describe(geometry.coordinates)}, expected [longitude, latitude]`)
  }
  const [lng, lat] = geometry.coordinates as unknown[]
  const facts: JsonObject = {}
  for (const name of factNames) {
    const fact = readFact(properties, name, factKinds[name])
    if (fact !== undefined) facts[name] = fact
  }
  return {
    id: readId(properties.id ?? feature.id, 'id'),
    position: readPosition(lat, lng),
    status: readString(properties, 'status') ?? 'available',
    activeBookingId: readString(properties, 'active_booking_id') ?? null,
    ctimeMs: readTime(properties, 'ctime'),
    mtimeMs: readTime(properties, 'mtime'),
    facts: facts as Partial<VehicleFacts>,
  }
}

function readFact(properties: JsonObject, name: string, kind: FactKind): unknown {
  const value = properties[name] ?? undefined
  if (value === undefined) return undefined
  switch (kind) {
    case 'string':
      return readString(properties, name)
    case 'number':
      return readNumber(properties, name)
    case 'strings': {
      // A string in the search object, an array in the Vehicle: accept both.
      const list = typeof value === 'string' ? [value] : value
      if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list
      throw new RowFault(`${name} is ${describe(value)}, expected a string or an array of strings`)
    }
    case 'urls': {
      const urls = asObject(value, name)
      for (const key of Object.keys(urls)) readString(urls, key)
      return urls
    }
  }
}
