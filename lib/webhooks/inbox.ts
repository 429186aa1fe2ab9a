import type { BookingState } from './booking-state'
import type { ReadReceived } from './delivery-content'
import type { ReceivedDelivery } from './receiver'

export interface ArrivedBooking extends BookingState {
  readonly key: string
  readonly version: number
}

export interface StoredDelivery extends ReadReceived {
  readonly isRepeat: boolean
}

/** Bookings of the list, the newest first. */
export interface ArrivedPage {
  readonly bookings: readonly ArrivedBooking[]
  /** Where the next page begins; null on the last. */
  readonly older: string | null
  /** Bookings in its place that were encrypted with another secret. */
  readonly unreadable: number
}

/** Place of a booking in the list: when something last came of it, and its version. */
export interface ListPlace {
  readonly lastReceivedAtMs: number
  readonly version: number
}

/** Text of a place in the list. */
export function cursorOf({ lastReceivedAtMs, version }: ListPlace): string {
  return `${lastReceivedAtMs}.${version}`
}

/** @returns null for a text that is no cursor */
export function parseCursor(text: string): ListPlace | null {
  const [, ms, version] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  if (ms === undefined) return null
  return { lastReceivedAtMs: Number(ms), version: Number(version) }
}

/** Order of the list: the newest first. */
export function compareNewestFirst(a: ListPlace, b: ListPlace): number {
  return b.lastReceivedAtMs - a.lastReceivedAtMs || b.version - a.version
}

/** Deliveries by one token. */
export interface TokenCount {
  readonly deliveries: number
  readonly lastReceivedAtMs: number
}

/** Deliveries and their bookings in the store, encrypted. */
export interface Inbox {
  /**
   * Stores deliveries, of which those that are stored already change nothing.
   * @returns the others
   */
  store(deliveries: readonly ReceivedDelivery[]): Promise<readonly StoredDelivery[]>
  /** Bookings that changed after a version, oldest change first. */
  changedAfter(version: number, most: number): Promise<ArrivedBooking[]>
  /** @param before `older` of a page; null for the first */
  page(most: number, before: string | null): Promise<ArrivedPage>
  countBookings(): Promise<number>
  /** Of the booking that changed last; 0 without one. */
  newestVersion(): Promise<number>
  ofVehicle(id: string | null, ourRef: string | null, most: number): Promise<ArrivedBooking[]>
  find(key: string): Promise<ArrivedBooking | null>
  findById(id: string): Promise<ArrivedBooking | null>
  /** Deliveries of one booking, the oldest first. */
  deliveriesOf(key: string, most: number): Promise<StoredDelivery[]>
  /** Deliveries in which no booking was recognised, the newest first. */
  unrecognised(most: number): Promise<StoredDelivery[]>
  countUnrecognised(): Promise<number>
  countByToken(): Promise<ReadonlyMap<string, TokenCount>>
  /**
   * Deletes deliveries received before, also out of the bookings that something was received of
   * since. The first call encrypts bookings of an earlier secret with the present one.
   */
  purge(beforeMs: number): Promise<void>
}
