import type { ProblemKind } from '@/lib/contract/problems'
import { parseRetryAfter } from './retry-after'

export interface Refusal {
  readonly kind: ProblemKind
  readonly what: string
  readonly retryAfterMs: number | null
}

/**
 * What an answer's status means. Only 401 is stated by the interface (§5, §7); the rest is HTTP's own meaning.
 * @param looksUp whether the call asks for one record, so that a 404 says "no such record"
 * @param now milliseconds since the epoch, against which a Retry-After date counts
 * @returns null for 200, whose body is to be read
 */
export function failureOfStatus(response: Response, looksUp: boolean, now: number): Refusal | null {
  const { status, headers } = response
  if (status === 200) return null
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), now)
  if (status === 429 || status === 503) {
    const pause = retryAfterMs === null ? 'no readable Retry-After' : `retry after ${retryAfterMs} ms`
    return { kind: 'rate-limited', what: `${status}, ${pause}`, retryAfterMs }
  }
  return { kind: kindOf(status, looksUp), what: `answered ${status}`, retryAfterMs: null }
}

function kindOf(status: number, looksUp: boolean): ProblemKind {
  if (status === 401) return 'upstream-auth'
  if (status === 403) return 'upstream-forbidden'
  if ((status === 404 || status === 410) && looksUp) return 'not-found'
  // 304 points nowhere: it answers a condition that was never put.
  if (status >= 300 && status < 400 && status !== 304) return 'upstream-redirect'
  return status >= 400 ? 'upstream-error' : 'bad-response'
}
