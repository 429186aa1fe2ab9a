import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import {
  bookingHistory,
  type HistoryEntry,
  type StatusChange,
} from '@/lib/inspect/delivery/booking-history'
import type { JsonObject } from '@/lib/interface/resources'
import type { ReadReceived } from './delivery-content'

/** Deliveries out of which a booking's state is made: the newest ones. */
export const STATE_DELIVERIES = 100

export interface BookingState
  extends Omit<ArrivedBooking, 'key' | 'statuses' | `${'first' | 'last'}ReceivedAt`> {
  readonly changes: readonly StatusChange[]
  readonly firstReceivedAtMs: number
  readonly lastReceivedAtMs: number
}

/** A booking's state by the last deliveries, so that another one needs none of them again. */
export interface BookingSources {
  readonly entries: readonly Entry[]
  readonly deliveries: number
  readonly firstReceivedAtMs: number
}

interface Entry extends HistoryEntry {
  /** Of the newest whole body only. */
  readonly record: JsonObject | null
}

const none: BookingSources = {
  entries: [],
  deliveries: 0,
  firstReceivedAtMs: Number.POSITIVE_INFINITY,
}

/**
 * @param deliveries further ones that mention the booking
 * @param all deliveries of the booking, where more than these and those of `before` are kept
 */
export function addDeliveries(
  before: BookingSources | null,
  key: string,
  deliveries: readonly ReadReceived[],
  all: Partial<Pick<BookingSources, 'deliveries' | 'firstReceivedAtMs'>> = {},
): BookingSources {
  const sources = before ?? none
  const added = deliveries.flatMap(({ received: { id, receivedAtMs }, bookings }) =>
    (bookings.get(key) ?? []).map(
      ({ record, ...booking }): Entry => ({ id, receivedAtMs, booking, record }),
    ),
  )
  const received = deliveries.map((one) => one.received.receivedAtMs)
  const entries = [...sources.entries, ...added].sort((a, b) => a.receivedAtMs - b.receivedAtMs)
  const { newestWhole, decisive } = bookingHistory(entries)
  const firstKept = entries.length - STATE_DELIVERIES
  return {
    entries: entries
      .filter((entry, at) => at >= firstKept || entry === newestWhole || decisive.includes(entry))
      .map((entry) => (entry === newestWhole ? entry : { ...entry, record: null })),
    deliveries: all.deliveries ?? sources.deliveries + deliveries.length,
    firstReceivedAtMs: all.firstReceivedAtMs ?? Math.min(sources.firstReceivedAtMs, ...received),
  }
}

/** @param sources with at least one entry */
export function stateOf({ entries, deliveries, firstReceivedAtMs }: BookingSources): BookingState {
  const { ordered, status, newestWhole, isOrderKnown, changes } = bookingHistory(entries)
  // An older body may have values that the newest one lacks.
  const said = (name: 'id' | 'ourRef' | 'vehicleId' | 'vehicleOurRef') =>
    ordered.findLast(({ booking }) => booking[name] !== null)?.booking[name] ?? null
  return {
    ...{ id: said('id'), ourRef: said('ourRef'), status, isOrderKnown, changes, deliveries },
    ...{ vehicleId: said('vehicleId'), vehicleOurRef: said('vehicleOurRef') },
    record: newestWhole?.record ?? null,
    firstReceivedAtMs,
    lastReceivedAtMs: Math.max(...entries.map((one) => one.receivedAtMs)),
  }
}
