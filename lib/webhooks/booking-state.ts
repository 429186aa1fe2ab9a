import type { BookingSummary } from '@/lib/api/contract/webhooks'
import {
  bookingHistory,
  type HistoryEntry,
  type StatusChange,
} from '@/lib/inspect/delivery/booking-history'
import type { JsonObject } from '@/lib/interface/resources'
import type { ReadReceived } from './delivery-content'

/** Deliveries out of which a booking's state is made: the newest ones. */
export const STATE_DELIVERIES = 100

export interface BookingState extends BookingSummary {
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
  /** The booking; of the newest whole body only. */
  readonly record: JsonObject | null
}

const NO_SOURCES: BookingSources = {
  entries: [],
  deliveries: 0,
  firstReceivedAtMs: Number.POSITIVE_INFINITY,
}

/** All deliveries of a booking that are kept, as far as known. */
interface KeptDeliveries {
  readonly deliveries?: number | undefined
  readonly firstReceivedAtMs?: number
}

/**
 * @param deliveries further ones that mention the booking
 * @param all given where more than these and those of `before` are kept
 */
export function addDeliveries(
  before: BookingSources | null,
  key: string,
  deliveries: readonly ReadReceived[],
  all: KeptDeliveries = {},
): BookingSources {
  const sources = before ?? NO_SOURCES
  const added = deliveries.flatMap((delivery) => entriesOf(delivery, key))
  const entries = [...sources.entries, ...added].sort((a, b) => a.receivedAtMs - b.receivedAtMs)
  const receivedMs = deliveries.map(({ received }) => received.receivedAtMs)
  const firstReceivedAtMs = Math.min(sources.firstReceivedAtMs, ...receivedMs)
  return {
    entries: keptEntries(entries),
    deliveries: all.deliveries ?? sources.deliveries + deliveries.length,
    firstReceivedAtMs: all.firstReceivedAtMs ?? firstReceivedAtMs,
  }
}

function entriesOf({ received, bookings }: ReadReceived, key: string): Entry[] {
  const { id, receivedAtMs } = received
  const states = bookings.get(key) ?? []
  return states.map(({ record, ...booking }) => ({ id, receivedAtMs, booking, record }))
}

/** The newest entries and those that decide the state; the record of the newest whole one only. */
function keptEntries(entries: readonly Entry[]): Entry[] {
  const { newestWhole, decisive } = bookingHistory(entries)
  const firstKept = entries.length - STATE_DELIVERIES
  const kept = entries.filter(
    (entry, at) => at >= firstKept || entry === newestWhole || decisive.includes(entry),
  )
  return kept.map((entry) => (entry === newestWhole ? entry : { ...entry, record: null }))
}

/** Sources of one booking that was stored as two. */
export function joinSources(a: BookingSources, b: BookingSources): BookingSources {
  const entries = [...a.entries, ...b.entries].sort((x, y) => x.receivedAtMs - y.receivedAtMs)
  return {
    entries: keptEntries(entries),
    deliveries: a.deliveries + b.deliveries,
    firstReceivedAtMs: Math.min(a.firstReceivedAtMs, b.firstReceivedAtMs),
  }
}

/** @param sources with at least one entry */
export function stateOf({ entries, deliveries, firstReceivedAtMs }: BookingSources): BookingState {
  const { ordered, status, newestWhole, isOrderKnown, changes } = bookingHistory(entries)
  // An older body may have values that the newest one lacks.
  function newest(name: 'id' | 'ourRef' | 'vehicleId' | 'vehicleOurRef'): string | null {
    const entry = ordered.findLast(({ booking }) => booking[name] !== null)
    return entry?.booking[name] ?? null
  }
  return {
    id: newest('id'),
    ourRef: newest('ourRef'),
    status,
    isOrderKnown,
    changes,
    deliveries,
    vehicleId: newest('vehicleId'),
    vehicleOurRef: newest('vehicleOurRef'),
    record: newestWhole?.record ?? null,
    firstReceivedAtMs,
    lastReceivedAtMs: Math.max(...entries.map(({ receivedAtMs }) => receivedAtMs)),
  }
}
