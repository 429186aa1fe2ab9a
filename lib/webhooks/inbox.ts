import { bookingHistory, type HistoryEntry, type StatusChange } from '@/lib/inspect/delivery/booking-history'
import type { JsonObject } from '@/lib/interface/resources'
import type { ReadReceived } from './delivery-content'
import type { ReceivedDelivery } from './receiver'

/** A body that came before within this time is a repetition. */
export const REPEAT_MS = 10 * 60_000
/** Deliveries out of which a booking's state is made: the last so many. */
export const STATE_DELIVERIES = 200

/** A booking out of its deliveries. */
export interface ArrivedBooking {
  readonly key: string
  readonly version: number
  readonly id: string | null
  readonly ourRef: string | null
  readonly status: string | null
  /** False where the bodies do not decide which status is the present one. */
  readonly isOrderKnown: boolean
  /** The newest body that holds the whole booking; null where none does. */
  readonly record: JsonObject | null
  readonly vehicleId: string | null
  readonly vehicleOurRef: string | null
  readonly changes: readonly StatusChange[]
  readonly deliveries: number
  readonly firstReceivedAtMs: number
  readonly lastReceivedAtMs: number
}

export type BookingState = Omit<ArrivedBooking, 'key' | 'version'>

export interface StoredDelivery extends ReadReceived {
  readonly isRepeat: boolean
}

/** Deliveries and their bookings in the store, encrypted. */
export interface Inbox {
  /** Stores deliveries; those that are stored already change nothing. */
  store(deliveries: readonly ReceivedDelivery[]): Promise<void>
  /** Bookings that changed after a version, oldest change first. */
  changedAfter(version: number, most: number): Promise<ArrivedBooking[]>
  /** The newest first. */
  latest(most: number): Promise<ArrivedBooking[]>
  ofVehicle(id: string | null, ourRef: string | null, most: number): Promise<ArrivedBooking[]>
  find(key: string): Promise<ArrivedBooking | null>
  findById(id: string): Promise<ArrivedBooking | null>
  /** Of one booking, the oldest first. */
  deliveriesOf(key: string, most: number): Promise<StoredDelivery[]>
  /** In which no booking was recognised, the newest first. */
  unrecognised(most: number): Promise<StoredDelivery[]>
  /** Time of the last delivery and how many there are, by token. */
  countByToken(): Promise<ReadonlyMap<string, { deliveries: number; lastReceivedAtMs: number }>>
  /** Deletes what was received before, and bookings that nothing was received of since. */
  purge(beforeMs: number): Promise<void>
}

/** The entries of a booking in deliveries that mention it. */
export function entriesOf(key: string, deliveries: readonly ReadReceived[]): HistoryEntry[] {
  return deliveries.flatMap(({ received, bookings }) => {
    const booking = bookings.get(key)
    return booking ? [{ id: received.id, receivedAtMs: received.receivedAtMs, booking }] : []
  })
}

/** @param deliveries of the booking in all, also those that were not read again */
export function stateOf(entries: readonly HistoryEntry[], deliveries: number): BookingState {
  const { newest, newestWhole, isOrderKnown, changes } = bookingHistory(entries)
  // What the newest body does not say, an older one may.
  const said = (read: (one: HistoryEntry) => string | null) =>
    read(newest) ??
    (newestWhole && read(newestWhole)) ??
    entries.map(read).find((one) => one !== null) ??
    null
  const receivedAtMs = entries.map((one) => one.receivedAtMs)
  return {
    id: said(({ booking }) => booking.id),
    ourRef: said(({ booking }) => booking.ourRef),
    status: said(({ booking }) => booking.status),
    isOrderKnown,
    record: newestWhole?.booking.record ?? null,
    vehicleId: said(({ booking }) => booking.vehicleId),
    vehicleOurRef: said(({ booking }) => booking.vehicleOurRef),
    changes,
    deliveries,
    firstReceivedAtMs: Math.min(...receivedAtMs),
    lastReceivedAtMs: Math.max(...receivedAtMs),
  }
}
