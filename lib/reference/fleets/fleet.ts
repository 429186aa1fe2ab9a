import type { Position } from '@/lib/reference/geo'
import type { BookingRecord, VehicleRecord } from '@/lib/reference/resources'

/**
 * Vehicles 0 … size-1. Where a vehicle is and what it does are pure functions of (vehicle, instant): asked twice
 * about one instant, a fleet says the same, which is what keeps the pages of a search consistent.
 */
export interface Fleet {
  /** Tells this fleet's cursors from another's. */
  readonly fingerprint: string
  readonly centre: Position
  readonly size: number
  /** Where each vehicle's territory has its middle, in degrees. */
  readonly lats: Float64Array
  readonly lngs: Float64Array
  /** No vehicle is ever further from its territory's middle than its reach. */
  readonly reachMetres: Float32Array
  readonly types: readonly string[]
  /** Index into `types`; 255 where the type is not known. */
  readonly typeCodes: Uint8Array
  /** Writes the position at `nowMs` into `out`; search asks this of thousands, so nothing is allocated. */
  locate(index: number, nowMs: number, out: Position): void
  record(index: number, nowMs: number): VehicleRecord
  isOffline(index: number): boolean
  /** -1 when the fleet has no such vehicle. */
  findById(id: string): number
  findByOurRef(ourRef: string): number
  /** A vehicle with every field of §2.1. */
  exampleVehicle(nowMs: number): VehicleRecord
  /** A booking with every field of §2.4, of a vehicle that can be fetched. */
  exampleBooking(nowMs: number): BookingRecord
}

export const UNKNOWN_TYPE = 255
