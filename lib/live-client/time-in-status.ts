import type { StatusSince } from '@/lib/contract/live'
import type { LiveArea } from './live-area'

/** How long a vehicle has had its status. */
export interface TimeInStatus {
  readonly ms: number
  /** It had the status when the server first saw it: it may have had it for longer. */
  readonly isAtLeast: boolean
  /** Beginning, or since when it is watched; this browser's clock. */
  readonly sinceMs: number
}

type Times = Pick<LiveArea, 'fetchedAtMs' | 'receivedAtMs'>

/**
 * @param since of a vehicle of the area; null when unknown
 * @param times of the area: `since` is compared with the server's clock only, `nowMs` with this browser's
 */
export function timeInStatus(
  since: StatusSince | null | undefined,
  times: Times,
  nowMs: number,
): TimeInStatus | null {
  if (!since) return null
  const sinceMs = times.receivedAtMs - msAtReceipt(since.atMs, times)
  return { ms: Math.max(0, nowMs - sinceMs), isAtLeast: !since.isBeginning, sinceMs }
}

/** The column to sort by: milliseconds in the status when the area was received; NaN when unknown. */
export function msInStatus({
  statusSinceMs,
  ...times
}: Times & Pick<LiveArea, 'statusSinceMs'>): (slot: number) => number {
  return (slot) => msAtReceipt(statusSinceMs[slot] as number, times)
}

/** A beginning after the sweep, by a clock that was set back, counts as now. */
function msAtReceipt(atMs: number, { fetchedAtMs }: Times): number {
  return Math.max(0, fetchedAtMs - atMs)
}
