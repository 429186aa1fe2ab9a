import type { AheadBooking } from '@/lib/reference/demo/booked-ahead'
import type { BookingLife } from '@/lib/reference/demo/demo-bookings'
import type { Position } from '@/lib/reference/geo'
import type { BookingRecord, VehicleRecord } from '@/lib/reference/resources'

/**
 * Vehicles 0 … size-1. Position and status are pure functions of (vehicle, instant), which keeps
 * the pages of a search consistent.
 */
export interface Fleet {
  /** Distinguishes this fleet's cursors from another's. */
  readonly fingerprint: string
  readonly centre: Position
  readonly size: number
  /** Centre of each vehicle's territory, in degrees. */
  readonly lats: Float64Array
  readonly lngs: Float64Array
  /** Largest distance of each vehicle from its territory's centre. */
  readonly reachMetres: Float32Array
  readonly types: readonly string[]
  /** Index into `types`; 255 for an unknown type. */
  readonly typeCodes: Uint8Array
  /**
   * Writes the position at `nowMs` into `out`, without allocation: search
   * calls it thousands of times.
   */
  locate(index: number, nowMs: number, out: Position): void
  record(index: number, nowMs: number): VehicleRecord
  isOffline(index: number): boolean
  /** -1 when the fleet has no such vehicle. */
  findById(id: string): number
  findByOurRef(ourRef: string): number
  /**
   * The booking of the trip that a vehicle is on, null when the trip has none; only
   * demo fleets have bookings.
   */
  bookingLife?(index: number, nowMs: number): BookingLife | null
  /** Bookings made ahead of their trip that may change between two moments. */
  bookingsAhead?(fromMs: number, toMs: number): AheadBooking[]
  /** A vehicle with every field of §2.1. */
  exampleVehicle(nowMs: number): VehicleRecord
  /** A booking with every field of §2.4, of a vehicle that can be fetched. */
  exampleBooking(nowMs: number): BookingRecord
}

export const UNKNOWN_TYPE = 255
