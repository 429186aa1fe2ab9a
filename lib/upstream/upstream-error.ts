import { ProblemError, type ProblemErrorOptions } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'

/**
 * Failure of a call to the service. `message` is for the log: method, path template,
 * cause and numbers, never the key or the service's text (`GET
 * /vehicles/{vehicle_id}: timeout after 8000 ms`).
 */
export class UpstreamError extends ProblemError {
  override readonly name = 'UpstreamError'
  /** Status of the answer; null without one. */
  readonly status: number | null

  constructor(
    kind: ProblemKind,
    message: string,
    { status = null, ...options }: ProblemErrorOptions & { status?: number | null } = {},
  ) {
    super(kind, { ...options, message })
    this.status = status
  }

  /** The same failure, with more of what is known about it. */
  with(known: Pick<ProblemErrorOptions, 'detail' | 'parameter'>): UpstreamError {
    return new UpstreamError(this.kind, this.message, { ...this, ...known })
  }
}

/** @param call method and path, for the log: another error is a fault of Kerbside */
export function asUpstreamError(error: unknown, call: string): UpstreamError {
  return error instanceof UpstreamError ? error : new UpstreamError('internal', `${call}: ${error}`)
}
