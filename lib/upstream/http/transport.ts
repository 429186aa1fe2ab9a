import { createFairQueue, type Turn } from '@/lib/app/fair-queue'
import type { Call } from '@/lib/upstream/endpoints'
import { createBreaker } from '@/lib/upstream/resilience/breaker'
import type { Pace } from '@/lib/upstream/resilience/pace'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import type { KeySource } from './key-source'
import { createRequester, type RequestTarget } from './request'
import { startLimit, TIMEOUTS, type Timeouts, until } from './time-limit'

export interface TransportOptions extends RequestTarget {
  readonly key: KeySource
  readonly timeouts?: Timeouts
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /**
   * Milliseconds of a monotonic clock, so that a pause keeps its length
   * when the time of day is set.
   */
  readonly steadyNow?: () => number
  /**
   * Half of its calls per second are for calls other than those of live areas; null for no bound.
   */
  readonly pace?: Pace | null
  /**
   * Awaited before the answer of a live call is parsed: pages of large areas
   * must not fill the event loop.
   */
  readonly liveTurn?: () => Promise<void>
  /** 0 to 1, jitter of the pause before a retry. */
  readonly random?: () => number
  /** Called after every attempt on the network, with its failure or null. */
  readonly onAttempt?: (failure: UpstreamError | null) => void
}

/** The caller of a call. */
export interface CallerOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Owner of the fair share of the calls that it uses. */
  readonly owner?: string
  /**
   * A call of a live area, which goes before other searches and is bounded per
   * second before it arrives here.
   */
  readonly isLive?: boolean
}

export interface TransportCallOptions extends CallerOptions {
  /**
   * A call without a waiting user: it goes after all others, is not retried, and neither closes
   * breaker or gate nor opens them, except that a rejected key stops all calls.
   */
  readonly isBackground?: boolean
  /** Instead of the usual limit. */
  readonly totalMs?: number
}

interface Attempt extends Turn {
  readonly isLive: boolean
  readonly isBackground: boolean
}

const RETRY_PAUSE_MS = { shortest: 100, longest: 400 }

/** Interval of re-reading the key file while its key is rejected. */
const REREAD_MS = 2_000

/**
 * A slow service holds only this many calls; a limited number wait, briefly. Some are
 * always left to other owners.
 */
const CONCURRENT_CALLS = {
  permits: 16,
  ownerPermits: 12,
  secondaryPermits: 8,
}
const QUEUE = { queueMaximum: 64, waitMs: 2_000 }

export type Transport = ReturnType<typeof createTransport>

