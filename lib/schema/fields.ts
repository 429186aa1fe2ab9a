/**
 * The interface's field tables as data: every field of §2.1–2.5 stands here once.
 * Types, readers, labels and help on the screens are derived from these tables.
 * Source: interface §2.1–2.5
 */

/** How a field's value is written in JSON. */
export type FieldType =
  | 'string'
  | 'datetime' // a string; three spellings, see times.ts
  | 'number'
  | 'integer'
  | 'strings' // array of string, or one string (§2.2)
  | 'position' // geo object, §2.3
  | 'webhooks' // webhook name → URL string
  | 'totals' // billing fields of a booking
  | 'vehicles' // array of vehicle search objects

export interface Field {
  readonly type: FieldType
  readonly label: string
  /** The interface's own explanation, shown as help. */
  readonly meaning: string
  readonly section: string
  readonly group?: FieldGroup
  /** The interface says that null is an answer in its own right. */
  readonly nullable?: true
  /** The number is an amount in the currency that this field names. */
  readonly currency?: string
}

interface TypedField<T extends FieldType> extends Field {
  readonly type: T
}

export type FieldTable = Readonly<Record<string, Field>>

/** The panels of a record's page, in reading order. */
export type FieldGroup =
  | 'vehicle'
  | 'driver'
  | 'owner'
  | 'prices'
  | 'journey'
  | 'customer'
  | 'webhooks'
  | 'record'

const vehicle = <T extends FieldType>(
  group: FieldGroup,
  type: T,
  label: string,
  meaning: string,
  more: Omit<Partial<Field>, 'type'> = {},
): TypedField<T> => ({ type, label, meaning, section: '2.1', group, ...more })

export const vehicleFields = {
  id: vehicle('record', 'string', 'Id', 'Unique service identifier of the vehicle'),
  ctime: vehicle('record', 'datetime', 'Created', 'Time the vehicle was created'),
  mtime: vehicle('record', 'datetime', 'Last modified', 'Time the vehicle was last modified'),
  active_booking_id: vehicle(
    'record',
    'string',
    'Active booking',
    'Identifier of the active booking; null when there is none',
    { nullable: true },
  ),
  type: vehicle('vehicle', 'string', 'Type', 'Vehicle type key'),
  functions: vehicle('vehicle', 'strings', 'Functions', 'Vehicle function keys the vehicle provides'),
  our_ref: vehicle(
    'vehicle',
    'string',
    'Our reference',
    'Developer’s own reference for the vehicle. Unique: one reference string can belong to only one vehicle',
  ),
  image_url: vehicle('vehicle', 'string', 'Picture', 'URL of a picture of the vehicle'),
  make: vehicle('vehicle', 'string', 'Make', 'Make of the vehicle'),
  year: vehicle('vehicle', 'number', 'Year', 'Year of the vehicle'),
  licence_plate: vehicle('vehicle', 'string', 'Licence plate', 'Licence plate'),
  vehicle_licence: vehicle('vehicle', 'string', 'Vehicle licence', 'Vehicle licence'),
  vehicle_extra_info: vehicle(
    'vehicle',
    'string',
    'Extra information',
    'Extra information about the vehicle',
  ),
  passengers_max: vehicle('vehicle', 'number', 'Seats', 'Maximum number of passengers'),
  load_m3: vehicle('vehicle', 'number', 'Load', 'Capacity in cubic metres'),
  driver_name: vehicle('driver', 'string', 'Name', 'Driver’s name'),
  driver_email: vehicle('driver', 'string', 'E-mail', 'Driver’s e-mail address'),
  driver_phone_number: vehicle('driver', 'string', 'Phone', 'Driver’s phone number'),
  driver_licence: vehicle('driver', 'string', 'Licence', 'Driver’s licence number'),
  driver_extra_info: vehicle('driver', 'string', 'Extra information', 'Extra information about the driver'),
  owner_name: vehicle('owner', 'string', 'Name', 'Owner’s name'),
  owner_email: vehicle('owner', 'string', 'E-mail', 'Owner’s e-mail address'),
  owner_phone_number: vehicle('owner', 'string', 'Phone', 'Owner’s phone number'),
  owner_licence: vehicle('owner', 'string', 'Licence', 'Owner’s licence'),
  owner_extra_info: vehicle('owner', 'string', 'Extra information', 'Extra information about the owner'),
  price_per_km: vehicle('prices', 'number', 'Per kilometre', 'Price per kilometre', {
    currency: 'price_per_km_currency',
  }),
  price_per_km_currency: vehicle(
    'prices',
    'string',
    'Currency per kilometre',
    'Currency of price_per_km (a currency code of three capital letters)',
  ),
  price_per_minute: vehicle('prices', 'number', 'Per minute', 'Price per minute', {
    currency: 'price_per_minute_currency',
  }),
  price_per_minute_currency: vehicle(
    'prices',
    'string',
    'Currency per minute',
    'Currency of price_per_minute',
  ),
  extra_price_airport: vehicle('prices', 'number', 'Airport visit', 'Price of airport visits', {
    currency: 'extra_price_airport_currency',
  }),
  extra_price_airport_currency: vehicle(
    'prices',
    'string',
    'Currency of airport visits',
    'Currency of extra_price_airport',
  ),
  extra_price_parking: vehicle('prices', 'number', 'Parking', 'Price for parking', {
    currency: 'extra_price_parking_currency',
  }),
  extra_price_parking_currency: vehicle(
    'prices',
    'string',
    'Currency of parking',
    'Currency of extra_price_parking',
  ),
  webhooks: vehicle(
    'webhooks',
    'webhooks',
    'Webhooks',
    'Vehicle webhooks: maps a webhook name to the URL that receives it. The one name shown is vehicle-booking-create',
  ),
} as const satisfies FieldTable

