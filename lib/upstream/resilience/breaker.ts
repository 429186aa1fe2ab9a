import type { ProblemKind } from '@/lib/api/contract/problems'
import type { Call } from '@/lib/upstream/endpoints'
import { UpstreamError } from '@/lib/upstream/upstream-error'

/** Outcomes of the last ten seconds, in slices of one. */
const WINDOW = { ms: 10_000, sliceMs: 1_000 }
/** Opens after five failures in a row, or when half of at least ten calls in the window failed. */
const OPENS_AT = { inARow: 5, share: 0.5, leastCalls: 10 }
const OUTAGE_MS = { first: 2_000, longest: 15_000 }
/** After a 429 or 503 without Retry-After; doubled each time. */
const PAUSE_MS = { first: 5_000, longest: 60_000 }
/** Some services lock out a client that insists on a rejected key. */
const REJECTED_KEY_MS = 30_000
/**
 * Retries that a call earns: more would multiply the load on a failing service. A quiet
 * period saves up to `most`.
 */
const RETRIES = { perCall: 0.2, most: 10 }

type HoldKind = 'rate-limited' | 'upstream-auth'

/** Calls of a second. */
interface Slice {
  readonly atMs: number
  calls: number
  failures: number
}

interface Outage {
  readonly error: UpstreamError
  readonly pauseMs: number
  readonly untilMs: number
}

interface Hold {
  readonly kind: HoldKind
  readonly untilMs: number
}

/**
 * Circuit breaker of all calls: open after an outage, for the pause that the service asked for, and
 * after a rejected key. Why not a library's: docs/decisions/003-own-breaker.md.
 * @param now milliseconds of a monotonic clock
 */
