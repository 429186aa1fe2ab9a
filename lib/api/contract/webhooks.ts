import type { JsonObject } from '@/lib/interface/resources'

/** Largest body, after decompression. */
export const WEBHOOK_BODY_BYTES_MAXIMUM = 65_536
/** Addresses in use. */
export const WEBHOOK_ADDRESSES_MAXIMUM = 50
/** Deliveries of one address: how many a second on average, and how many at once. */
export const DELIVERIES_PER_SECOND = 400
export const DELIVERIES_AT_ONCE = 2_000
/** Bookings of one answer; deliveries of one booking. */
export const ARRIVED_MAXIMUM = 1_000
export const DELIVERIES_MAXIMUM = 200
/** The newest bookings of a vehicle. */
export const VEHICLE_BOOKINGS_MAXIMUM = 50

/** Vehicles whose records were read within a day, by the hosts that their `webhooks` name. */
/** Vehicles whose records were read. */
export interface ReadVehiclesByWebhook {
  /** Kerbside's own, perhaps among others. */
  readonly here: number
  readonly elsewhere: number
  readonly none: number
}

export interface VehiclesByWebhook extends ReadVehiclesByWebhook {
  /** Vehicles of open live maps whose records were not read yet. */
  readonly unread: number
}

/** State on which the list of arrived bookings depends: where it changes, the list has. */
export interface ArrivalState extends ArrivalCounts {
  /** Version of the booking that changed last; 0 without one. */
  readonly version: number
  /** Whether any address is in use: without one nothing can arrive. */
  readonly isReceiving: boolean
}

export interface ArrivalCounts {
  /** Bookings that are kept. */
  readonly total: number
  /** Deliveries in which no booking was recognised. */
  readonly unrecognised: number
}

export interface ArrivedStatus {
  readonly status: string | null
  /** By the body's `mtime`; null where it has none. */
  readonly modifiedAt: string | null
  readonly receivedAt: string
  readonly deliveryId: string
}

/** The present state of a booking, out of the deliveries about it. */
export interface BookingSummary {
  readonly id: string | null
  readonly ourRef: string | null
  readonly status: string | null
  /** False where the bodies do not decide which status is the present one. */
  readonly isOrderKnown: boolean
  /** The newest body that holds the whole booking; null where none does. */
  readonly record: JsonObject | null
  readonly vehicleId: string | null
  readonly vehicleOurRef: string | null
  readonly deliveries: number
}

export interface ArrivedBooking extends BookingSummary {
  /** Key of its page; no part of the booking. */
  readonly key: string
  /**
   * Call sign of its vehicle by Kerbside's directory: most services name a vehicle by its id
   * alone. Null as far as unknown.
   */
  readonly vehicleCallSign: string | null
  readonly statuses: readonly ArrivedStatus[]
  readonly firstReceivedAt: string
  readonly lastReceivedAt: string
}

export interface WebhookDelivery {
  readonly id: string
  /** Name of the address; null when it is gone. */
  readonly address: string | null
  readonly receivedAt: string
  readonly contentType: string | null
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** As text, in the charset that it names; bytes that are none of it are U+FFFD. */
  readonly body: string
  readonly form: 'json' | 'form-encoded' | 'unreadable'
  readonly event: { readonly name: string; readonly isKnown: boolean } | null
  readonly bookings: number
  /**
   * Address that the sender wants to be opened before it delivers: text,
   * which Kerbside never calls.
   */
  readonly confirmUrl: string | null
  /** The same body came less than ten minutes before. */
  readonly isRepeat: boolean
}
