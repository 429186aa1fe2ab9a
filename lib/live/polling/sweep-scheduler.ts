import type { Clock } from '@/lib/app/clock'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { pauseUntil, type ServiceLimits, type Sweep } from './sweep'

/**
 * Between the starts of sweeps of different areas, so that their lists are not
 * all made in the same moment.
 */
const APART_MS = 100
/** Longest delay for that, as a share of the interval. */
const APART_SHARE = 0.2

export interface SweepSchedulerOptions {
  readonly clock: Clock
  readonly limits: ServiceLimits
  /** Least time between the starts of two sweeps that a refresh can cause. */
  readonly refreshMs: number
  /** Reads all pages; rejects only with the signal's reason. */
  readonly sweep: (signal: AbortSignal) => Promise<Sweep>
  /** Called after every sweep that was not aborted. */
  readonly onSweep: (sweep: Sweep) => Promise<void>
  readonly log: (line: string) => void
}

export type SweepScheduler = ReturnType<typeof createSweepScheduler>

/** Runs the sweeps of one area, never two at a time. */
export function createSweepScheduler(options: SweepSchedulerOptions) {
  const { clock, limits, refreshMs, sweep, onSweep, log } = options
  let intervalMs: number | null = null
  let isRefreshRequested = false
  let last: LastSweep | null = null
  let startedAtMs = -Infinity
  /**
   * An aborted sweep uses up its turn: opening and closing an area again and again
   * must not beat the interval.
   */
  let abortedAtMs = -Infinity
  let running: AbortController | null = null
  let cancelTimer: (() => void) | null = null

  /** On the monotonic clock. */
  function nextAtMs(): number {
    const soonestMs = Math.max(startedAtMs + SHORTEST_INTERVAL_MS, limits.pausedUntilMs)
    if (!last) return Math.max(clock.monotonicNow(), soonestMs)
    const usualMs = intervalMs ?? 0
    const dueMs = nextSweepAtMs(last, usualMs, isRefreshRequested ? refreshMs : null)
    const afterAbortedMs = abortedAtMs + (isRefreshRequested ? refreshMs : usualMs)
    return Math.max(dueMs, afterAbortedMs, soonestMs)
  }

  /**
   * Areas that begin together, as after a restart, would stay together: all but
   * the first sweep take turns.
   */
  function turnMs(): number {
    const atMs = nextAtMs()
    if (!last || isRefreshRequested || limits.sweptAtMs === undefined) return atMs
    const longestDelayMs = (intervalMs ?? 0) * APART_SHARE
    const soonestMs = limits.sweptAtMs + Math.min(APART_MS, longestDelayMs)
    return Math.max(atMs, Math.min(soonestMs, atMs + longestDelayMs))
  }

  function schedule(): void {
    cancelTimer?.()
    cancelTimer = null
    if (intervalMs === null || running) return
    const nowMs = clock.monotonicNow()
    const atMs = turnMs()
    if (atMs <= nowMs) {
      run()
      return
    }
    cancelTimer = clock.after(atMs - nowMs, () => {
      cancelTimer = null
      // Another area's sweep may have begun meanwhile, or been asked for a pause by the service.
      const dueMs = Math.max(limits.pausedUntilMs, turnMs())
      if (dueMs > clock.monotonicNow()) schedule()
      else run()
    })
  }

  async function run(): Promise<void> {
    const controller = new AbortController()
    running = controller
    startedAtMs = clock.monotonicNow()
    limits.sweptAtMs = startedAtMs
    isRefreshRequested = false
    try {
      await complete(await sweep(controller.signal))
    } catch (error) {
      // Aborted because the last subscriber left; discard.
      if (controller.signal.aborted) abortedAtMs = startedAtMs
      else fail(error)
    }
    running = null
    schedule()
  }

  async function complete(result: Sweep): Promise<void> {
    const { pages, failure } = result
    end(pages, failure)
    // A rejected key pauses calls only: the next sweep finds a key that was replaced meanwhile.
    if (failure?.kind === 'rate-limited' && failure.retryAfterMs)
      pauseUntil(limits, clock.monotonicNow() + failure.retryAfterMs)
    await onSweep(result)
  }

  /** Logs a fault of Kerbside and backs off as after a failure of the service. */
  function fail(error: unknown): void {
    log(`lib/live: ${error}`)
    end(0, new UpstreamError('internal', String(error)))
  }

  function end(pages: number, failure: UpstreamError | null): void {
    const failuresInARow = failure ? (last?.failuresInARow ?? 0) + 1 : 0
    last = { startedAtMs, endedAtMs: clock.monotonicNow(), pages, failure, failuresInARow }
  }

  return {
    get last() {
      return last
    },
    nextAtMs,
    /** Null stops, and aborts a sweep in progress. */
    setIntervalMs(newIntervalMs: number | null): void {
      intervalMs = newIntervalMs
      if (newIntervalMs === null) running?.abort(new Error('no subscribers'))
      schedule()
    },
    /** Sweeps before the next turn, though never sooner than `refreshMs` after the last sweep. */
    refresh(): void {
      if (running && !running.signal.aborted) return
      isRefreshRequested = true
      schedule()
    },
  }
}

