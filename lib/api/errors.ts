import { type Problem, type ProblemKind, problemKind, problemKinds } from '@/lib/contract/problems'

/** What a page's request can fail with: a problem our server answered, or no answer of ours at all. */
export type ApiErrorKind = ProblemKind | 'kerbside-unreachable'

const unreachableWords = {
  title: 'Kerbside cannot be reached',
  advice: 'Check your network connection. What is shown stays, and Kerbside goes on by itself.',
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** Null when the answer was not one of ours. */
  readonly problem: Problem | null
  /** Until when the service is left alone, on this browser's clock; null when nothing was said. */
  readonly pausedUntilMs: number | null
  /** For the administrator's log; null when the request never reached our server. */
  readonly requestId: string | null

  constructor(
    kind: ApiErrorKind,
    message: string,
    problem: Problem | null,
    {
      pausedUntilMs = null,
      requestId = null,
      ...options
    }: ErrorOptions & { pausedUntilMs?: number | null; requestId?: string | null } = {},
  ) {
    super(message, options)
    this.pausedUntilMs = pausedUntilMs
    this.kind = kind
    this.problem = problem
    this.requestId = problem?.requestId ?? requestId
  }

  /** What happened, in our words. */
  get title(): string {
    return this.kind === 'kerbside-unreachable' ? unreachableWords.title : problemKinds[this.kind].title
  }

  /** What to do about it. */
  get advice(): string {
    return this.kind === 'kerbside-unreachable' ? unreachableWords.advice : problemKinds[this.kind].advice
  }
}

/** No answer of ours came: the network, or something between the page and Kerbside. */
export function unreachable(message: string, cause?: unknown): ApiError {
  return new ApiError('kerbside-unreachable', message, null, { cause })
}

/**
 * What an answer that is no success means.
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
