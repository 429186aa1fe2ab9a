import type { UpstreamError } from '@/lib/upstream/upstream-error'

/** How the last sweep of an area went, on the steady clock. */
export interface LastSweep {
  readonly startedAtMs: number
  readonly endedAtMs: number
  /** Pages that were read. */
  readonly pages: number
  /** 0 after a sweep that did not fail. */
  readonly failuresInARow: number
  readonly failure: UpstreamError | null
}

/** From one start to the next at least, however many want to see the newest. */
export const SHORTEST_MS = 1000
const FIRST_PAUSE_MS = 5000
// The browser has to be back within 20 s of the service.
const LONGEST_PAUSE_MS = 15_000
// A 429 without a readable Retry-After: faults.md, row 18.
const LONGEST_LIMITED_PAUSE_MS = 60_000

/**
 * When the next sweep of an area starts, on the steady clock: an interval after the start of the last,
 * though a service is left in peace for as long as it worked for us; after a failure sooner or later than that.
 * @param atOnce somebody wants to see the newest
 */
export function nextSweepAtMs(last: LastSweep, intervalMs: number, atOnce: boolean): number {
  const tookMs = last.endedAtMs - last.startedAtMs
  const restedAtMs = last.endedAtMs + tookMs
  const usualMs =
    last.failure === null
      ? Math.max(last.startedAtMs + intervalMs, restedAtMs)
      : afterFailureMs(last, last.failure, restedAtMs)
  if (!atOnce || last.failure?.kind === 'rate-limited') return usualMs
  return last.failure === null ? Math.min(usualMs, restedAtMs) : last.endedAtMs
}

function afterFailureMs(last: LastSweep, failure: UpstreamError, restedAtMs: number): number {
  const usualMs = Math.max(
    last.endedAtMs + FIRST_PAUSE_MS,
    last.startedAtMs + pauseMs(last.failuresInARow, failure),
    last.pages > 0 ? Math.min(restedAtMs, last.endedAtMs + LONGEST_PAUSE_MS) : 0,
  )
  if (failure.kind === 'rate-limited' || failure.retryAfterMs === null) return usualMs
  // It was not asked: a pause of this area on top of that one would be both.
  return Math.min(usualMs, last.endedAtMs + Math.max(failure.retryAfterMs, SHORTEST_MS))
}

function pauseMs(failuresInARow: number, { kind }: UpstreamError): number {
  return kind === 'rate-limited'
    ? Math.min(FIRST_PAUSE_MS * 2 ** (failuresInARow - 1), LONGEST_LIMITED_PAUSE_MS)
    : Math.min(FIRST_PAUSE_MS * failuresInARow, LONGEST_PAUSE_MS)
}
