import {
  type Problem,
  type ProblemKind,
  problemKind,
  problemKinds,
} from '@/lib/api/contract/problems'

/** A problem of our server, or no answer from it. */
export type ApiErrorKind = ProblemKind | 'kerbside-unreachable'

const words = {
  ...problemKinds,
  'kerbside-unreachable': {
    title: 'Kerbside cannot be reached',
    advice:
      'Check your network connection. Data on screen stays; Kerbside will resume automatically.',
  },
}

/** Parameters of a search that an operator can change. */
const refusedWords: Readonly<Record<string, string>> = {
  position: 'position',
  radius: 'radius',
  type: 'vehicle type',
  our_ref: 'reference',
}

type Facts = Pick<Problem, 'detail' | 'parameter' | 'allowed' | 'requestId' | 'retryAfterMs'>

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** Pause before the next attempt that our server asked for; null without one. */
  readonly retryAfterMs: number | null
  /** End of the service's pause on this browser's clock; null without one. */
  readonly pausedUntilMs: number | null
  /** For the administrator's log; null when the request never reached our server. */
  readonly requestId: string | null
  /** The refused parameter; null where none is known. */
  readonly parameter: string | null
  /** Allowed values of `parameter`. */
  readonly allowed: string | null
  /** The case at hand in one sentence; null where it repeats the advice, as of most problems. */
  readonly detail: string | null

  /** @param nowMs this browser's clock */
  constructor(
    kind: ApiErrorKind,
    message: string,
    facts: ErrorOptions & { readonly [Name in keyof Facts]?: Facts[Name] | null | undefined } = {},
    nowMs: number = Date.now(),
  ) {
    super(message, facts)
    const { retryAfterMs = null, detail = null, requestId, parameter, allowed } = facts
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.pausedUntilMs =
      kind === 'rate-limited' && retryAfterMs !== null ? nowMs + retryAfterMs : null
    this.requestId = requestId ?? null
    this.parameter = parameter ?? null
    this.allowed = allowed ?? null
    this.detail = detail === words[kind].advice ? null : detail
  }

  get title(): string {
    return words[this.kind].title
  }

  get advice(): string {
    const changed = this.kind === 'request-refused' && refusedWords[this.parameter ?? '']
    return changed ? `Change the ${changed} and try again.` : words[this.kind].advice
  }
}

/** No answer of our server: the network, or a proxy in between. */
export function unreachable(message: string, cause?: unknown): ApiError {
  return new ApiError('kerbside-unreachable', message, { cause })
}

/**
 * @param asked method and route: "GET /api/service"
 * @param body its JSON, or null when it has none
 */
export function errorOfAnswer(asked: string, status: number, body: unknown): ApiError {
  const kind = problemKind((body as Problem | null)?.type)
  if (kind === null) return unreachable(`${asked}: status ${status} without a problem of ours`)
  const problem = body as Problem
  return new ApiError(kind, `${asked}: ${problem.detail}`, problem)
}

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
 * Whether an error differs from the one before: another kind or parameter, or a longer pause.
 * Periodic requests fail periodically, and a notice is announced once.
 */
export function isNewError(error: unknown, before: unknown): boolean {
  if (!(error instanceof ApiError && before instanceof ApiError)) return error !== before
  const isLonger = (error.pausedUntilMs ?? 0) > (before.pausedUntilMs ?? 0) + PAUSE_TOLERANCE_MS
  return error.kind !== before.kind || error.parameter !== before.parameter || isLonger
}

type ErrorTexts = Omit<ApiError, 'kind' | 'retryAfterMs' | keyof Error>

const PAGE_FAILED: ErrorTexts = {
  title: 'This page failed',
  advice: 'Reload the page. If this continues, contact your administrator.',
  detail: null,
  parameter: null,
  allowed: null,
  requestId: null,
  pausedUntilMs: null,
}

export const describeError = (error: unknown): ErrorTexts =>
  error instanceof ApiError ? error : PAGE_FAILED
