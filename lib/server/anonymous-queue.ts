import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { problemResponse } from '@/lib/api/http/response'
import { createFairQueue } from '@/lib/app/fair-queue'
import { networkOf } from '@/lib/auth/network'

/** Few, so that the event loop turns to signed-in operators between them. */
const AT_ONCE = 3
/** A hash takes a core for a tenth of a second: two stay free for known networks and pages. */
const SIGN_INS_AT_ONCE = 1
/** About half of a processor. */
const PER_SECOND = 100
/** A page with all that it asks for. */
const BURST = 20
const QUEUE_MAXIMUM = 256
const WAIT_MS = 20_000
const RETRY_MS = 3_000
const NETWORKS_MAXIMUM = 10_000
const ANY_ORIGIN = 'http://localhost'

/**
 * Begins requests without a session one of each network's in turn. Sign-ins of networks without
 * an earlier sign-in come last. A flood delays its own network; operators do not wait.
 */
export function createAnonymousQueue(perSecond = PER_SECOND) {
  const queue = createFairQueue({
    permits: AT_ONCE,
    secondaryPermits: SIGN_INS_AT_ONCE,
    limits: { queueMaximum: QUEUE_MAXIMUM, waitMs: WAIT_MS },
    perSecond: () => perSecond,
    atOnce: BURST,
  })
  const known = new LRUCache<string, true>({ max: NETWORKS_MAXIMUM })
  const busy = () => new ProblemError('sign-in-busy', { retryAfterMs: RETRY_MS })

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    handle: () => Promise<void>,
  ): Promise<void> => {
    const address = String(request.headers[CLIENT_IP_HEADER] ?? '')
    const owner = networkOf(address) || 'unknown'
    const isSigningIn = isSignIn(request.url ?? '')
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const isSecondary = isSigningIn && !known.has(owner)
    try {
      await queue(handle, { owner, isSecondary, signal: gone.signal }, busy)
    } catch (error) {
      if (gone.signal.aborted) return
      if (!(error instanceof ProblemError)) throw error
      await answerProblem(response, error)
    }
    // 200 is also the status of an answer that was never begun.
    const isAnswered = response.headersSent && response.statusCode === 200
    if (isSigningIn && isAnswered) known.set(owner, true)
  }
}

const SIGN_IN_PATH = /^\/api\/auth\/(sign-in(?!\/social)|two-factor)(\/|$)/

/**
 * As Next reads a target: `/api/auth/./sign-in#x` is the same path. The beginning of a sign-in by
 * OpenID Connect is none: anybody gets it answered, and it needs no hash.
 */
export function isSignIn(target: string): boolean {
  if (!URL.canParse(target, ANY_ORIGIN)) return false
  const { pathname } = new URL(target, ANY_ORIGIN)
  return SIGN_IN_PATH.test(pathname)
}

async function answerProblem(response: ServerResponse, error: ProblemError): Promise<void> {
  const problem = problemResponse(error, randomUUID())
  response.writeHead(problem.status, Object.fromEntries(problem.headers))
  response.end(await problem.text())
}