const found = <T extends FieldType>(type: T, label: string, meaning: string): TypedField<T> => ({
  type,
  label,
  meaning,
  section: '2.2',
})

export const vehicleSearchObjectFields = {
  id: found('string', 'Id', 'Vehicle identifier'),
  mtime: found('datetime', 'Last modified', 'Last modification time'),
  status: found('string', 'Status', 'Current vehicle status; one value shown in a sample is available'),
  position: found('position', 'Position', 'Current position of the vehicle'),
  type: found('string', 'Type', 'Vehicle type key'),
  year: found('number', 'Year', 'Year of the vehicle'),
  functions: found(
    'strings',
    'Functions',
    'Function key(s); in the sample this is a single string, unlike the array in the Vehicle',
  ),
  passengers_max: found('number', 'Seats', 'Maximum passengers'),
  load_m3: found('number', 'Load', 'Capacity in cubic metres'),
  price_per_km: found('number', 'Per kilometre', 'Price per kilometre'),
  price_per_minute: found('number', 'Per minute', 'Price per minute'),
  make: found('string', 'Make', 'Make'),
  image_url: found('string', 'Picture', 'URL of a picture'),
} as const satisfies FieldTable

const booking = <T extends FieldType>(
  group: FieldGroup,
  type: T,
  label: string,
  meaning: string,
): TypedField<T> => ({ type, label, meaning, section: '2.4', group })

export const bookingFields = {
  id: booking('record', 'string', 'Id', 'Unique identifier of the booking'),
  ctime: booking('record', 'datetime', 'Created', 'Create time (internal)'),
  mtime: booking('record', 'datetime', 'Last modified', 'Modify time (internal)'),
  our_ref: booking('record', 'string', 'Our reference', 'Third-party reference of the booking'),
  vehicle_id: booking('vehicle', 'string', 'Vehicle', 'Identifier of the booked vehicle'),
  vehicle_our_ref: booking(
    'vehicle',
    'string',
    'Vehicle’s reference',
    'External reference of the booked vehicle',
  ),
  when: booking(
    'journey',
    'string',
    'When',
    'The value for when the booking will happen; the sample shows now',
  ),
  status: booking('record', 'string', 'Status', 'Current status of the booking; the sample shows pending'),
  error: booking('record', 'string', 'Error', 'Error message if something went wrong with the booking'),
  customer_name: booking('customer', 'string', 'Name', 'Name of the customer'),
  customer_phone_number: booking('customer', 'string', 'Phone', 'Phone number of the customer'),
  from_user_id: booking(
    'customer',
    'string',
    'Initiated by user',
    'Identifier of the user who initiated the booking',
  ),
  to_user_id: booking(
    'vehicle',
    'string',
    'Vehicle owned by user',
    'Identifier of the user who owns the vehicle',
  ),
  from_position: booking('journey', 'position', 'From position', 'Starting point of the journey'),
  from_label: booking('journey', 'string', 'From', 'Address of the starting point'),
  to_position: booking('journey', 'position', 'To position', 'Ending point of the journey'),
  to_label: booking('journey', 'string', 'To', 'Address of the ending point'),
  webhooks: booking(
    'webhooks',
    'webhooks',
    'Webhooks',
    'Booking webhooks: maps a webhook name to a URL string. The one name shown is booking_status_changed',
  ),
  totals: booking('prices', 'totals', 'Totals', 'Billing fields, all computed and managed by the developer'),
} as const satisfies FieldTable

const total = <T extends FieldType>(type: T, label: string, meaning: string): TypedField<T> => ({
  type,
  label,
  meaning,
  section: '2.4',
})

export const totalsFields = {
  currency: total('string', 'Currency', 'Currency code'),
  surge: total('number', 'Surge', 'Sampled as a number; its meaning is not shown'),
  extras: total('number', 'Extras', 'Sampled as a number; its meaning is not shown'),
  gross: total('number', 'Gross', 'Sampled as a number; its meaning is not shown'),
  code: total('string', 'Discount code', 'Discount code'),
  discount: total('number', 'Discount', 'Sampled as a number; its meaning is not shown'),
  net: total('number', 'Net', 'Sampled as a number; its meaning is not shown'),
  tax: total('number', 'Tax', 'Sampled as a number; its meaning is not shown'),
  total: total('number', 'Total', 'Sampled as a number; its meaning is not shown'),
} as const satisfies FieldTable

const search = <T extends FieldType>(type: T, label: string, meaning: string): TypedField<T> => ({
  type,
  label,
  meaning,
  section: '2.5',
})

export const searchResponseFields = {
  query: search(
    'string',
    'Query as applied',
    'The URL parameters that describe the search query, as applied',
  ),
  next_cursor: search('string', 'Next cursor', 'Cursor to pass in the next request for the next page'),
  total: search('integer', 'Total', 'Approximate total number of vehicles found'),
  vehicles: search('vehicles', 'Vehicles', 'Matching vehicles'),
} as const satisfies FieldTable
