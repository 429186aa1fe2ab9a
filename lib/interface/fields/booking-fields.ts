import { KERBSIDE_READS } from '@/lib/interface/prefixes'
import { exampleOf, type FieldTable, fieldBuilder } from './fields'

const record = fieldBuilder('2.4', 'record')
const vehicle = fieldBuilder('2.4', 'vehicle')
const customer = fieldBuilder('2.4', 'customer')
const journey = fieldBuilder('2.4', 'journey')
const total = fieldBuilder('2.4')

const bookingTime = { time: 'gmt', sampled: 'shape' } as const
const sampled = { sampled: 'type' } as const
const amount = { sampled: 'type', open: ['price_form', 'number_form'] } as const

// The interface has its name and type alone.
const NOT_SHOWN = `${KERBSIDE_READS} a number; its meaning is not shown`

/** The members of a booking's totals, which the interface only samples. Source: interface §2.4 */
export const totalsFields = {
  currency: total('string', 'Currency', 'Currency code', 'GBP', { ...sampled, isCurrency: true }),
  surge: total('number', 'Surge', NOT_SHOWN, 2.5, amount),
  extras: total('number', 'Extras', NOT_SHOWN, 3, amount),
  gross: total('number', 'Gross', NOT_SHOWN, 20, amount),
  code: total('string', 'Discount code', 'Discount code', 'WELCOME10', sampled),
  discount: total('number', 'Discount', NOT_SHOWN, 2, amount),
  net: total('number', 'Net', NOT_SHOWN, 18, amount),
  tax: total('number', 'Tax', NOT_SHOWN, 3.6, amount),
  total: total('number', 'Total', NOT_SHOWN, 21.6, amount),
} as const satisfies FieldTable

/** The Booking. Source: interface §2.4 */
export const bookingFields = {
  id: record('string', 'Id', 'Unique identifier of the booking', 'b-example', {
    isIdentifier: true,
  }),
  ctime: record(
    'datetime',
    'Created',
    'Create time (internal)',
    '2026-05-01 08:28:00.137 GMT',
    bookingTime,
  ),
  mtime: record(
    'datetime',
    'Last modified',
    'Modify time (internal)',
    '2026-05-01 08:28:04.342 GMT',
    bookingTime,
  ),
  our_ref: record('string', 'Our reference', 'Third-party reference of the booking', 'JOB-2041', {
    isIdentifier: true,
  }),
  vehicle_id: vehicle('string', 'Vehicle', 'Identifier of the booked vehicle', 'v-example', {
    isIdentifier: true,
  }),
  vehicle_our_ref: vehicle(
    'string',
    'Vehicle’s reference',
    'External reference of the booked vehicle',
    'FLEET-7',
    { isIdentifier: true },
  ),
  when: journey(
    'string',
    'Pick-up time',
    'The value for when the booking will happen; the sample shows now',
    'now',
    {
      sampled: 'value',
      open: ['booking_when'],
    },
  ),
  status: record(
    'string',
    'Status',
    'Current status of the booking; the sample shows pending',
    'pending',
    {
      sampled: 'value',
      open: ['booking_status'],
    },
  ),
  error: record('string', 'Error', 'Error message if something went wrong with the booking', ''),
  customer_name: customer('string', 'Name', 'Name of the customer', 'Robin Vale'),
  customer_phone_number: customer(
    'string',
    'Phone',
    'Phone number of the customer',
    '+44 7700 900412',
  ),
  from_user_id: customer(
    'string',
    'Initiated by user',
    'Identifier of the user who initiated the booking',
    'u-dispatch-17',
    { isIdentifier: true },
  ),
  to_user_id: vehicle(
    'string',
    'Vehicle owned by user',
    'Identifier of the user who owns the vehicle',
    'u-owner-3',
  ),
  from_position: journey('position', 'From position', 'Starting point of the journey', {
    lat: 51.512965,
    lng: -0.122292,
  }),
  from_label: journey('string', 'From', 'Address of the starting point', '14 Lantern Street'),
  to_position: journey('position', 'To position', 'Ending point of the journey', {
    lat: 51.504065,
    lng: -0.108392,
  }),
  to_label: journey('string', 'To', 'Address of the ending point', 'Quayside Station'),
  webhooks: fieldBuilder('2.4', 'webhooks')(
    'webhooks',
    'Webhooks',
    'Booking webhooks: maps a webhook name to a URL string. The one name shown is booking_status_changed',
    { booking_status_changed: 'https://hooks.example/booking_status_changed' },
    { open: ['payloads', 'webhook_times', 'webhook_delivery'] },
  ),
  totals: fieldBuilder('2.4', 'prices')(
    'totals',
    'Totals',
    'Billing fields, all computed and managed by the developer',
    exampleOf(totalsFields),
    { open: ['price_form', 'number_form'] },
  ),
} as const satisfies FieldTable
