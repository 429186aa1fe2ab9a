import { type ProblemKind, problemKinds } from '@/lib/contract/problems'

/** Why somebody may not, or cannot now. */
export class AccessError extends Error {
  override readonly name = 'AccessError'
  readonly kind: ProblemKind
  readonly retryAfterMs: number | null

  constructor(
    kind: ProblemKind,
    { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {},
  ) {
    super(problemKinds[kind].title, options)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** By its name: lib/start and Next's bundles each have their own copy of the class. */
export function isAccessError(error: unknown): error is AccessError {
  return error instanceof Error && error.name === 'AccessError'
}
