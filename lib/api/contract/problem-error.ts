import { type ProblemKind, problemKinds } from './problems'

export interface ProblemErrorOptions extends ErrorOptions {
  /** For the log; the kind's title without one. */
  readonly message?: string
  readonly retryAfterMs?: number | null
  /** The case at hand in one sentence that may be shown; the kind's advice without one. */
  readonly detail?: string | null
  readonly parameter?: string | null
}

export class ProblemError extends Error {
  readonly kind: ProblemKind
  readonly retryAfterMs: number | null
  readonly detail: string | null
  readonly parameter: string | null

  constructor(
    kind: ProblemKind,
    {
      message,
      retryAfterMs = null,
      detail = null,
      parameter = null,
      ...options
    }: ProblemErrorOptions = {},
  ) {
    super(message ?? problemKinds[kind].title, options)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.detail = detail
    this.parameter = parameter
  }
}

/**
 * By shape: each of Next's bundles, and each reload in dev mode, may hold
 * its own copy of the class.
 */
export function isProblemError(error: unknown): error is ProblemError {
  return (
    error instanceof Error && 'kind' in error && Object.hasOwn(problemKinds, String(error.kind))
  )
}
