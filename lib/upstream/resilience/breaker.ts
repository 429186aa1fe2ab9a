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

/**
 * Circuit breaker of all calls: open after an outage, for the pause that the service asked for, and
 * after a rejected key. Why not a library's: docs/decisions/003-own-breaker.md.
 * @param now milliseconds of a monotonic clock
 */
export function createBreaker(now: () => number) {
  let slices: { readonly atMs: number; calls: number; failures: number }[] = []
  let inARow = 0
  let outage: {
    readonly error: UpstreamError
    readonly pauseMs: number
    readonly untilMs: number
  } | null = null
  let hold: { readonly kind: HoldKind; readonly untilMs: number } | null = null
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
    inARow = isFailure ? inARow + 1 : 0
    const [calls, failures] = [sum(slices, 'calls'), sum(slices, 'failures')]
    return (
      inARow >= OPENS_AT.inARow ||
      (calls >= OPENS_AT.leastCalls && failures >= calls * OPENS_AT.share)
    )
  }

  /** The pause counts from the start of the failed attempt. */
  function keepOpen(error: UpstreamError, pauseMs: number, fromMs: number): void {
    outage = { error, pauseMs, untilMs: Math.max(fromMs + pauseMs, now() + OUTAGE_MS.first) }
    slices = []
    inARow = 0
  }

  function holdFor(kind: HoldKind, ms: number): void {
    hold = { kind, untilMs: Math.max(hold?.untilMs ?? 0, now() + ms) }
  }

  const leftOf = (one: { readonly untilMs: number } | null) =>
    one ? Math.ceil(one.untilMs - now()) : 0

  /** @throws UpstreamError with the time until the next attempt */
  function refuseDown(
    { endpoint }: Call,
    { error }: { error: UpstreamError },
    leftMs: number,
  ): never {
    throw new UpstreamError(error.kind, `GET ${endpoint}: not asked, the service is down`, {
      status: error.status,
      retryAfterMs: leftMs,
    })
  }

  async function ask<T>(work: () => Promise<T>, trial: typeof outage): Promise<T> {
    const startedAtMs = now()
    try {
      const answer = await work()
      if (trial) outage = null
      else if (!outage) count(false)
      return answer
    } catch (error) {
      if (trial) {
        if (isOutage(error))
          keepOpen(error, Math.min(trial.pauseMs * 2, OUTAGE_MS.longest), startedAtMs)
        // A refusal counts as an answer; an abandoned trial call leaves the trial to the next call.
        else if (error instanceof UpstreamError && error.status !== null) outage = null
      }
      // Ignore calls that began before the breaker opened.
      else if (!outage && isOutage(error) && count(true))
        keepOpen(error, OUTAGE_MS.first, startedAtMs)
      throw error
    } finally {
      if (trial) probe = null
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
        const leftMs = leftOf(hold)
        const why =
          hold.kind === 'upstream-auth' ? 'our key was rejected' : 'the service wants a pause'
        if (leftMs > 0)
          throw new UpstreamError(
            hold.kind,
            `GET ${call.endpoint}: not asked, ${why}, ${leftMs} ms left`,
            {
              retryAfterMs: leftMs,
            },
          )
        hold = null
      }
      if (!isCounted) {
        if (outage) refuseDown(call, outage, Math.max(OUTAGE_MS.first, leftOf(outage)))
        return work()
      }
      while (probe) await probe.catch(() => undefined)
      if (!outage) return ask(work, null)
      const leftMs = leftOf(outage)
      if (leftMs > 0) refuseDown(call, outage, leftMs)
      const answer = ask(work, outage)
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
      // Concurrent calls are refused together: count one refusal.
      if (retryAfterMs === null && hold?.kind === kind && leftOf(hold) > 0) return
      holdFor(kind, retryAfterMs ?? nextPauseMs)
      if (retryAfterMs === null) nextPauseMs = Math.min(nextPauseMs * 2, PAUSE_MS.longest)
    },
    /** Lets calls through again, with a new key. */
    endHold(): void {
      hold = null
    },
    waitsForKey: () => hold?.kind === 'upstream-auth' && leftOf(hold) > 0,
    earnRetry(): void {
      retries = Math.min(RETRIES.most, retries + RETRIES.perCall)
    },
    /** @returns false when none is left, or the breaker is not closed */
    spendRetry(): boolean {
      if (outage || retries < 1) return false
      retries--
      return true
    },
    state: (): 'closed' | 'open' | 'half-open' =>
      probe ? 'half-open' : outage ? 'open' : 'closed',
  }
}

function sum(
  slices: readonly { calls: number; failures: number }[],
  what: 'calls' | 'failures',
): number {
  return slices.reduce((total, slice) => total + slice[what], 0)
}

/** Whether a failure concerns the whole service, not one record, one page or our key. */
function isOutage(error: unknown): error is UpstreamError {
  if (!(error instanceof UpstreamError)) return false
  if (error.kind === 'upstream-error') return (error.status ?? 0) >= 500
  return ['upstream-unreachable', 'upstream-tls', 'upstream-timeout', 'bad-response'].includes(
    error.kind,
  )
}
