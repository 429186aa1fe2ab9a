import type { Clock } from '@/lib/live/clock'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { type LastSweep, nextSweepAtMs, SHORTEST_MS } from './backoff'
import { pauseUntil, type ServiceLimits, type Sweep } from './sweep'

export interface SweepSchedulerOptions {
  readonly clock: Clock
  readonly manners: ServiceLimits
  /** Reads all pages; rejects with the signal's reason alone. */
  readonly sweep: (signal: AbortSignal) => Promise<Sweep>
  /** After every sweep that came to its end. */
  readonly onSweep: (sweep: Sweep) => Promise<void>
  /** A fault of ours, in one line. */
  readonly log: (line: string) => void
}

/** Sweeps one area again and again while somebody wants it, never twice at a time. */
export interface SweepScheduler {
  /** Null stops, a sweep under way too. */
  setIntervalMs(intervalMs: number | null): void
  /** Sweeps at once, unless the newest sweep is that new. */
  refresh(): void
  readonly last: LastSweep | null
  /** On the steady clock. */
  nextAtMs(): number
}

export function createSweepScheduler({
  clock,
  manners,
  sweep,
  onSweep,
  log,
}: SweepSchedulerOptions): SweepScheduler {
  let intervalMs: number | null = null
  let isWantedAtOnce = false
  let last: LastSweep | null = null
  let startedAtMs = -Infinity
  let running: AbortController | null = null
  let cancelTimer: (() => void) | null = null

  function nextAtMs(): number {
    const { pausedUntilMs } = manners
    const soonestMs = Math.max(startedAtMs + SHORTEST_MS, pausedUntilMs)
    if (!last) return Math.max(clock.steadyNow(), soonestMs)
    return Math.max(nextSweepAtMs(last, intervalMs ?? 0, isWantedAtOnce), soonestMs)
  }

  function schedule(): void {
    cancelTimer?.()
    cancelTimer = null
    if (intervalMs === null || running) return
    const nowMs = clock.steadyNow()
    const atMs = nextAtMs()
    if (atMs <= nowMs) run()
    else {
      cancelTimer = clock.after(atMs - nowMs, () => {
        cancelTimer = null
        // The service may have asked for a pause meanwhile, by the sweep of another area.
        if (manners.pausedUntilMs > clock.steadyNow()) schedule()
        else run()
      })
    }
  }

  async function run(): Promise<void> {
    const controller = new AbortController()
    running = controller
    startedAtMs = clock.steadyNow()
    isWantedAtOnce = false
    try {
      await take(await sweep(controller.signal))
    } catch (error) {
      // Nobody looked any more: as if it had not begun.
      if (!controller.signal.aborted) fail(error)
    }
    running = null
    schedule()
  }

  async function take(result: Sweep): Promise<void> {
    const { pages, failure } = result
    end(pages, failure)
    // A rejected key is a pause of calls alone: whoever asks again finds a key that was replaced meanwhile.
    if (failure?.kind === 'rate-limited' && failure.retryAfterMs)
      pauseUntil(manners, clock.steadyNow() + failure.retryAfterMs)
    await onSweep(result)
  }

  /** A fault of ours: it is logged, and pauses like a failure of the service. */
  function fail(error: unknown): void {
    log(`lib/live: ${error}`)
    end(0, new UpstreamError('internal', String(error)))
  }

  function end(pages: number, failure: UpstreamError | null): void {
    const failuresInARow = failure ? (last?.failuresInARow ?? 0) + 1 : 0
    last = { startedAtMs, endedAtMs: clock.steadyNow(), pages, failure, failuresInARow }
  }

  return {
    get last() {
      return last
    },
    nextAtMs,
    setIntervalMs(given) {
      intervalMs = given
      if (given === null) running?.abort(new Error('nobody looks'))
      schedule()
    },
    refresh() {
      if (running && !running.signal.aborted) return
      isWantedAtOnce = last === null || clock.steadyNow() - last.endedAtMs > SHORTEST_MS
      schedule()
    },
  }
}
