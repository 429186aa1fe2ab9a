import { parseTime, readOnce } from '@/lib/interface/times'
import type { LiveVehicle, VehicleTimes } from './live'

/** Clock differences up to this are not reported. */
export const TOLERATED_SKEW_MS = 5_000

const readMs = readOnce((text) => parseTime(text)?.epochMs ?? Number.NaN)

/** Milliseconds since the epoch of an `mtime`; NaN when absent or unreadable. */
export const modifiedMs = (mtime: string | null): number => (mtime === null ? Number.NaN : readMs(mtime))

/**
 * When a vehicle last reported, as far as its `mtime` says it: never later than that `mtime` was first seen.
 * @returns milliseconds since the epoch; NaN: it counts as reported when the service listed it
 */
export function reportedAt(
  { mtime, aheadSinceMs }: Pick<LiveVehicle, 'mtime' | 'aheadSinceMs'>,
  { mtimeServes }: VehicleTimes,
): number {
  if (!mtimeServes) return Number.NaN
  return Math.min(modifiedMs(mtime), aheadSinceMs ?? Number.POSITIVE_INFINITY)
}

/** When the `mtime` read at `atMs` was first seen, if it was ahead of the clock then; null otherwise. */
export function aheadSince(
  mtime: string | null,
  atMs: number,
  before: Pick<LiveVehicle, 'mtime' | 'aheadSinceMs'> | null | undefined,
): number | null {
  if (before && before.mtime === mtime) return before.aheadSinceMs ?? null
  return modifiedMs(mtime) > atMs + TOLERATED_SKEW_MS ? atMs : null
}
