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

/** Names of the parameters that an operator can change. */
const changeableParameters: Readonly<Record<string, string>> = {
  position: 'position',
  radius: 'radius',
  type: 'vehicle type',
  our_ref: 'reference',
}

type FactName = 'detail' | 'parameter' | 'allowed' | 'requestId' | 'retryAfterMs'

/** Facts of a problem, as far as they are known. */
type ApiErrorOptions = ErrorOptions & {
  readonly [Name in FactName]?: Problem[Name] | null | undefined
}

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
    facts: ApiErrorOptions = {},
    nowMs: number = Date.now(),
  ) {
    super(message, facts)
    const { retryAfterMs = null, detail = null } = facts
    const isPause = kind === 'rate-limited' && retryAfterMs !== null
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.pausedUntilMs = isPause ? nowMs + retryAfterMs : null
    this.requestId = facts.requestId ?? null
    this.parameter = facts.parameter ?? null
    this.allowed = facts.allowed ?? null
    this.detail = detail === words[kind].advice ? null : detail
  }

  get title(): string {
    return words[this.kind].title
  }

  get advice(): string {
    const parameter = changeableParameters[this.parameter ?? '']
    if (this.kind === 'request-refused' && parameter) {
      return `Change the ${parameter} and try again.`
    }
    return words[this.kind].advice
  }
}

/** No answer of our server: the network, or a proxy in between. */
export function unreachable(message: string, cause?: unknown): ApiError {
  return new ApiError('kerbside-unreachable', message, { cause })
}

/**
 * @param name method and route: "GET /api/service"
 * @param body its JSON, or null when it has none
 */
export function errorOfAnswer(name: string, status: number, body: unknown): ApiError {
  const kind = problemKind((body as Problem | null)?.type) ?? kindOfAuth(status, body)
  if (kind === null) return unreachable(`${name}: status ${status} without a problem of ours`)
  const problem = body as Problem
  return new ApiError(kind, `${name}: ${problem.detail}`, problem)
}

/** Errors of better-auth and of the browser's passkeys, by their codes. */
const authKinds: Readonly<Record<string, ProblemKind>> = {
  INVALID_PASSWORD: 'sign-in-failed',
  SESSION_NOT_FRESH: 'session-not-fresh',
  AUTH_CANCELLED: 'passkey-cancelled',
  REGISTRATION_CANCELLED: 'passkey-cancelled',
  ERROR_CEREMONY_ABORTED: 'passkey-cancelled',
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: 'passkey-cancelled',
  ERROR_INVALID_DOMAIN: 'passkey-address',
  ERROR_INVALID_RP_ID: 'passkey-address',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'passkey-exists',
}

/** Kind of an error of better-auth, whose body is no problem; null for another body. */
function kindOfAuth(status: number, body: unknown): ProblemKind | null {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  if (status === 429 && message !== undefined) return 'sign-in-busy'
  return typeof code === 'string' ? (authKinds[code] ?? 'internal') : null
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

/** Members of ApiError that a notice shows. */
interface ErrorTexts {
  readonly title: string
  readonly advice: string
  readonly detail: string | null
  readonly parameter: string | null
  readonly allowed: string | null
  readonly requestId: string | null
  readonly pausedUntilMs: number | null
}

const PAGE_FAILED: ErrorTexts = {
  title: 'This page failed',
  advice: 'Reload the page. If this continues, contact your administrator.',
  detail: null,
  parameter: null,
  allowed: null,
  requestId: null,
  pausedUntilMs: null,
}

export function describeError(error: unknown): ErrorTexts {
  return error instanceof ApiError ? error : PAGE_FAILED
}
