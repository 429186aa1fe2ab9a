import { type Problem, type ProblemKind, problemKind, problemKinds } from '@/lib/api/contract/problems'

/** A problem of our server, or no answer from it. */
export type ApiErrorKind = ProblemKind | 'kerbside-unreachable'

const words = {
  ...problemKinds,
  'kerbside-unreachable': {
    title: 'Kerbside cannot be reached',
    advice: 'Check your network connection. Data on screen stays; Kerbside will resume automatically.',
  },
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
    }: ErrorOptions & Partial<Pick<ApiError, 'pausedUntilMs' | 'requestId' | 'detail' | 'parameter'>> = {},
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
    return words[this.kind].title
  }

  get advice(): string {
    const changed = this.kind === 'request-refused' && refusedWords[this.parameter ?? '']
    return changed ? `Change the ${changed} and try again.` : words[this.kind].advice
  }

  /** Allowed values of `parameter`. */
  get allowed(): string | null {
    return this.problem?.allowed ?? null
  }

  /** The case at hand in one sentence; null where it repeats the advice, as of most problems. */
  get detail(): string | null {
    return this.#detail === words[this.kind].advice ? null : this.#detail
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

/** Whether an error is a problem of a kind. */
export function isKind(error: unknown, kind: ApiErrorKind): boolean {
  return error instanceof ApiError && error.kind === kind
}

/** Repeating the request cannot succeed. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && 'repeat' in words[error.kind]
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

type ErrorTexts = Omit<ApiError, 'kind' | 'problem' | keyof Error>

const PAGE_FAILED: ErrorTexts = {
  title: 'This page failed',
  advice: 'Reload the page. If this continues, contact your administrator.',
  detail: null,
  parameter: null,
  allowed: null,
  requestId: null,
  pausedUntilMs: null,
}

/** Texts for any error of a query. */
export const describeError = (error: unknown): ErrorTexts => (error instanceof ApiError ? error : PAGE_FAILED)
