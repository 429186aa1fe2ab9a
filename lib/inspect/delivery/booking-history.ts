import { parseTime } from '@/lib/interface/times'
import type { DeliveredBooking } from './read-delivery'

/** One delivery about a booking. */
export interface HistoryEntry {
  /** Unique; deliveries that differ in nothing else are doubled. */
  readonly id: string
  readonly receivedAtMs: number
  readonly booking: DeliveredBooking
}

/** A status and the first delivery that says so. */
export interface StatusChange {
  readonly status: string | null
  /** When the booking was modified, as its body says; null where it does not. */
  readonly modifiedAtMs: number | null
  readonly receivedAtMs: number
  readonly deliveryId: string
}

export interface BookingHistory {
  /** The newest body by its `mtime`; where that does not decide, the last that arrived. */
  readonly newest: HistoryEntry
  /** The newest body that holds the whole booking, ordered alike; null for none. */
  readonly newestWhole: HistoryEntry | null
  /** False where the bodies do not decide which status is the present one. */
  readonly isOrderKnown: boolean
  /** Oldest first as far as the order is known. */
  readonly changes: readonly StatusChange[]
}

const modifiedAtMs = ({ booking: { mtime } }: HistoryEntry): number | null =>
  mtime === null ? null : (parseTime(mtime)?.epochMs ?? null)

/**
 * The state of a booking out of its deliveries, which may be doubled and in any order.
 * @param entries at least one, in any order
 */
export function bookingHistory(entries: readonly HistoryEntry[]): BookingHistory {
  const ordered = [...entries].sort(
    (a, b) =>
      (modifiedAtMs(a) ?? a.receivedAtMs) - (modifiedAtMs(b) ?? b.receivedAtMs) ||
      a.receivedAtMs - b.receivedAtMs,
  )
  const newest = ordered.at(-1) as HistoryEntry
  return {
    newest,
    newestWhole: ordered.findLast(({ booking }) => booking.isWhole) ?? null,
    isOrderKnown: isDecided(entries, newest),
    changes: changesOf(ordered),
  }
}

/** Whether every other body is older by its `mtime`, or says the same status. */
function isDecided(entries: readonly HistoryEntry[], newest: HistoryEntry): boolean {
  const newestMs = modifiedAtMs(newest)
  return entries.every((entry) => {
    if (entry.booking.status === newest.booking.status) return true
    const ms = modifiedAtMs(entry)
    return ms !== null && newestMs !== null && ms < newestMs
  })
}

function changesOf(ordered: readonly HistoryEntry[]): StatusChange[] {
  const changes: StatusChange[] = []
  for (const entry of ordered) {
    const { status } = entry.booking
    if (changes.length > 0 && changes.at(-1)?.status === status) continue
    const { receivedAtMs, id } = entry
    changes.push({ status, modifiedAtMs: modifiedAtMs(entry), receivedAtMs, deliveryId: id })
  }
  return changes
}
