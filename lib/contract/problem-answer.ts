import { PROBLEM_TYPE_PREFIX, type Problem, type ProblemKind, problemKinds } from './problems'

interface More extends Partial<Pick<Problem, 'detail' | 'parameter' | 'given' | 'allowed'>> {
  readonly retryAfterMs?: number | null
}

/** A failure as RFC 9457 has it, in our own words only. */
export function problemAnswer(kind: ProblemKind, requestId: string, more: More = {}): Response {
  const { status, title, advice } = problemKinds[kind]
  const { retryAfterMs = null, detail = advice, ...parameter } = more
  const problem: Problem = {
    type: `${PROBLEM_TYPE_PREFIX}${kind}`,
    title,
    status,
    detail,
    requestId,
    retryAfterMs,
    ...parameter,
  }
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  })
  if (retryAfterMs !== null) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  return new Response(JSON.stringify(problem), { status, headers })
}
