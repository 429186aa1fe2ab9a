import { ProblemError, type ProblemErrorOptions } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'

/** A request that is refused, or cannot be authorised now. */
export class AccessError extends ProblemError {
  override readonly name = 'AccessError'

  constructor(kind: ProblemKind, options?: ProblemErrorOptions) {
    super(kind, undefined, options)
  }
}

/** By name: lib/server and Next's bundles each have their own copy of the class. */
export function isAccessError(error: unknown): error is AccessError {
  return error instanceof Error && error.name === 'AccessError'
}
