import { isSameStatus } from '@/lib/interface/statuses'
import { parseTime } from '@/lib/interface/times'
import type { BookingFacts } from './booking-facts'

/** A booking's state by one delivery. */
export interface HistoryEntry {
  readonly id: string
  readonly receivedAtMs: number
  readonly booking: BookingFacts
}

/** A status and the first delivery that says so. */
export interface StatusChange {
  readonly status: string
  /** When the booking was modified, as its body says; null where it does not. */
  readonly modifiedAtMs: number | null
  readonly receivedAtMs: number
  readonly deliveryId: string
}

/**
 * The state of a booking out of its deliveries, at least one, which may be
 * doubled and in any order.
 */
export function bookingHistory<Entry extends HistoryEntry>(entries: readonly Entry[]) {
  const ordered = inOrder(entries)
  // A body without a status says nothing of its order.
  const withStatus = ordered.filter(({ booking }) => booking.status !== null)
  const newest = withStatus.at(-1)
  const rival = newest && withStatus.findLast((entry) => isRival(entry, newest))
  return {
    /** The oldest first by `mtime`; where that does not decide, by arrival. */
    ordered,
    status: newest?.booking.status ?? null,
    newestWhole: ordered.findLast(({ booking }) => booking.isWhole) ?? null,
    /** Entries that decide the status, or keep it from being decided. */
    decisive: [newest, rival].filter((entry) => entry !== undefined),
    /** False where the bodies do not decide which status is the present one. */
    isOrderKnown: rival === undefined,
    changes: changesOf(withStatus),
  }
}

function inOrder<Entry extends HistoryEntry>(entries: readonly Entry[]): Entry[] {
  const timed = entries.map((entry) => ({
    entry,
    receivedAtMs: entry.receivedAtMs,
    ms: modifiedAtMs(entry.booking) ?? entry.receivedAtMs,
  }))
  timed.sort((a, b) => a.ms - b.ms || a.receivedAtMs - b.receivedAtMs)
  return timed.map(({ entry }) => entry)
}

/** Whether a body says another status, and is not older by its `mtime`. */
function isRival({ booking }: HistoryEntry, newest: HistoryEntry): boolean {
  if (isSameStatus(booking.status, newest.booking.status)) return false
  const ms = modifiedAtMs(booking)
  const newestMs = modifiedAtMs(newest.booking)
  return ms === null || newestMs === null || ms >= newestMs
}

function changesOf(ordered: readonly HistoryEntry[]): StatusChange[] {
  const changes: StatusChange[] = []
  for (const entry of ordered) {
    const { status } = entry.booking
    const before = changes.at(-1)?.status ?? null
    if (status === null || isSameStatus(before, status)) continue
    changes.push({
      status,
      modifiedAtMs: modifiedAtMs(entry.booking),
      receivedAtMs: entry.receivedAtMs,
      deliveryId: entry.id,
    })
  }
  return changes
}

/**
 * Time of the modification with fractions of a millisecond, which may decide an order; `mtime` may
 * be in seconds or milliseconds since 1970 too.
 */
export function modifiedAtMs({ mtime }: { readonly mtime: string | null }): number | null {
  if (mtime === null) return null
  if (/^\d{10}(\.\d+)?$/.test(mtime)) return Number(mtime) * 1000
  if (/^\d{13}(\.\d+)?$/.test(mtime)) return Number(mtime)
  const time = parseTime(mtime)
  if (time === null) return null
  const digits = /\.\d{3}(\d+)/.exec(mtime)?.[1] ?? '0'
  return time.epochMs + Number(`0.${digits}`)
}
