import type { ProblemKind } from '@/lib/contract/problems'
import { parseRetryAfter } from './retry-after'

export interface Refusal {
  readonly kind: ProblemKind
  readonly what: string
  readonly retryAfterMs: number | null
}

/**
 * Maps a status to a failure. Only 401 is stated by the interface (§5, §7); the others have HTTP's meaning.
 * @param looksUp whether the call is for one record, so that 404 means "no such record"
 * @param now milliseconds since the epoch, for a Retry-After date
 * @returns null for 200
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
  // 304 would answer a conditional request, which is never sent.
  if (status >= 300 && status < 400 && status !== 304) return 'upstream-redirect'
  return status >= 400 ? 'upstream-error' : 'bad-response'
}
