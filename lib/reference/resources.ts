import type { Position } from './geo'

type Kinds = { string: string; number: number; strings: string[]; urls: Record<string, string> }

/**
 * Optional fields of §2.1 with their kinds, in its order: without id, times, status and position.
 */
const factKinds = {
  type: 'string',
  functions: 'strings',
  our_ref: 'string',
  image_url: 'string',
  make: 'string',
  year: 'number',
  licence_plate: 'string',
  vehicle_licence: 'string',
  vehicle_extra_info: 'string',
  passengers_max: 'number',
  load_m3: 'number',
  driver_name: 'string',
  driver_email: 'string',
  driver_phone_number: 'string',
  driver_licence: 'string',
  driver_extra_info: 'string',
  owner_name: 'string',
  owner_email: 'string',
  owner_phone_number: 'string',
  owner_licence: 'string',
  owner_extra_info: 'string',
  price_per_km: 'number',
  price_per_km_currency: 'string',
  price_per_minute: 'number',
  price_per_minute_currency: 'string',
  extra_price_airport: 'number',
  extra_price_airport_currency: 'string',
  extra_price_parking: 'number',
  extra_price_parking_currency: 'string',
  webhooks: 'urls',
} as const

/** Facts that the search object has too, in the order of §2.2. */
export const searchFactNames = [
  'type',
  'year',
  'functions',
  'passengers_max',
  'load_m3',
  'price_per_km',
  'price_per_minute',
  'make',
  'image_url',
] as const satisfies readonly (keyof typeof factKinds)[]

export type VehicleFacts = {
  -readonly [Name in keyof typeof factKinds]: Kinds[(typeof factKinds)[Name]]
}

export const factNames = Object.keys(factKinds) as (keyof VehicleFacts)[]

/** Address that records name for a webhook of §6. */
export type Hooks = (webhook: 'vehicle-booking-create' | 'booking_status_changed') => string

/** Of a domain that cannot exist (RFC 2606). */
export const exampleHooks: Hooks = (webhook) => `https://hooks.kerbside.example/${webhook}`

/** One vehicle at one instant. Times in ms since 1970; unknown values are left out. */
export interface VehicleRecord {
  id: string
  ctimeMs?: number
  /** Time of the last report, which position and status are from. */
  mtimeMs?: number
  status: string
  active_booking_id: string | null
  position: Position
  facts: Partial<VehicleFacts>
}

/** A booking, §2.4, with times in ms since 1970 and money in major units. */
export interface BookingRecord {
  id: string
  ctimeMs: number
  mtimeMs: number
  /** Null for a booking for now. */
  pickUpMs: number | null
  our_ref: string
  vehicle_id: string
  vehicle_our_ref: string
  status: string
  error: string
  customer_name: string
  customer_phone_number: string
  from_user_id: string
  to_user_id: string
  from_position: Position
  from_label: string
  to_position: Position
  to_label: string
  webhooks: Record<string, string>
  totals: {
    currency: string
    surge: number
    extras: number
    gross: number
    code: string
    discount: number
    net: number
    tax: number
    total: number
  }
}
