import { INTERVALS_SECONDS, type StatusSince } from '@/lib/api/contract/live'
import { formatCount } from '@/lib/format/number'

export interface TimeInStatus {
  readonly ms: number
  /** It had the status already when the server first saw it. */
  readonly isAtLeast: boolean
  /** Server time; milliseconds since the epoch. */
  readonly sinceMs: number
}

/**
 * @param nowMs server time
 * @returns null where the server does not know
 */
export function timeInStatus(
  since: StatusSince | null | undefined,
  nowMs: number,
): TimeInStatus | null {
  if (!since) return null
  return {
    ms: Math.max(0, nowMs - since.atMs),
    isAtLeast: !since.isBeginning,
    sinceMs: since.atMs,
  }
}

/**
 * The time in status once some time has passed. It does not go on beyond the longest time between
 * two readings: the status of an older list may have changed.
 */
export function laterInStatus(
  time: TimeInStatus | null,
  sinceReceiptMs: number,
): TimeInStatus | null {
  if (!time) return null
  const passedMs = Math.min(sinceReceiptMs, LONGEST_INTERVAL_MS)
  return { ...time, ms: time.ms + passedMs }
}

const LONGEST_INTERVAL_MS = Math.max(...INTERVALS_SECONDS) * 1000

/** For a row: "14 min", "≥ 14 min"; null for at least nothing. */
export function shortTimeInStatus({ ms, isAtLeast }: TimeInStatus): string | null {
  if (!isAtLeast) return formatDuration(ms)
  return ms < MINUTE_MS ? null : `≥ ${formatDuration(ms)}`
}

/** After the status: "for 14 min", "for at least 14 min"; null for at least nothing. */
export function timeInStatusWords({ ms, isAtLeast }: TimeInStatus): string | null {
  if (ms < MINUTE_MS) return isAtLeast ? null : 'for less than a minute'
  const duration = formatDuration(ms)
  return isAtLeast ? `for at least ${duration}` : `for ${duration}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "< 1 min", "14 min", "2 h 5 min", "3 days". */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return '< 1 min'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < DAY_MS) return hoursAndMinutes(Math.floor(ms / MINUTE_MS))
  const days = Math.floor(ms / DAY_MS)
  return days === 1 ? '1 day' : `${formatCount(days)} days`
}

/** "2 h 5 min", "3 h". */
export function hoursAndMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
