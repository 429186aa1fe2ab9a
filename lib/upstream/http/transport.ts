import type { Call } from '@/lib/upstream/endpoints'
import { BreakerOpen, type BreakerState, createBreaker, isOutage } from '@/lib/upstream/resilience/breaker'
import { createGate } from '@/lib/upstream/resilience/gate'
import { createRetryBudget } from '@/lib/upstream/resilience/retry-budget'
import { createSemaphore } from '@/lib/upstream/resilience/semaphore'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import type { KeySource } from './key-source'
import { createRequester, type RequesterOptions } from './request'
import { startLimit, until } from './time-limit'
import { TIMEOUTS, type Timeouts } from './timeouts'

export interface TransportOptions extends Omit<RequesterOptions, 'key' | 'timeouts' | 'now'> {
  readonly key: KeySource
  readonly timeouts?: Timeouts
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Milliseconds of a monotonic clock, so that a pause keeps its length when the time of day is set. */
  readonly steadyNow?: () => number
  /** 0 to 1, jitter of the pause before a retry. */
  readonly random?: () => number
  /** Called after every attempt on the network, with its failure or null. */
  readonly onAttempt?: (failure: UpstreamError | null) => void
}

export interface Transport {
  /**
   * Calls the service: a rejected key is re-read, a transient failure is retried once, and no call is made while the
   * breaker or a pause forbids it. All within the time limit.
   * @param totalMs instead of the usual limit
   * @throws UpstreamError, or the reason of the caller's signal
   */
  call(call: Call, signal?: AbortSignal, totalMs?: number): Promise<unknown>
  breakerState(): BreakerState
}

const RETRY_PAUSE_MS = { shortest: 100, longest: 400 }

/** Interval of re-reading the key file while its key is rejected. */
const REREAD_MS = 2_000

/** A slow service holds only this many calls; a limited number wait, briefly. */
const CONCURRENT_CALLS = 16
const QUEUE = { queueMaximum: 64, waitMs: 2_000 }

function busy({ endpoint }: Call): UpstreamError {
  const message = `GET ${endpoint}: ${CONCURRENT_CALLS} calls in progress, no permit within ${QUEUE.waitMs} ms`
  return new UpstreamError('busy', message)
}

export function createTransport(options: TransportOptions): Transport {
  const {
    key,
    timeouts = TIMEOUTS,
    now = Date.now,
    steadyNow = () => performance.now(),
    random = Math.random,
    onAttempt = () => undefined,
  } = options
  const exchange = createRequester({ ...options, key: key.current, timeouts, now })
  const gate = createGate(steadyNow)
  const breaker = createBreaker(steadyNow)
  const withPermit = createSemaphore(CONCURRENT_CALLS, QUEUE)
  const budget = createRetryBudget()
  let lastOutage: UpstreamError | null = null
  let rereadAt = Number.NEGATIVE_INFINITY

  function rereadKey(): boolean {
    rereadAt = steadyNow()
    const changed = key.reread()
    if (changed) gate.open()
    return changed
  }

  /** One attempt, through breaker and semaphore. */
  async function attempt(call: Call, signal: AbortSignal): Promise<unknown> {
    if (gate.waitsForKey() && steadyNow() - rereadAt >= REREAD_MS) rereadKey()
    gate.pass(call)
    try {
      return await breaker.execute(() =>
        withPermit(
          () => observed(call, signal),
          () => busy(call),
        ),
      )
    } catch (error) {
      if (!(error instanceof BreakerOpen)) throw error
      const { kind = 'upstream-unreachable', status = null } = lastOutage ?? {}
      const retryAfterMs = error.leftMs
      throw new UpstreamError(kind, `GET ${call.endpoint}: not asked, the service is down`, {
        status,
        retryAfterMs,
      })
    }
  }

  async function observed(call: Call, signal: AbortSignal): Promise<unknown> {
    try {
      const answer = await exchange(call, signal)
      gate.onSuccess()
      onAttempt(null)
      return answer
    } catch (error) {
      if (error instanceof UpstreamError) {
        // No pause when the rejected key has been replaced meanwhile.
        if (error.kind !== 'upstream-auth' || !rereadKey()) gate.onFailure(error)
        if (isOutage(error)) lastOutage = error
        onAttempt(error)
      }
      throw error
    }
  }

  async function withRetry(call: Call, signal: AbortSignal): Promise<unknown> {
    budget.earn()
    const keyBefore = key.current()
    try {
      return await attempt(call, signal)
    } catch (error) {
      if (!(error instanceof UpstreamError) || signal.aborted) throw error
      const hasNewKey = error.kind === 'upstream-auth' && key.current() !== keyBefore
      if (hasNewKey) return attempt(call, signal)
      if (!mayPass(error) || breaker.state() !== 'closed' || !budget.spend()) throw error
      const { shortest, longest } = RETRY_PAUSE_MS
      await until(signal, sleep(shortest + random() * (longest - shortest)))
      return attempt(call, signal)
    }
  }

  return {
    async call(call, signal, totalMs = timeouts.totalMs) {
      signal?.throwIfAborted()
      const late = new UpstreamError('upstream-timeout', `GET ${call.endpoint}: timeout after ${totalMs} ms`)
      const limit = startLimit(totalMs, late, signal)
      try {
        return await until(limit.signal, withRetry(call, limit.signal))
      } finally {
        limit.stop()
      }
    },
    breakerState: breaker.state,
  }
}

/** Whether a retry may succeed at once: a lost connection or a 5xx, not a slow service. */
function mayPass({ kind, status }: UpstreamError): boolean {
  return kind === 'upstream-unreachable' || (kind === 'upstream-error' && (status ?? 0) >= 500)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