export function createBreaker(now: () => number) {
  let slices: Slice[] = []
  let failuresInARow = 0
  let outage: Outage | null = null
  let hold: Hold | null = null
  let probe: Promise<unknown> | null = null
  let nextPauseMs = PAUSE_MS.first
  let retries = RETRIES.most

  /** @returns whether the failures are too many */
  function count(isFailure: boolean): boolean {
    const nowMs = now()
    slices = slices.filter(({ atMs }) => nowMs - atMs < WINDOW.ms)
    let newest = slices.at(-1)
    if (!newest || nowMs - newest.atMs >= WINDOW.sliceMs) {
      newest = { atMs: nowMs, calls: 0, failures: 0 }
      slices.push(newest)
    }
    newest.calls++
    if (isFailure) newest.failures++
    failuresInARow = isFailure ? failuresInARow + 1 : 0
    if (failuresInARow >= OPENS_AT.inARow) return true

    let calls = 0
    let failures = 0
    for (const slice of slices) {
      calls += slice.calls
      failures += slice.failures
    }
    return calls >= OPENS_AT.leastCalls && failures >= calls * OPENS_AT.share
  }

  /** The pause counts from the start of the failed attempt. */
  function keepOpen(error: UpstreamError, pauseMs: number, fromMs: number): void {
    outage = {
      error,
      pauseMs,
      untilMs: Math.max(fromMs + pauseMs, now() + OUTAGE_MS.first),
    }
    slices = []
    failuresInARow = 0
  }

  function holdFor(kind: HoldKind, ms: number): void {
    const untilMs = Math.max(hold?.untilMs ?? 0, now() + ms)
    hold = { kind, untilMs }
  }

  function remainingMs({ untilMs }: Outage | Hold): number {
    return Math.ceil(untilMs - now())
  }

  function isWaitingForKey(): boolean {
    return hold?.kind === 'upstream-auth' && remainingMs(hold) > 0
  }

  /** A call while the breaker is closed. */
  async function countedCall<T>(work: () => Promise<T>): Promise<T> {
    const startedAtMs = now()
    try {
      const answer = await work()
      // Ignore calls that began before the breaker opened.
      if (!outage) count(false)
      return answer
    } catch (error) {
      const opens = !outage && isOutage(error) && count(true)
      if (opens) keepOpen(error as UpstreamError, OUTAGE_MS.first, startedAtMs)
      throw error
    }
  }

  /** The one call that finds out whether the outage is over. */
  async function trialCall<T>(work: () => Promise<T>, { pauseMs }: Outage): Promise<T> {
    const startedAtMs = now()
    try {
      const answer = await work()
      outage = null
      return answer
    } catch (error) {
      if (isOutage(error)) {
        keepOpen(error, Math.min(pauseMs * 2, OUTAGE_MS.longest), startedAtMs)
      } else if (error instanceof UpstreamError && error.status !== null) {
        // A refusal counts as an answer; an abandoned trial call leaves the trial to the next call.
        outage = null
      }
      throw error
    } finally {
      probe = null
    }
  }

  return {
    /**
     * @param isCounted false for work that runs only while the breaker is closed, and
     * whose outcome does not count
     * @throws UpstreamError of the reason, with the remaining pause
     */
    async execute<T>(call: Call, work: () => Promise<T>, isCounted = true): Promise<T> {
      if (hold) {
        const holdMs = remainingMs(hold)
        if (holdMs > 0) throw holdError(call, hold.kind, holdMs)
        hold = null
      }
      if (!isCounted) {
        if (!outage) return work()
        throw outageError(call, outage, Math.max(OUTAGE_MS.first, remainingMs(outage)))
      }

      while (probe) await probe.catch(() => undefined)
      if (!outage) return countedCall(work)
      const outageMs = remainingMs(outage)
      if (outageMs > 0) throw outageError(call, outage, outageMs)
      const answer = trialCall(work, outage)
      probe = answer
      return answer
    },
    onSuccess(): void {
      nextPauseMs = PAUSE_MS.first
    },
    /** Holds all calls back after a rejected key, or for a pause that the service asks for. */
    onRefusal({ kind, retryAfterMs }: UpstreamError): void {
      if (kind === 'upstream-auth') holdFor(kind, REJECTED_KEY_MS)
      if (kind !== 'rate-limited') return
      if (retryAfterMs !== null) {
        holdFor(kind, retryAfterMs)
        return
      }
      // Concurrent calls are refused together: count one refusal.
      const isHeld = hold?.kind === kind && remainingMs(hold) > 0
      if (isHeld) return
      holdFor(kind, nextPauseMs)
      nextPauseMs = Math.min(nextPauseMs * 2, PAUSE_MS.longest)
    },
    /** Lets calls through again, with a new key. */
    endHold(): void {
      hold = null
    },
    isWaitingForKey,
    earnRetry(): void {
      retries = Math.min(RETRIES.most, retries + RETRIES.perCall)
    },
    /** @returns false when none is left, or the breaker is not closed */
    spendRetry(): boolean {
      if (outage || retries < 1) return false
      retries--
      return true
    },
    state(): 'closed' | 'open' | 'half-open' {
      if (probe) return 'half-open'
      return outage ? 'open' : 'closed'
    },
  }
}

function holdError({ endpoint }: Call, kind: HoldKind, ms: number): UpstreamError {
  const reason = kind === 'upstream-auth' ? 'our key was rejected' : 'the service wants a pause'
  const message = `GET ${endpoint}: not asked, ${reason}, ${ms} ms left`
  return new UpstreamError(kind, message, { retryAfterMs: ms })
}

function outageError({ endpoint }: Call, { error }: Outage, ms: number): UpstreamError {
  const message = `GET ${endpoint}: not asked, the service is down`
  return new UpstreamError(error.kind, message, {
    status: error.status,
    retryAfterMs: ms,
  })
}

const OUTAGE_KINDS: readonly ProblemKind[] = [
  'upstream-unreachable',
  'upstream-tls',
  'upstream-timeout',
  'bad-response',
]

/** Whether a failure concerns the whole service, not one record, one page or our key. */
function isOutage(error: unknown): error is UpstreamError {
  if (!(error instanceof UpstreamError)) return false
  if (error.kind === 'upstream-error') return (error.status ?? 0) >= 500
  return OUTAGE_KINDS.includes(error.kind)
}
