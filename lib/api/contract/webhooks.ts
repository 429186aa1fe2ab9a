import { z } from 'zod'
import type { JsonObject } from '@/lib/interface/resources'

/** Of a body, after decompression. */
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

/** Body of `POST /api/webhooks`. */
export const webhookRequestSchema = z.strictObject({ name: z.string().trim().min(1).max(80) })

/** An address that receives webhooks; times are ISO 8601, server time. */
export interface WebhookAddress {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly createdBy: string | null
  readonly revokedAt: string | null
  /** Kept ones. */
  readonly deliveries: number
  readonly lastReceivedAt: string | null
}

/** Data of `GET /api/webhooks`: in use first, the newest first. */
export interface WebhookAddresses {
  readonly addresses: readonly WebhookAddress[]
  readonly retentionDays: number
  /** Size of deliveries on disk that the database has not taken yet. */
  readonly waitingBytes: number
  readonly vehicles: VehiclesByWebhook
  /** How every address begins: `https://kerbside.example`. */
  readonly origin: string
  /** Only this machine reaches the origin. */
  readonly isLocal: boolean
  /** Of each address. */
  readonly limit: { readonly perSecond: number; readonly atOnce: number }
}

/** Vehicles whose records were read within a day, by the hosts that their `webhooks` name. */
export interface VehiclesByWebhook {
  /** Kerbside's own, perhaps among others. */
  readonly here: number
  readonly elsewhere: number
  readonly none: number
  /** Vehicles of open live maps whose records were not read yet. */
  readonly unread: number
}

/** A status and the first delivery that says so. */
export interface ArrivedStatus {
  readonly status: string | null
  /** By the body's `mtime`; null where it has none. */
  readonly modifiedAt: string | null
  readonly receivedAt: string
  readonly deliveryId: string
}

/** A booking out of the deliveries about it. */
export interface ArrivedBooking {
  /** Of its page; no part of the booking. */
  readonly key: string
  readonly id: string | null
  readonly ourRef: string | null
  readonly status: string | null
  /** False where the bodies do not decide which status is the present one. */
  readonly isOrderKnown: boolean
  /** The newest body that holds the whole booking; null where none does. */
  readonly record: JsonObject | null
  readonly vehicleId: string | null
  readonly vehicleOurRef: string | null
  readonly statuses: readonly ArrivedStatus[]
  readonly deliveries: number
  readonly firstReceivedAt: string
  readonly lastReceivedAt: string
}

/**
 * Data of `GET /api/bookings/arrived`: the newest; with `?before=OLDER` those before them, and with `?after=VERSION`
 * changes since, the oldest first.
 */
export interface ArrivedBookings {
  readonly bookings: readonly ArrivedBooking[]
  /** For the next `after`. */
  readonly version: number
  /** For the next `before`; null where there are no older ones, and with `after`. */
  readonly older: string | null
  /** Bookings that were encrypted with another secret than `KERBSIDE_SECRET`, in place of which there are none here. */
  readonly unreadable: number
  /** Bookings that are kept; counted every 5 s. */
  readonly total: number
  /** Whether any address is in use: without one nothing can arrive. */
  readonly isReceiving: boolean
  /** Deliveries in which no booking was recognised; counted every 5 s. */
  readonly unrecognised: number
}

/** A booking of a vehicle, without personal data. */
export type VehicleBooking = Pick<
  ArrivedBooking,
  'key' | 'id' | 'ourRef' | 'status' | 'isOrderKnown' | 'firstReceivedAt' | 'lastReceivedAt'
> & {
  /** By the vehicle's `active_booking_id`. */
  readonly isActive: boolean
}

/**
 * Data of `GET /api/vehicles/{vehicleId}/bookings?our_ref=…&active_booking_id=…`, both optional: those that name the
 * vehicle by either, the newest first, but the active one before all. With neither they are those of the directory.
 */
export interface VehicleBookings {
  readonly bookings: readonly VehicleBooking[]
}

/** A delivery as it came. */
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
  /** The same body came less than ten minutes before. */
  readonly isRepeat: boolean
}

/** Data of `GET /api/bookings/arrived/{key}`: the oldest delivery first. */
export interface ArrivedBookingPage {
  readonly booking: ArrivedBooking
  readonly deliveries: readonly WebhookDelivery[]
}
