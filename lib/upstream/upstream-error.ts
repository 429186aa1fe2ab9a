import { ProblemError, type ProblemErrorOptions } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'

interface UpstreamErrorOptions extends ProblemErrorOptions {
  readonly status?: number | null
}

interface UpstreamErrorDetails {
  readonly detail?: string | null
  readonly parameter?: string | null
}

/**
 * Failure of a call to the service. `message` is for the log: method, path template,
 * cause and numbers, never the key or the service's text (`GET
 * /vehicles/{vehicle_id}: timeout after 8000 ms`).
 */
export class UpstreamError extends ProblemError {
  override readonly name = 'UpstreamError'
  /** Status of the answer; null without one. */
  readonly status: number | null

  constructor(kind: ProblemKind, message: string, options: UpstreamErrorOptions = {}) {
    const { status = null, ...problem } = options
    super(kind, { ...problem, message })
    this.status = status
  }

  /** The same failure with these details. */
  with(details: UpstreamErrorDetails): UpstreamError {
    return new UpstreamError(this.kind, this.message, { ...this, ...details })
  }
}

/** @param call method and path, for the log: another error is a fault of Kerbside */
export function asUpstreamError(error: unknown, call: string): UpstreamError {
  if (error instanceof UpstreamError) return error
  return new UpstreamError('internal', `${call}: ${error}`)
}
