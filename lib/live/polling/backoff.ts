import type { UpstreamError } from '@/lib/upstream/upstream-error'

/** Outcome of an area's last sweep, on the monotonic clock. */
export interface LastSweep {
  readonly startedAtMs: number
  readonly endedAtMs: number
  /** Pages that were read. */
  readonly pages: number
  /** 0 after a sweep that did not fail. */
  readonly failuresInARow: number
  readonly failure: UpstreamError | null
}

/** Minimum time between the starts of two sweeps, whatever subscribers request. */
export const SHORTEST_INTERVAL_MS = 1000
const FIRST_PAUSE_MS = 5000
// The browser must show data within 20 s of the service's return.
const LONGEST_PAUSE_MS = 15_000
// Longest pause after a 429 without a readable Retry-After.
const LONGEST_LIMITED_PAUSE_MS = 60_000

/**
 * When the next sweep of an area starts, on the monotonic clock: an interval after the start of the last one, but
 * never before a rest as long as that sweep took; after a failure, with back-off.
 * @param refreshMs shortest interval, where a subscriber asked for fresh data; null without such a request
 */
export function nextSweepAtMs(last: LastSweep, intervalMs: number, refreshMs: number | null): number {
  const tookMs = last.endedAtMs - last.startedAtMs
  const restedAtMs = last.endedAtMs + tookMs
  const usualMs =
    last.failure === null
      ? Math.max(last.startedAtMs + intervalMs, restedAtMs)
      : afterFailureMs(last, last.failure, restedAtMs)
  if (refreshMs === null || last.failure?.kind === 'rate-limited') return usualMs
  return last.failure === null
    ? Math.min(usualMs, Math.max(last.startedAtMs + refreshMs, restedAtMs))
    : last.endedAtMs
}

function afterFailureMs(last: LastSweep, failure: UpstreamError, restedAtMs: number): number {
  const usualMs = Math.max(
    last.endedAtMs + FIRST_PAUSE_MS,
    last.startedAtMs + pauseMs(last.failuresInARow, failure),
    last.pages > 0 ? Math.min(restedAtMs, last.endedAtMs + LONGEST_PAUSE_MS) : 0,
  )
  if (failure.kind === 'rate-limited' || failure.retryAfterMs === null) return usualMs
  // The call was suppressed upstream; do not add this area's back-off to that pause.
  return Math.min(usualMs, last.endedAtMs + Math.max(failure.retryAfterMs, SHORTEST_INTERVAL_MS))
}

function pauseMs(failuresInARow: number, { kind }: UpstreamError): number {
  return kind === 'rate-limited'
    ? Math.min(FIRST_PAUSE_MS * 2 ** (failuresInARow - 1), LONGEST_LIMITED_PAUSE_MS)
    : Math.min(FIRST_PAUSE_MS * failuresInARow, LONGEST_PAUSE_MS)
}
