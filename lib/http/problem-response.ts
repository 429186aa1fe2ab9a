import { isAccessError } from '@/lib/auth/sessions/access-error'
import { problemAnswer } from '@/lib/contract/problem-answer'
import type { ProblemKind } from '@/lib/contract/problems'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { BadParameter } from './parameters'

// The service wants a pause and does not say how long: faults.md, row 18, begins with this.
const FIRST_PAUSE_MS = 5_000

/** A failure as RFC 9457 has it, in our own words only: nothing of the service's text gets through. */
export function problemResponse(error: unknown, requestId: string): Response {
  const kind = kindOf(error)
  return problemAnswer(kind, requestId, {
    retryAfterMs: retryAfterOf(error, kind),
    ...(error instanceof BadParameter && {
      detail: describe(error),
      parameter: error.parameter,
      given: error.given ?? undefined,
      allowed: error.allowed,
    }),
  })
}

/** The address belongs to none of our routes. */
export class NoSuchRoute extends Error {
  override readonly name = 'NoSuchRoute'
}

export function kindOf(error: unknown): ProblemKind {
  if (error instanceof BadParameter) return 'bad-parameter'
  if (error instanceof NoSuchRoute) return 'no-such-route'
  return error instanceof UpstreamError || isAccessError(error) ? error.kind : 'internal'
}

function retryAfterOf(error: unknown, kind: ProblemKind): number | null {
  const asked = error instanceof UpstreamError || isAccessError(error) ? error.retryAfterMs : null
  return asked ?? (kind === 'rate-limited' ? FIRST_PAUSE_MS : null)
}

function describe({ parameter, given, allowed }: BadParameter): string {
  return `${parameter}: ${given === null ? 'nothing was given' : `given was "${given}"`}; allowed is ${allowed}.`
}
