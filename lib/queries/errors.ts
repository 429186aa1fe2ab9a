import { ApiError } from '@/lib/api/errors'

export interface ErrorDescription {
  readonly title: string
  readonly advice: string
  readonly detail: string | null
  /** For the administrator's log; null when the request never reached our server. */
  readonly requestId: string | null
  /** Until when the service is left alone, on this browser's clock. */
  readonly pausedUntilMs: number | null
}

/** Whether an error says that there is no such record. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'not-found'
}

// The same question gets the same answer.
const FINAL = new Set(['bad-parameter', 'not-found', 'no-such-route'])

/** Whether asking again cannot help. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && FINAL.has(error.kind)
}

/** Any error of a query in a dispatcher's words. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof ApiError)) {
    return {
      title: 'This page failed',
      advice: 'Reload the page. If it lasts, tell your administrator.',
      detail: null,
      requestId: null,
      pausedUntilMs: null,
    }
  }
  return {
    title: error.title,
    advice: error.advice,
    // Of every other problem the detail is the advice.
    detail: error.problem?.parameter === undefined ? null : error.problem.detail,
    requestId: error.problem?.requestId ?? null,
    pausedUntilMs: error.pausedUntilMs,
  }
}
