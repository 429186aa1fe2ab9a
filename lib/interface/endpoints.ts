import type { GapName } from './gaps'
import { DEFAULT_LIMIT, DEFAULT_RADIUS_METRES } from './search'

export interface EndpointParameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly type: 'string' | 'number'
  readonly format?: string
  readonly required: boolean
  readonly meaning: string
  readonly default?: number
  readonly example?: string | number
  readonly open?: readonly GapName[]
}

/** Answer of an endpoint: a record, bare or as the value of a key. */
export interface EndpointAnswer {
  readonly of: 'SearchResponse' | 'Vehicle' | 'VehicleSearchObject' | 'Booking'
  readonly key?: 'vehicle' | 'booking'
}

export interface EndpointLine {
  /** Name of the operation, as `lib/upstream/endpoints.ts` calls it. */
  readonly name: string
  readonly path: string
  readonly meaning: string
  readonly parameters: readonly EndpointParameter[]
  readonly answer: EndpointAnswer
  readonly open: readonly GapName[]
}

// Source: interface §9
export const PREFIX = '/api/beta'

const vehicleId: EndpointParameter = {
  name: 'vehicle_id',
  in: 'path',
  type: 'string',
  required: true,
  meaning: 'The vehicle identifier',
}

const optional = { in: 'query', required: false } as const

/** Source: interface §4.1 */
const searchParameters: readonly EndpointParameter[] = [
  {
    name: 'position',
    in: 'query',
    type: 'string',
    required: true,
    format: 'format lat,lng (two decimal numbers separated by a comma)',
    meaning: 'Position to find vehicles near',
    example: '51.509865,-0.118092',
  },
  {
    name: 'radius',
    ...optional,
    type: 'number',
    default: DEFAULT_RADIUS_METRES,
    meaning: 'Radius in metres around position',
    open: ['query_change'],
  },
  {
    name: 'cursor',
    ...optional,
    type: 'string',
    meaning: 'Cursor for the next page of results',
    open: ['cursor_form'],
  },
  {
    name: 'limit',
    ...optional,
    type: 'number',
    default: DEFAULT_LIMIT,
    meaning: 'Maximum number of vehicles to return',
    open: ['query_change'],
  },
  {
    name: 'type',
    ...optional,
    type: 'string',
    meaning: 'Filter: vehicle type key',
    open: ['vehicle_type'],
  },
]

/** The six endpoints, all with method GET. Source: interface §4 */
export const endpointLines: readonly EndpointLine[] = [
  {
    name: 'search',
    path: `${PREFIX}/vehicles`,
    meaning: 'Vehicles near a position',
    parameters: searchParameters,
    answer: { of: 'SearchResponse' },
    open: ['order', 'cursor_form', 'last_page', 'query_change'],
  },
  {
    name: 'vehicle',
    path: `${PREFIX}/vehicles/{vehicle_id}`,
    meaning: 'A vehicle by its identifier',
    parameters: [vehicleId],
    answer: { of: 'Vehicle', key: 'vehicle' },
    open: ['not_found'],
  },
  {
    name: 'vehicleByOurRef',
    path: `${PREFIX}/vehicles/by-our-ref`,
    meaning: 'A vehicle by the developer’s own reference',
    parameters: [
      {
        name: 'our_ref',
        in: 'query',
        type: 'string',
        required: true,
        meaning: 'The developer’s reference to look up',
      },
    ],
    answer: { of: 'Vehicle' },
    open: ['wrapper', 'not_found'],
  },
  {
    name: 'vehicleStatus',
    path: `${PREFIX}/vehicles/{vehicle_id}/status`,
    meaning: 'Status and position of a vehicle',
    parameters: [vehicleId],
    answer: { of: 'VehicleSearchObject' },
    open: ['wrapper', 'not_found', 'vehicle_status'],
  },
  {
    name: 'exampleVehicle',
    path: `${PREFIX}/vehicles/example`,
    meaning: 'A complete example vehicle',
    parameters: [],
    answer: { of: 'Vehicle', key: 'vehicle' },
    open: [],
  },
  {
    name: 'exampleBooking',
    path: `${PREFIX}/bookings/example`,
    meaning: 'An example booking',
    parameters: [],
    answer: { of: 'Booking', key: 'booking' },
    open: [],
  },
]
