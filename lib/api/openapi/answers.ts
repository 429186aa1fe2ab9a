import type { RouteName } from '@/lib/api/table'
import { openApiSchemas } from '@/lib/interface/openapi/document'

type Json = Record<string, unknown>

const TIME = { type: 'string', format: 'date-time' }
const COUNT = { type: 'integer', minimum: 0 }
const TEXT_OR_NULL = { type: ['string', 'null'] }
const TEXTS = { type: 'array', items: { type: 'string' } }
const ANY_OBJECT = { type: 'object', additionalProperties: true }

function object(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) }
}

function listOf(items: Json): Json {
  return { type: 'array', items }
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** A record of the service as Kerbside reads it: every field is there, null where none came. */
function recordSchemas(): Json {
  const tables = openApiSchemas() as Record<string, { readonly properties: Json }>
  // A position is whole or null, and an answer to a search is described below.
  const { Position, SearchResponse: _answer, ...records } = tables
  const entries = Object.entries(records).map(([name, schema]) => {
    const properties = Object.entries(schema.properties).map(([field, property]) => {
      const { title, description } = property as Json
      return [field, { title, description, anyOf: [property, { type: 'null' }] }]
    })
    const required = Object.keys(schema.properties)
    return [name, { ...schema, properties: Object.fromEntries(properties), required }]
  })
  const position = { ...Position, required: ['lat', 'lng'] }
  return { ...Object.fromEntries(entries), Position: position }
}

/** A record with its original. Shape: `Inspected` in lib/interface/resources.ts */
function inspected(name: string): Json {
  return {
    type: 'object',
    required: ['record', 'unreadable', 'raw'],
    properties: {
      record: ref(name),
      unreadable: {
        ...TEXTS,
        description: 'Paths of fields that came with another type: null in the record',
      },
      raw: { ...ANY_OBJECT, description: 'The record as received' },
      withheld: { ...TEXTS, description: 'Fields withheld from the role of the token' },
    },
  }
}

/** Named schemas of the document. */
export const schemas: Json = {
  ...recordSchemas(),
  InspectedVehicle: inspected('Vehicle'),
  InspectedVehicleSearchObject: inspected('VehicleSearchObject'),
  InspectedBooking: inspected('Booking'),
  ArrivedBooking: object({
    key: { type: 'string', description: 'Of its address; no part of the booking' },
    id: TEXT_OR_NULL,
    ourRef: TEXT_OR_NULL,
    status: TEXT_OR_NULL,
    isOrderKnown: {
      type: 'boolean',
      description: 'False where the deliveries do not decide which status is the present one',
    },
    record: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The newest delivery that holds the whole booking, as received',
    },
    vehicleId: TEXT_OR_NULL,
    vehicleOurRef: TEXT_OR_NULL,
    vehicleCallSign: {
      ...TEXT_OR_NULL,
      description: 'Of its vehicle, as far as Kerbside has read it; no part of the booking',
    },
    deliveries: COUNT,
    statuses: listOf(ANY_OBJECT),
    firstReceivedAt: TIME,
    lastReceivedAt: TIME,
  }),
  Meta: object({
    fetchedAt: { ...TIME, description: 'When the service answered' },
    ageMs: COUNT,
    stale: { type: 'boolean', description: 'An older answer: the service could not be called' },
    reason: TEXT_OR_NULL,
    partial: { type: 'boolean', description: 'The service has more than this shows' },
    dropped: { ...COUNT, description: 'Unreadable rows, which are left out' },
    requestId: { type: 'string' },
  }),
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'requestId', 'retryAfterMs'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      requestId: { type: 'string' },
      retryAfterMs: { type: ['integer', 'null'] },
      parameter: { type: 'string' },
    },
  },
}

/** Data of the answers that scripts read most; those of the others are not promised. */
export const answers: Readonly<Record<string, Json>> = {
  'GET /api/vehicles': {
    type: 'object',
    required: ['vehicles', 'next_cursor', 'total'],
    properties: {
      vehicles: listOf(ref('VehicleSearchObject')),
      next_cursor: { ...TEXT_OR_NULL, description: '`cursor` of the next page; null on the last' },
      total: { type: ['integer', 'null'], description: 'Approximate' },
      query: TEXT_OR_NULL,
    },
  },
  'GET /api/vehicles/by-our-ref': ref('InspectedVehicle'),
  'GET /api/vehicles/{vehicleId}': ref('InspectedVehicle'),
  'GET /api/vehicles/example': ref('InspectedVehicle'),
  'GET /api/vehicles/{vehicleId}/status': ref('InspectedVehicleSearchObject'),
  'GET /api/bookings/example': ref('InspectedBooking'),
  'GET /api/bookings/arrived': {
    type: 'object',
    required: ['bookings', 'version'],
    properties: {
      bookings: listOf(ref('ArrivedBooking')),
      version: { ...COUNT, description: '`after` of the next request' },
      older: { ...TEXT_OR_NULL, description: '`before` of the page of older ones' },
      total: COUNT,
      unrecognised: COUNT,
      unreadable: COUNT,
      isReceiving: { type: 'boolean' },
    },
  },
} satisfies Partial<Record<RouteName, Json>>

/** Of answers that are no JSON. */
export const mediaTypes: Readonly<Record<string, string>> = {
  'GET /api/live': 'text/event-stream',
  'GET /api/audit/csv': 'text/csv',
  'GET /api/recording/export': 'text/csv',
  'GET /api/recording/frames': 'application/octet-stream',
  'GET /map/{version}/{z}/{x}/{y}': 'application/vnd.mapbox-vector-tile',
} satisfies Partial<Record<RouteName, string>>
