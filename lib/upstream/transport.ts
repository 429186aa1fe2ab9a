import { readJson, UnreadableBody } from './body'
import { type Call, urlOf } from './endpoints'
import { type Failure, failureBeforeHeaders, failureInBody } from './failure'
import type { Send } from './network'
import { redact } from './redact'
import { failureOfStatus } from './status'
import { TIMEOUTS, type Timeouts } from './timeouts'
import { UpstreamError } from './upstream-error'

export interface TransportOptions {
  readonly send: Send
  /** Origin and path prefix, without a trailing slash. */
  readonly baseUrl: string
  readonly key: string
  readonly timeouts?: Timeouts
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** Makes a call and returns the JSON it was answered with. */
export type Transport = (call: Call, signal?: AbortSignal) => Promise<unknown>

/**
 * One call, once: no retry, no redirect, no byte beyond the cap, no second beyond the total.
 * @throws UpstreamError, or the signal's reason when the caller gave up
 */
export function createTransport(options: TransportOptions): Transport {
  const { send, baseUrl, key, timeouts = TIMEOUTS, now = Date.now } = options
  return async (call, signal) => {
    const url = urlOf(baseUrl, call)
    signal?.throwIfAborted()
    const late: Failure = { kind: 'upstream-timeout', what: `timeout after ${timeouts.totalMs} ms` }
    const limit = startLimit(timeouts.totalMs, errorOf(call, late), signal)
    try {
      const request = new Request(url, {
        headers: { accept: 'application/json', authorization: `Bearer ${key}` },
        redirect: 'manual',
        signal: limit.signal,
      })
      // Raced: a Send that does not listen to the signal must not hold the caller either.
      return await Promise.race([exchange(call, request), limit.reached])
    } catch (error) {
      if (limit.signal.aborted) throw limit.signal.reason
      throw error
    } finally {
      limit.stop()
    }
  }

  async function exchange(call: Call, request: Request): Promise<unknown> {
    const response = await send(request).catch((error: unknown) => {
      const failure = failureBeforeHeaders(error, timeouts)
      if (failure) throw errorOf(call, failure)
      // A fault in our own code: its message may quote the request, so the key is taken out.
      throw new UpstreamError('internal', redact(`GET ${call.path}: ${String(error)}`, key))
    })
    const { status } = response
    const refused = failureOfStatus(response, call.looksUp, now())
    if (refused) {
      // The body of a failure is never read, let alone shown (its format is not shown, §7).
      await response.body?.cancel().catch(() => undefined)
      throw new UpstreamError(refused.kind, `GET ${call.path}: ${refused.what}`, { status, ...refused })
    }
    return readJson(response, call.capBytes).catch((error: unknown) => {
      const failure = error instanceof UnreadableBody ? error.failure : failureInBody(error, timeouts)
      throw errorOf(call, failure, status)
    })
  }
}

function errorOf(call: Call, { kind, what }: Failure, status: number | null = null): UpstreamError {
  return new UpstreamError(kind, `GET ${call.path}: ${what}`, { status })
}

// Not AbortSignal.any over AbortSignal.timeout: on Node 20 the garbage collector may take such a signal before it fires.
function startLimit(totalMs: number, late: UpstreamError, signal?: AbortSignal) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(late), totalMs)
  const giveUp = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    reached: new Promise<never>((_resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
    }),
    stop: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    },
  }
}
