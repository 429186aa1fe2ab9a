import type { Call } from '@/lib/upstream/endpoints'
import { BreakerOpen, type BreakerState, createBreaker, isOutage } from '@/lib/upstream/resilience/breaker'
import { createBulkhead } from '@/lib/upstream/resilience/bulkhead'
import { createGate } from '@/lib/upstream/resilience/gate'
import { createRetryBudget } from '@/lib/upstream/resilience/retry-budget'
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
  /** Milliseconds of a clock that nobody sets: a pause lasts as long as was asked, whatever the time of day does. */
  readonly steadyNow?: () => number
  /** 0 to 1, for the pause before a retry. */
  readonly random?: () => number
  /** Told of every attempt that reached for the network: null, or what it failed with. */
  readonly onAttempt?: (failure: UpstreamError | null) => void
}

export interface Transport {
  /**
   * One answer, whatever it takes: a rejected key is read anew, a call that failed in a way that may pass is made
   * once more, a service that is down or asked for a pause is left alone. All of it within the total.
   * @throws UpstreamError, or the signal's reason when the caller gave up
   */
  call(call: Call, signal?: AbortSignal): Promise<unknown>
  breakerState(): BreakerState
}

const RETRY_PAUSE_MS = { shortest: 100, longest: 400 }

/** A key in a file may be replaced at any time; so often is looked while the old one is rejected. */
const REREAD_MS = 2_000

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
  const throughBulkhead = createBulkhead()
  const budget = createRetryBudget()
  let lastOutage: UpstreamError | null = null
  let rereadAt = Number.NEGATIVE_INFINITY

  function rereadKey(): boolean {
    rereadAt = steadyNow()
    const changed = key.reread()
    if (changed) gate.open()
    return changed
  }

  /** Through breaker and bulkhead, once. */
  async function attempt(call: Call, signal: AbortSignal): Promise<unknown> {
    if (gate.waitsForKey() && steadyNow() - rereadAt >= REREAD_MS) rereadKey()
    gate.pass(call)
    try {
      return await breaker.execute(() => throughBulkhead(call, () => observed(call, signal)))
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
        // A rejected key that has been replaced meanwhile is no reason for a pause.
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
    async call(call, signal) {
      signal?.throwIfAborted()
      const late = new UpstreamError(
        'upstream-timeout',
        `GET ${call.endpoint}: timeout after ${timeouts.totalMs} ms`,
      )
      const limit = startLimit(timeouts.totalMs, late, signal)
      try {
        return await until(limit.signal, withRetry(call, limit.signal))
      } finally {
        limit.stop()
      }
    },
    breakerState: breaker.state,
  }
}

/** Whether the same call may well succeed a moment later: a lost connection or a stumble, not a slow service. */
function mayPass({ kind, status }: UpstreamError): boolean {
  return kind === 'upstream-unreachable' || (kind === 'upstream-error' && (status ?? 0) >= 500)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
