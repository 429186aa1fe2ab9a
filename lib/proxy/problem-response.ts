import { PROBLEM_TYPE_PREFIX, type Problem, type ProblemKind, problemKinds } from '@/lib/schema/problems'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { BadParameter } from './parameters'

// The service wants a pause and does not say how long: faults.md, row 18, begins with this.
const FIRST_PAUSE_MS = 5_000

/** A failure as RFC 9457 has it, in our own words only: nothing of the service's text gets through. */
export function problemResponse(error: unknown, requestId: string): Response {
  const kind = kindOf(error)
  const { status, title, advice } = problemKinds[kind]
  const retryAfterMs = retryAfterOf(error, kind)
  const problem: Problem = {
    type: `${PROBLEM_TYPE_PREFIX}${kind}`,
    title,
    status,
    detail: error instanceof BadParameter ? describe(error) : advice,
    requestId,
    retryAfterMs,
    ...(error instanceof BadParameter && {
      parameter: error.parameter,
      given: error.given ?? undefined,
      allowed: error.allowed,
    }),
  }
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  })
  if (retryAfterMs !== null) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  return new Response(JSON.stringify(problem), { status, headers })
}

/** The address belongs to none of our routes. */
export class NoSuchRoute extends Error {
  override readonly name = 'NoSuchRoute'
}

function kindOf(error: unknown): ProblemKind {
  if (error instanceof BadParameter) return 'bad-parameter'
  if (error instanceof NoSuchRoute) return 'no-such-route'
  return error instanceof UpstreamError ? error.kind : 'internal'
}

function retryAfterOf(error: unknown, kind: ProblemKind): number | null {
  const asked = error instanceof UpstreamError ? error.retryAfterMs : null
  return asked ?? (kind === 'rate-limited' ? FIRST_PAUSE_MS : null)
}

function describe({ parameter, given, allowed }: BadParameter): string {
  return `${parameter}: ${given === null ? 'nothing was given' : `given was "${given}"`}; allowed is ${allowed}.`
}
