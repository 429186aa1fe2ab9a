import { type Problem, type ProblemKind, problemKind, problemKinds } from '@/lib/api/contract/problems'

/** A problem of our server, or no answer from it. */
export type ApiErrorKind = ProblemKind | 'kerbside-unreachable'

const unreachableWords = {
  title: 'Kerbside cannot be reached',
  advice: 'Check your network connection. Data on screen stays; Kerbside will resume automatically.',
}

/** Parameters of a search that an operator can change. */
const refusedWords: Readonly<Record<string, string>> = {
  position: 'position',
  radius: 'radius',
  type: 'vehicle type',
  our_ref: 'reference',
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** Null when the answer was not our server's. */
  readonly problem: Problem | null
  /** End of the service's pause on this browser's clock; null without one. */
  readonly pausedUntilMs: number | null
  /** For the administrator's log; null when the request never reached our server. */
  readonly requestId: string | null
  /** The refused parameter; null where none is known. */
  readonly parameter: string | null
  readonly #detail: string | null

  constructor(
    kind: ApiErrorKind,
    message: string,
    problem: Problem | null,
    {
      pausedUntilMs = null,
      requestId = null,
      detail = problem?.detail ?? null,
      parameter = problem?.parameter ?? null,
      ...options
    }: ErrorOptions &
      Partial<Pick<ErrorDescription, 'pausedUntilMs' | 'requestId' | 'detail' | 'parameter'>> = {},
  ) {
    super(message, options)
    this.pausedUntilMs = pausedUntilMs
    this.kind = kind
    this.problem = problem
    this.requestId = problem?.requestId ?? requestId
    this.parameter = parameter
    this.#detail = detail
  }

  get title(): string {
    return this.kind === 'kerbside-unreachable' ? unreachableWords.title : problemKinds[this.kind].title
  }

  get advice(): string {
    if (this.kind === 'kerbside-unreachable') return unreachableWords.advice
    const changed = this.kind === 'request-refused' && refusedWords[this.parameter ?? '']
    return changed ? `Change the ${changed} and try again.` : problemKinds[this.kind].advice
  }

  /** The case at hand in one sentence; null where it repeats the advice, as of most problems. */
  get detail(): string | null {
    const isAdvice = this.kind !== 'kerbside-unreachable' && this.#detail === problemKinds[this.kind].advice
    return isAdvice ? null : this.#detail
  }
}

/** No answer of our server: the network, or a proxy in between. */
export function unreachable(message: string, cause?: unknown): ApiError {
  return new ApiError('kerbside-unreachable', message, null, { cause })
}

/**
 * Converts an unsuccessful answer to an error.
 * @param asked method and route: "GET /api/service"
 * @param body its JSON, or null when it has none
 */
export function errorOfAnswer(asked: string, status: number, body: unknown): ApiError {
  const kind = problemKind((body as Problem | null)?.type)
  if (kind === null) return unreachable(`${asked}: status ${status} without a problem of ours`)
  const problem = body as Problem
  const { detail, retryAfterMs } = problem
  const isPause = kind === 'rate-limited' && retryAfterMs !== null
  const pausedUntilMs = isPause ? Date.now() + retryAfterMs : null
  return new ApiError(kind, `${asked}: ${detail}`, problem, { pausedUntilMs })
}

export interface ErrorDescription {
  readonly title: string
  readonly advice: string
  readonly detail: string | null
  /** Name of the refused value, if any. */
  readonly parameter: string | null
  /** Allowed values of it. */
  readonly allowed: string | null
  /** For the administrator's log; null when the request never reached our server. */
  readonly requestId: string | null
  /** End of the service's pause, on this browser's clock. */
  readonly pausedUntilMs: number | null
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'not-found'
}

export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'request-refused'
}

export function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'session-required'
}

export function isSignInFailure(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'sign-in-failed'
}

export function isWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'wrong-code'
}

export function isStoreFailure(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'store-unreachable'
}

/** Repeating the request cannot succeed. */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.kind !== 'kerbside-unreachable' && 'repeat' in problemKinds[error.kind]
  )
}

// The announced end of a pause varies with the duration of the answer.
const PAUSE_TOLERANCE_MS = 1_500

/**
 * Whether an error differs from the one before: another kind or parameter, or a longer pause. Periodic requests fail periodically,
 * and a notice is announced once.
 */
export function isNewError(error: unknown, before: unknown): boolean {
  if (!(error instanceof ApiError && before instanceof ApiError)) return error !== before
  const isLonger = (error.pausedUntilMs ?? 0) > (before.pausedUntilMs ?? 0) + PAUSE_TOLERANCE_MS
  return error.kind !== before.kind || error.parameter !== before.parameter || isLonger
}

/** Texts for any error of a query. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof ApiError)) {
    return {
      title: 'This page failed',
      advice: 'Reload the page. If this continues, contact your administrator.',
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
    detail: error.detail,
    parameter: error.parameter,
    allowed: error.problem?.allowed ?? null,
    requestId: error.requestId,
    pausedUntilMs: error.pausedUntilMs,
  }
}
