import { type ProblemKind, problemKinds } from './problems'

export interface ProblemErrorOptions extends ErrorOptions {
  readonly retryAfterMs?: number | null
}

/** An error that a request is answered with. */
export class ProblemError extends Error {
  readonly kind: ProblemKind
  readonly retryAfterMs: number | null

  constructor(
    kind: ProblemKind,
    message: string = problemKinds[kind].title,
    { retryAfterMs = null, ...options }: ProblemErrorOptions = {},
  ) {
    super(message, options)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** By shape: each of Next's bundles, and each reload in dev mode, may hold its own copy of the class. */
export function isProblemError(error: unknown): error is ProblemError {
  return error instanceof Error && 'kind' in error && Object.hasOwn(problemKinds, String(error.kind))
}
