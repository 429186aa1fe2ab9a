import type { ProblemKind } from '@/lib/contract/problems'

/**
 * What every call to the service fails with.
 * `message` has method, the path's template, what happened and the numbers (`GET /vehicles/{vehicle_id}: timeout after 8000 ms`); it holds
 * neither the key nor a word of the service's own text, and is for the log, not for the dispatcher.
 */
export class UpstreamError extends Error {
  // One client serves all routes, but each route's bundle, and each reload in dev mode, may hold its own copy of
  // this class: the name tells, whichever copy made the error.
  static override [Symbol.hasInstance](value: unknown): value is UpstreamError {
    return value instanceof Error && value.name === 'UpstreamError'
  }

  override readonly name = 'UpstreamError'
  readonly kind: ProblemKind
  /** The status the service answered with; null when it did not come to that. */
  readonly status: number | null
  /** Until the service is asked again: the pause it asked for, or ours; null when there is none. */
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
