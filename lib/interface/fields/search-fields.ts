import { type FieldTable, fieldBuilder } from './fields'

const found = fieldBuilder('2.2')

/**
 * The Vehicle search object: a row of a search, and the answer of `/status`. Source: interface §2.2
 */
export const vehicleSearchObjectFields = {
  id: found('string', 'Id', 'Vehicle identifier', 'v-example', { isIdentifier: true }),
  mtime: found(
    'datetime',
    'Last modified',
    'Last modification time',
    '2026-05-01T08:30:00.250+00:00',
    {
      time: 'iso-offset',
      sampled: 'shape',
      open: ['mtime_form', 'mtime_meaning'],
    },
  ),
  status: found(
    'string',
    'Status',
    'Current vehicle status; one value shown in a sample is available',
    'available',
    { sampled: 'value', open: ['vehicle_status'] },
  ),
  position: found(
    'position',
    'Position',
    'Current position of the vehicle',
    { lat: 51.509865, lng: -0.118092 },
    { open: ['position_form'] },
  ),
  type: found('string', 'Type', 'Vehicle type key', 'car', { open: ['vehicle_type'] }),
  year: found('number', 'Year', 'Year of the vehicle', 2023, { open: ['number_form'] }),
  functions: found(
    'strings',
    'Functions',
    'Function key(s); in the sample this is a single string, unlike the array in the Vehicle',
    'passenger',
    { single: true, sampled: 'type', open: ['vehicle_function', 'functions_form'] },
  ),
  passengers_max: found('number', 'Seats', 'Maximum passengers', 4, { open: ['number_form'] }),
  load_m3: found('number', 'Load', 'Capacity in cubic metres', 0.5, { open: ['number_form'] }),
  price_per_km: found('number', 'Per kilometre', 'Price per kilometre', 1.4, {
    open: ['price_form', 'number_form'],
  }),
  price_per_minute: found('number', 'Per minute', 'Price per minute', 0.25, {
    open: ['price_form', 'number_form'],
  }),
  make: found('string', 'Make', 'Make', 'Volvo V60'),
  image_url: found('string', 'Picture', 'URL of a picture', 'https://images.example/v.jpg'),
} as const satisfies FieldTable

const degrees = fieldBuilder('2.3')

/** The geo object. Source: interface §2.3 */
export const positionFields = {
  lat: degrees('number', 'Latitude', 'Latitude', 51.509865, { open: ['number_form'] }),
  lng: degrees('number', 'Longitude', 'Longitude', -0.118092, { open: ['number_form'] }),
} as const satisfies FieldTable

const page = fieldBuilder('2.5')

/** The Search response object. Source: interface §2.5 */
export const searchResponseFields = {
  query: page(
    'string',
    'Query as applied',
    'The URL parameters that describe the search query, as applied (sample: position, limit and radius)',
    'position=51.509865,-0.118092&limit=10&radius=1000',
    { sampled: 'value', open: ['query_form'] },
  ),
  // Empty, so that a client that follows the example ends.
  next_cursor: page(
    'string',
    'Next cursor',
    'Cursor to pass in the next request for the next page',
    '',
    {
      open: ['cursor_form', 'last_page'],
    },
  ),
  total: page('integer', 'Total', 'Approximate total number of vehicles found', 1, {
    open: ['total_form'],
  }),
  vehicles: page('vehicles', 'Vehicles', 'Matching vehicles', [], { open: ['order'] }),
} as const satisfies FieldTable
