import type { ProblemKind } from '@/lib/api/contract/problems'
import { redact } from '@/lib/app/settings/redact'
import { type Call, type RequestObserver, urlOf } from '@/lib/upstream/endpoints'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import {
  beginningOf,
  type Failure,
  failureBeforeHeaders,
  failureInBody,
  readJson,
  UnreadableBody,
} from './body'
import type { Send } from './network'
import { readRefusal } from './refusal'
import { type Timeouts, until } from './time-limit'

/** The service's address, and the way there. */
export interface RequestTarget {
  readonly send: Send
  /** Origin and path prefix, without a trailing slash. */
  readonly baseUrl: string
  /** Records answers where the interface is silent. */
  readonly observer?: RequestObserver
}

export interface RequesterOptions extends RequestTarget {
  readonly key: () => string
  readonly timeouts: Timeouts
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** An answer that is no success. */
interface StatusFailure extends Failure {
  readonly retryAfterMs: number | null
}

/** Awaited before the answer is parsed. */
type Turn = (() => Promise<void>) | undefined

/**
 * Makes calls, each one HTTP round trip without redirects and up to the size limit, and
 * returns the JSON of the answer.
 * @throws UpstreamError, or the signal's reason
 */
export function createRequester({ send, baseUrl, key, timeouts, now, observer }: RequesterOptions) {
  return async (call: Call, signal: AbortSignal, turn: Turn): Promise<unknown> => {
    const url = urlOf(baseUrl, call)
    signal.throwIfAborted()
    const secret = key()
    const request = new Request(url, {
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${secret}`,
      },
      redirect: 'manual',
      signal,
    })
    return until(signal, roundTrip(call, request, secret, turn))
  }

  async function roundTrip(
    call: Call,
    request: Request,
    secret: string,
    turn: Turn,
  ): Promise<unknown> {
    observer?.onRequest(call)
    const response = await send(request).catch((error: unknown) => {
      throw sendError(call, error, secret)
    })
    observer?.onResponse(call, response)

    const clean = (text: string) => redact(text, secret)
    const failure = failureOfStatus(response, call.looksUp, now())
    if (failure) throw await statusError(call, response, failure, clean)
    try {
      return await readJson(response, call.capBytes, {
        clean,
        turn,
        mayBeEmpty: call.looksUp,
      })
    } catch (error) {
      const unreadable = error instanceof UnreadableBody ? error.failure : failureInBody(error)
      throw errorOf(call, unreadable, response.status)
    }
  }

  function sendError(call: Call, error: unknown, secret: string): UpstreamError {
    const failure = failureBeforeHeaders(error, timeouts)
    if (failure) return errorOf(call, failure)
    // An error in our own code may quote the request, the key included.
    const message = redact(`GET ${call.endpoint}: ${String(error)}`, secret)
    return new UpstreamError('internal', message)
  }

  async function statusError(
    call: Call,
    response: Response,
    { kind, reason, retryAfterMs }: StatusFailure,
    clean: (text: string) => string,
  ): Promise<UpstreamError> {
    const { status } = response
    const beginning = beginningOf(response)
    // Recording its form delays no answer.
    void beginning.then((text) => observer?.onRefusal(call, response, text))

    const error = new UpstreamError(kind, `GET ${call.endpoint}: ${reason}`, {
      status,
      retryAfterMs,
    })
    if (kind !== 'request-refused') return error
    return error.with(readRefusal(status, await beginning, call.query, clean))
  }
}

function errorOf(
  call: Call,
  { kind, reason }: Failure,
  status: number | null = null,
): UpstreamError {
  const detail = kind === 'too-large' ? `It is larger than ${call.capBytes / 1024} KiB.` : null
  return new UpstreamError(kind, `GET ${call.endpoint}: ${reason}`, { status, detail })
}

/**
 * Maps a status to a failure. Only 401 is stated by the interface (§5, §7); the
 * others have HTTP's meaning.
 * @param looksUp whether the call is for one record, so that 404 means "no
 * such record", and 204 as well
 * @param now milliseconds since the epoch, for a Retry-After date
 * @returns null for 200
 */
function failureOfStatus(response: Response, looksUp: boolean, now: number): StatusFailure | null {
  const { status, headers } = response
  if (status === 200) return null

  const isRateLimited = status === 429 || status === 503
  if (!isRateLimited) {
    return {
      kind: kindOf(status, looksUp),
      reason: `answered ${status}`,
      retryAfterMs: null,
    }
  }
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), now)
  const pause = retryAfterMs === null ? 'no readable Retry-After' : `retry after ${retryAfterMs} ms`
  return {
    kind: 'rate-limited',
    reason: `${status}, ${pause}`,
    retryAfterMs,
  }
}

/**
 * Statuses that concern the one request that was made. The other 4xx concern our key, our rate, the
 * connection or the time (408), or are none of HTTP's. Source: RFC 9110 §15.5
 */
const ABOUT_THE_REQUEST = new Set([
  400, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 416, 417, 422, 428, 431,
])

function kindOf(status: number, looksUp: boolean): ProblemKind {
  if (status === 401) return 'upstream-auth'
  if (status === 403) return 'upstream-forbidden'
  if (looksUp && [204, 404, 410].includes(status)) return 'not-found'
  if (ABOUT_THE_REQUEST.has(status)) return 'request-refused'
  // 304 would answer a conditional request, which is never sent.
  if (status >= 300 && status < 400 && status !== 304) return 'upstream-redirect'
  return status >= 400 ? 'upstream-error' : 'bad-response'
}

const SHORTEST_MS = 1_000
const LONGEST_MS = 5 * 60_000

/**
 * Milliseconds to wait, limited to 1 s … 5 min (a past date is 1 s); null for an
 * absent or unreadable header.
 * @param now milliseconds since the epoch
 * Source: RFC 9110 §10.2.3
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? ''
  const isSeconds = /^\d+$/.test(text)
  const waitMs = isSeconds ? Number(text) * 1000 : parseHttpDate(text) - now
  if (Number.isNaN(waitMs)) return null
  return Math.min(Math.max(waitMs, SHORTEST_MS), LONGEST_MS)
}

// Date.parse alone accepts `2` and `-5`; an HTTP date begins with the day's name.
function parseHttpDate(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN
}