export function createTransport(options: TransportOptions) {
  const {
    key,
    timeouts = TIMEOUTS,
    now = Date.now,
    steadyNow = () => performance.now(),
    random = Math.random,
    pace = null,
    liveTurn,
    onAttempt = () => undefined,
  } = options
  const request = createRequester({
    ...options,
    key: key.current,
    timeouts,
    now,
  })
  const breaker = createBreaker(steadyNow)
  const inTurn = createFairQueue({
    ...CONCURRENT_CALLS,
    limits: QUEUE,
    perSecond: pace?.half,
    now: steadyNow,
  })
  let rereadAtMs = Number.NEGATIVE_INFINITY

  function rereadKey(): boolean {
    rereadAtMs = steadyNow()
    const hasChanged = key.reread()
    if (hasChanged) breaker.endHold()
    return hasChanged
  }

  async function attempt(call: Call, signal: AbortSignal, turn: Attempt): Promise<unknown> {
    const mayReread = steadyNow() - rereadAtMs >= REREAD_MS
    if (breaker.isWaitingForKey() && mayReread) rereadKey()
    const ask = () => observedRequest(call, signal, turn)
    const work = () => inTurn(ask, { ...turn, signal }, () => busyError(call))
    return breaker.execute(call, work, !turn.isBackground)
  }

  async function observedRequest(
    call: Call,
    signal: AbortSignal,
    attempt: Attempt,
  ): Promise<unknown> {
    const startedAtMs = steadyNow()
    let answeredAtMs = startedAtMs
    const turn = async () => {
      answeredAtMs = steadyNow()
      if (attempt.isLive) await liveTurn?.()
    }
    try {
      const answer = await request(call, signal, turn)
      if (!attempt.isBackground) {
        breaker.onSuccess()
        pace?.onAnswer(startedAtMs, answeredAtMs)
      }
      onAttempt(null)
      return answer
    } catch (error) {
      if (error instanceof UpstreamError) onFailure(error, attempt, startedAtMs)
      throw error
    }
  }

  function onFailure(error: UpstreamError, { isBackground }: Attempt, startedAtMs: number): void {
    if (error.kind === 'upstream-auth') {
      // No pause when the rejected key has been replaced meanwhile.
      const isReplaced = rereadKey()
      if (!isReplaced) breaker.onRefusal(error)
    } else if (!isBackground) {
      breaker.onRefusal(error)
    }
    // 429 is about all calls with this key.
    if (!isBackground || error.status === 429) pace?.onFailure(error, startedAtMs)
    onAttempt(error)
  }

  async function withRetry(call: Call, signal: AbortSignal, turn: Attempt): Promise<unknown> {
    if (turn.isBackground) return attempt(call, signal, turn)
    breaker.earnRetry()
    const keyBefore = key.current()
    try {
      return await attempt(call, signal, turn)
    } catch (error) {
      if (!(error instanceof UpstreamError) || signal.aborted) throw error
      // The half of live areas counts their first attempts only.
      const retryTurn = { ...turn, isUncounted: false }
      const hasNewKey = error.kind === 'upstream-auth' && key.current() !== keyBefore
      if (hasNewKey) return attempt(call, signal, retryTurn)

      if (!isTransient(error) || !breaker.spendRetry()) throw error
      const { shortest, longest } = RETRY_PAUSE_MS
      const pauseMs = shortest + random() * (longest - shortest)
      await until(signal, sleep(pauseMs))
      return attempt(call, signal, retryTurn).catch((retryError: unknown) => {
        const isBusy = retryError instanceof UpstreamError && retryError.kind === 'busy'
        throw isBusy ? error : retryError
      })
    }
  }

  return {
    /**
     * Calls the service: a rejected key is re-read, a transient failure is retried once, and no
     * call is made while the breaker forbids it. All within the time limit.
     * @throws UpstreamError, or the reason of the caller's signal
     */
    async call(call: Call, options: TransportCallOptions = {}): Promise<unknown> {
      const {
        signal,
        owner,
        isLive = false,
        isBackground = false,
        totalMs = timeouts.totalMs,
      } = options
      signal?.throwIfAborted()

      // Records and live areas go before the searches of scripts.
      const isScriptSearch = call.endpoint === '/vehicles' && !isLive
      const turn: Attempt = {
        owner,
        isSecondary: isBackground || isScriptSearch,
        isUncounted: isLive,
        isLive,
        isBackground,
      }
      const limit = startLimit(totalMs, timeoutError(call, totalMs), signal)
      try {
        return await until(limit.signal, withRetry(call, limit.signal, turn))
      } finally {
        limit.stop()
      }
    },
    breakerState: breaker.state,
  }
}

function timeoutError({ endpoint }: Call, totalMs: number): UpstreamError {
  return new UpstreamError('upstream-timeout', `GET ${endpoint}: timeout after ${totalMs} ms`)
}

function busyError({ endpoint }: Call): UpstreamError {
  const { permits } = CONCURRENT_CALLS
  return new UpstreamError(
    'busy',
    `GET ${endpoint}: no permit for one of ${permits} calls within ${QUEUE.waitMs} ms`,
  )
}

/** Whether a retry may succeed at once: a lost connection or a 5xx, not a slow service. */
function isTransient({ kind, status }: UpstreamError): boolean {
  if (kind === 'upstream-unreachable') return true
  return kind === 'upstream-error' && (status ?? 0) >= 500
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
