import { redact } from '@/lib/config/secret'
import { type AnswerObserver, type Call, urlOf } from '@/lib/upstream/endpoints'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { readJson, UnreadableBody } from './body'
import { type Failure, failureBeforeHeaders, failureInBody } from './failure'
import type { Send } from './network'
import { failureOfStatus } from './status'
import { until } from './time-limit'
import type { Timeouts } from './timeouts'

export interface RequesterOptions {
  readonly send: Send
  /** Origin and path prefix, without a trailing slash. */
  readonly baseUrl: string
  readonly key: () => string
  readonly timeouts: Timeouts
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Records answers where the interface is silent. */
  readonly observer?: Pick<AnswerObserver, 'onResponse' | 'onRefusal'>
}

/** Makes one call and returns the JSON of its answer. */
export type Requester = (call: Call, signal: AbortSignal) => Promise<unknown>

/**
 * One HTTP round trip without redirects, up to the size limit.
 * @throws UpstreamError, or the signal's reason
 */
export function createRequester({
  send,
  baseUrl,
  key,
  timeouts,
  now,
  observer,
}: RequesterOptions): Requester {
  return async (call, signal) => {
    const url = urlOf(baseUrl, call)
    signal.throwIfAborted()
    const secret = key()
    const request = new Request(url, {
      headers: { accept: 'application/json', authorization: `Bearer ${secret}` },
      redirect: 'manual',
      signal,
    })
    return until(signal, exchange(call, request, secret))
  }

  async function exchange(call: Call, request: Request, secret: string): Promise<unknown> {
    const response = await send(request).catch((error: unknown) => {
      const failure = failureBeforeHeaders(error, timeouts)
      if (failure) throw errorOf(call, failure)
      // An error in our own code may quote the request, the key included.
      throw new UpstreamError('internal', redact(`GET ${call.endpoint}: ${String(error)}`, secret))
    })
    const { status } = response
    observer?.onResponse(call, response)
    const refused = failureOfStatus(response, call.looksUp, now())
    if (refused) {
      // The body of a failure is never passed on (format not shown, §7); recording its form delays no answer.
      if (observer) void observer.onRefusal(call, response)
      else await response.body?.cancel().catch(() => undefined)
      throw new UpstreamError(refused.kind, `GET ${call.endpoint}: ${refused.what}`, { status, ...refused })
    }
    return readJson(response, call.capBytes).catch((error: unknown) => {
      const failure = error instanceof UnreadableBody ? error.failure : failureInBody(error, timeouts)
      throw errorOf(call, failure, status)
    })
  }
}

function errorOf(call: Call, { kind, what }: Failure, status: number | null = null): UpstreamError {
  return new UpstreamError(kind, `GET ${call.endpoint}: ${what}`, { status })
}
