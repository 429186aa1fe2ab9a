import { statusPhrase } from '@/lib/format/status/status-words'
import type { WatchedNow } from './watched-now'

/** Beyond this age of its report a watched vehicle counts as silent. */
export const SILENT_MS = 10 * 60_000

export interface WatchNotice {
  readonly vehicleId: string
  /** Follows the vehicle's name: "is busy now". */
  readonly text: string
}

/**
 * Notices of the watched vehicles since they were last looked at. A reading that is older than the last one makes none;
 * nor does the first of a vehicle.
 */
export class WatchNotices {
  readonly #last = new Map<string, WatchedNow>()

  update(vehicles: readonly WatchedNow[]): WatchNotice[] {
    const ids = new Set(vehicles.map(({ id }) => id))
    for (const id of this.#last.keys()) if (!ids.has(id)) this.#last.delete(id)
    return vehicles.flatMap((now) => {
      const before = this.#last.get(now.id)
      // The list and the area are not read at the same time.
      const isOlder = before !== undefined && now.readAtMs < before.readAtMs
      this.#last.set(now.id, isOlder ? { ...before, isHere: now.isHere, left: now.left } : now)
      if (before === undefined) return []
      const current = isOlder ? { ...before, isHere: now.isHere, left: now.left } : now
      const text = noticeOf(before, current)
      return text === null ? [] : [{ vehicleId: now.id, text }]
    })
  }
}

function noticeOf(before: WatchedNow, now: WatchedNow): string | null {
  if (isGone(before) !== isGone(now))
    return isGone(now) ? 'is no longer known to the service' : 'is known to the service again'
  if (before.status !== undefined && before.status !== now.status)
    return now.status ? `is ${statusPhrase(now.status)} now` : 'no longer reports a status'
  if (before.left !== now.left && now.left === 'left-area') return 'left the area'
  if (before.left !== now.left && now.left === 'not-listed') return 'is no longer listed'
  // Where only now is known that the service says so, it is no news.
  const isNews = before.age?.from === 'report' && !isSilent(before)
  if (isSilent(now) && isNews) return `has not reported for ${SILENT_MS / 60_000} min`
  return null
}

function isGone({ isKnown, left }: WatchedNow): boolean {
  return !isKnown || left === 'not-found'
}

/** When it was last read: while the service cannot be read, that says nothing of the vehicle. */
function isSilent({ age, sinceReadMs }: WatchedNow): boolean {
  return age?.from === 'report' && age.ageMs - sinceReadMs >= SILENT_MS
}
