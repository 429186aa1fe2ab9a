import { INTERVALS_SECONDS } from '@/lib/contract/live'

const [LONGEST_SECONDS, ...SHORTER_SECONDS] = INTERVALS_SECONDS.toReversed() as [number, ...number[]]

/**
 * Shares calls out: first every area at the longest interval, of which the largest are left out until the rest fits; then
 * shorter intervals step by step, small areas first, until no area can have a shorter one.
 * @param calls of one sweep of each area; null while that is not known, which is polled at the longest interval
 * @returns seconds between two sweeps of each; null for one that is left out
 */
export function intervalsFor(calls: readonly (number | null)[], callsPerSecond: number): (number | null)[] {
  const intervals = calls.map((): number | null => null)
  let left = callsPerSecond
  const smallestFirst = [...calls.keys()].sort((a, b) => (calls[a] ?? 1) - (calls[b] ?? 1))

  function poll(at: number, seconds: number): void {
    const before = intervals[at] ?? null
    const more = (calls[at] ?? 1) / seconds - (before === null ? 0 : (calls[at] ?? 1) / before)
    if (more > left + ROUNDING) return
    left -= more
    intervals[at] = seconds
  }

  for (const at of smallestFirst) poll(at, LONGEST_SECONDS)
  for (const seconds of SHORTER_SECONDS)
    for (const at of smallestFirst) if (intervals[at] !== null && calls[at] !== null) poll(at, seconds)
  return intervals
}

/** Error of sums of fractions; calls a second. */
const ROUNDING = 1e-9
