import type { JsonObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'

/** Bookings whose last modification is kept; the oldest are forgotten beyond. */
const BOOKINGS_MAXIMUM = 5_000
/** Of an id, in characters. */
const LONGEST_ID = 256

/** Whether deliveries overtake each other (§6: not shown), by the bookings' own times. */
export function createDeliveryOrder() {
  const newestMs = new Map<string, number>()
  return {
    /** Whether a newer state of the booking came before this one. */
    isLate({ id, mtime }: JsonObject): boolean {
      const ms = typeof mtime === 'string' ? parseTime(mtime)?.epochMs : undefined
      if (typeof id !== 'string' || id.length > LONGEST_ID || ms === undefined) return false
      const before = newestMs.get(id)
      newestMs.delete(id)
      newestMs.set(id, Math.max(ms, before ?? ms))
      const [oldest] = newestMs.keys()
      if (newestMs.size > BOOKINGS_MAXIMUM && oldest !== undefined) newestMs.delete(oldest)
      return before !== undefined && before > ms
    },
  }
}
