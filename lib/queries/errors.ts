import { ApiError } from '@/lib/api/errors'

export interface ErrorDescription {
  readonly title: string
  readonly advice: string
  readonly detail: string | null
  /** Which of the values sent was refused; null when it was none. */
  readonly parameter: string | null
  /** What would be allowed for it. */
  readonly allowed: string | null
  /** For the administrator's log; null when the request never reached our server. */
  readonly requestId: string | null
  /** Until when the service is left alone, on this browser's clock. */
  readonly pausedUntilMs: number | null
}

/** Whether an error says that there is no such record. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'not-found'
}

/** Whether an error says that nobody is signed in any more. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'session-required'
}

/** Whether an error says that a password or a code is not right. */
export function isSignInFailure(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'sign-in-failed'
}

// The same question gets the same answer.
const FINAL = new Set(['bad-parameter', 'not-found', 'no-such-route', 'session-required', 'role-required'])

/** Whether asking again cannot help. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && FINAL.has(error.kind)
}

// What a pause is said to last differs by what its answer took.
const PAUSE_TOLERANCE_MS = 1_500

/**
 * Whether an error tells something else than the one before it: another kind, or a pause that was made longer. What is
 * read every few seconds fails every few seconds, and a notice is not to be announced each time.
 */
export function isNewError(error: unknown, before: unknown): boolean {
  if (!(error instanceof ApiError && before instanceof ApiError)) return error !== before
  const isLonger = (error.pausedUntilMs ?? 0) > (before.pausedUntilMs ?? 0) + PAUSE_TOLERANCE_MS
  return error.kind !== before.kind || isLonger
}

/** Any error of a query in a dispatcher's words. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof ApiError)) {
    return {
      title: 'This page failed',
      advice: 'Reload the page. If it lasts, tell your administrator.',
      detail: null,
      parameter: null,
      allowed: null,
      requestId: null,
      pausedUntilMs: null,
    }
  }
  return {
    title: error.title,
    advice: error.advice,
    // Of most problems the detail is the advice.
    detail: error.problem && error.problem.detail !== error.advice ? error.problem.detail : null,
    parameter: error.problem?.parameter ?? null,
    allowed: error.problem?.allowed ?? null,
    requestId: error.requestId,
    pausedUntilMs: error.pausedUntilMs,
  }
}
