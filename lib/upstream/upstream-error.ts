import type { ProblemKind } from '@/lib/schema/problems'

/**
 * What every call to the service fails with.
 * `message` has method, path, what happened and the numbers (`GET /vehicles/v-7: timeout after 8000 ms`); it holds
 * neither the key nor a word of the service's own text, and is for the log, not for the dispatcher.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: ProblemKind
  /** The status the service answered with; null when it did not come to that. */
  readonly status: number | null
  /** The pause the service asked for; null when it named none. */
  readonly retryAfterMs: number | null

  constructor(
    kind: ProblemKind,
    message: string,
    { status = null, retryAfterMs = null }: { status?: number | null; retryAfterMs?: number | null } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}