/** Outcome of an area's last sweep, on the monotonic clock. */
interface LastSweep {
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly pages: number
  readonly failuresInARow: number
  readonly failure: UpstreamError | null
}

/** Minimum time between the starts of two sweeps, whatever subscribers request. */
const SHORTEST_INTERVAL_MS = 1000
const FIRST_PAUSE_MS = 5000
// The browser must show data within 20 s of the service's return.
const LONGEST_PAUSE_MS = 15_000
// Longest pause after a 429 without a readable Retry-After.
const LONGEST_LIMITED_PAUSE_MS = 60_000

/**
 * When the next sweep of an area starts, on the monotonic clock: an interval after the start of the
 * last one, but never before a rest as long as that sweep took; after a failure, with back-off.
 * @param refreshMs shortest interval, where a subscriber asked for fresh data;
 * null without such a request
 */
function nextSweepAtMs(last: LastSweep, intervalMs: number, refreshMs: number | null): number {
  const { startedAtMs, endedAtMs, failure } = last
  const tookMs = endedAtMs - startedAtMs
  const restedAtMs = endedAtMs + tookMs
  if (failure !== null) {
    const isRepeated = refreshMs !== null && failure.kind !== 'rate-limited'
    return isRepeated ? endedAtMs : afterFailureMs(last, failure, restedAtMs)
  }
  const usualMs = Math.max(startedAtMs + intervalMs, restedAtMs)
  if (refreshMs === null) return usualMs
  return Math.min(usualMs, Math.max(startedAtMs + refreshMs, restedAtMs))
}

function afterFailureMs(last: LastSweep, failure: UpstreamError, restedAtMs: number): number {
  const backOffMs = last.startedAtMs + pauseMs(last.failuresInARow, failure)
  const restMs = last.pages > 0 ? Math.min(restedAtMs, last.endedAtMs + LONGEST_PAUSE_MS) : 0
  const usualMs = Math.max(last.endedAtMs + FIRST_PAUSE_MS, backOffMs, restMs)
  if (failure.kind === 'rate-limited' || failure.retryAfterMs === null) return usualMs
  // The call was suppressed upstream; do not add this area's back-off to that pause.
  return Math.min(usualMs, last.endedAtMs + Math.max(failure.retryAfterMs, SHORTEST_INTERVAL_MS))
}

function pauseMs(failuresInARow: number, { kind }: UpstreamError): number {
  if (kind !== 'rate-limited') return Math.min(FIRST_PAUSE_MS * failuresInARow, LONGEST_PAUSE_MS)
  const doubledMs = FIRST_PAUSE_MS * 2 ** (failuresInARow - 1)
  return Math.min(doubledMs, LONGEST_LIMITED_PAUSE_MS)
}
