import { type FieldTable, fieldBuilder } from './fields'

const record = fieldBuilder('2.1', 'record')
const vehicle = fieldBuilder('2.1', 'vehicle')
const driver = fieldBuilder('2.1', 'driver')
const owner = fieldBuilder('2.1', 'owner')
const price = fieldBuilder('2.1', 'prices')

const vehicleTime = { time: 'iso-utc', sampled: 'shape' } as const

/** The Vehicle. Source: interface §2.1 */
export const vehicleFields = {
  id: record('string', 'Id', 'Unique service identifier of the vehicle', 'v-example', {
    isIdentifier: true,
  }),
  ctime: record(
    'datetime',
    'Created',
    'Time the vehicle was created',
    '2026-01-05T08:30:00.250Z',
    vehicleTime,
  ),
  mtime: record(
    'datetime',
    'Last modified',
    'Time the vehicle was last modified',
    '2026-05-01T08:30:00.250Z',
    vehicleTime,
  ),
  active_booking_id: record(
    'string',
    'Active booking',
    'Identifier of the active booking; null when there is none',
    null,
    { nullable: true, isIdentifier: true },
  ),
  type: vehicle('string', 'Type', 'Vehicle type key', 'car', { open: ['vehicle_type'] }),
  functions: vehicle(
    'strings',
    'Functions',
    'Vehicle function keys the vehicle provides',
    ['passenger'],
    {
      open: ['vehicle_function'],
    },
  ),
  our_ref: vehicle(
    'string',
    'Our reference',
    'Developer’s own reference for the vehicle. Unique: one reference string can belong to only one vehicle',
    'FLEET-7',
    { isIdentifier: true },
  ),
  image_url: vehicle(
    'string',
    'Picture',
    'URL of a picture of the vehicle',
    'https://images.example/v.jpg',
  ),
  make: vehicle('string', 'Make', 'Make of the vehicle', 'Volvo V60'),
  year: vehicle('number', 'Year', 'Year of the vehicle', 2023, { open: ['number_form'] }),
  licence_plate: vehicle('string', 'Licence plate', 'Licence plate', 'KB23 XYZ', {
    isIdentifier: true,
  }),
  vehicle_licence: vehicle('string', 'Vehicle licence', 'Vehicle licence', 'PHV-204417', {
    isIdentifier: true,
  }),
  vehicle_extra_info: vehicle(
    'string',
    'Extra information',
    'Extra information about the vehicle',
    'Child seat on request',
  ),
  passengers_max: vehicle('number', 'Seats', 'Maximum number of passengers', 4, {
    open: ['number_form'],
  }),
  load_m3: vehicle('number', 'Load', 'Capacity in cubic metres', 0.5, { open: ['number_form'] }),
  driver_name: driver('string', 'Name', 'Driver’s name', 'Ines Calder'),
  driver_email: driver('string', 'E-mail', 'Driver’s e-mail address', 'driver@fleet.example'),
  driver_phone_number: driver('string', 'Phone', 'Driver’s phone number', '+44 7700 900107'),
  driver_licence: driver('string', 'Licence', 'Driver’s licence number', 'CALDE-802174', {
    isIdentifier: true,
  }),
  driver_extra_info: driver(
    'string',
    'Extra information',
    'Extra information about the driver',
    'Speaks French',
  ),
  owner_name: owner('string', 'Name', 'Owner’s name', 'Example Cars Ltd'),
  owner_email: owner('string', 'E-mail', 'Owner’s e-mail address', 'owner@fleet.example'),
  owner_phone_number: owner('string', 'Phone', 'Owner’s phone number', '+44 20 7946 0107'),
  owner_licence: owner('string', 'Licence', 'Owner’s licence', 'OP-3391', { isIdentifier: true }),
  owner_extra_info: owner(
    'string',
    'Extra information',
    'Extra information about the owner',
    'Office in Dockside',
  ),
  price_per_km: price('number', 'Per kilometre', 'Price per kilometre', 1.4, {
    currency: 'price_per_km_currency',
    open: ['price_form', 'number_form'],
  }),
  price_per_km_currency: price(
    'string',
    'Currency per kilometre',
    'Currency of price_per_km (a currency code of three capital letters)',
    'GBP',
    { isCurrency: true },
  ),
  price_per_minute: price('number', 'Per minute', 'Price per minute', 0.25, {
    currency: 'price_per_minute_currency',
    open: ['price_form', 'number_form'],
  }),
  price_per_minute_currency: price(
    'string',
    'Currency per minute',
    'Currency of price_per_minute',
    'GBP',
    {
      isCurrency: true,
    },
  ),
  extra_price_airport: price('number', 'Airport visit', 'Price of airport visits', 6, {
    currency: 'extra_price_airport_currency',
    open: ['price_form', 'number_form'],
  }),
  extra_price_airport_currency: price(
    'string',
    'Currency of airport visits',
    'Currency of extra_price_airport',
    'GBP',
    { isCurrency: true },
  ),
  extra_price_parking: price('number', 'Parking', 'Price for parking', 3.5, {
    currency: 'extra_price_parking_currency',
    open: ['price_form', 'number_form'],
  }),
  extra_price_parking_currency: price(
    'string',
    'Currency of parking',
    'Currency of extra_price_parking',
    'GBP',
    { isCurrency: true },
  ),
  webhooks: fieldBuilder('2.1', 'webhooks')(
    'webhooks',
    'Webhooks',
    'Vehicle webhooks: maps a webhook name to the URL that receives it. The one name shown is vehicle-booking-create',
    { 'vehicle-booking-create': 'https://hooks.example/vehicle-booking-create' },
    { open: ['payloads', 'webhook_times', 'webhook_delivery'] },
  ),
} as const satisfies FieldTable
