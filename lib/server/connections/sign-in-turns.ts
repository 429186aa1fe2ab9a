import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { problemResponse } from '@/lib/api/http/response'
import { createFairQueue } from '@/lib/app/fair-queue'
import { networkOf } from '@/lib/auth/shares'

/**
 * More than the attempts that may wait for a hash, so that known operators
 * find a place beside them.
 */
const AT_ONCE = 16
/** The others are kept for networks with a successful sign-in. */
const STRANGERS_AT_ONCE = 12
const QUEUE_MAXIMUM = 256
const WAIT_MS = 20_000
const RETRY_MS = 3_000
/**
 * A network that was refused lately waits before its turn, and the place of a refused
 * stranger stays taken as long: clients that repeat at once, from one network or from many,
 * would take the processor.
 */
const REFUSED_MS = 10_000
const PAUSE_MS = 1_000
const NETWORKS_MAXIMUM = 10_000
const ANY_ORIGIN = 'http://localhost'

/**
 * Lets few sign-ins at a time into Next, known networks first, others in turn: a
 * flood must not delay requests.
 */
export function createSignInTurns(pauseMs = PAUSE_MS) {
  const queue = createFairQueue({
    permits: AT_ONCE,
    secondaryPermits: STRANGERS_AT_ONCE,
    limits: { queueMaximum: QUEUE_MAXIMUM, waitMs: WAIT_MS },
  })
  const known = new LRUCache<string, true>({ max: NETWORKS_MAXIMUM })
  const refused = new LRUCache<string, true>({ max: NETWORKS_MAXIMUM, ttl: REFUSED_MS })

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    handle: () => Promise<void>,
  ) => {
    if (!isSignIn(request.url ?? '')) return handle()
    const address = String(request.headers[CLIENT_IP_HEADER] ?? '')
    const owner = networkOf(address) || 'unknown'
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    if (refused.has(owner)) await setTimeout(pauseMs)
    const busy = () => new ProblemError('sign-in-busy', { retryAfterMs: RETRY_MS })
    const isStranger = !known.has(owner)
    const handleInTurn = async () => {
      await handle()
      if (response.statusCode !== 429) return
      refused.set(owner, true)
      if (isStranger) await setTimeout(pauseMs)
    }
    try {
      await queue(handleInTurn, { owner, isSecondary: isStranger, signal: gone.signal }, busy)
    } catch (error) {
      if (gone.signal.aborted) return
      if (!(error instanceof ProblemError)) throw error
      const { status, headers, body } = await readProblem(error)
      response.writeHead(status, headers).end(body)
      refused.set(owner, true)
    }
    // 200 is also the status of an answer that was never begun.
    if (response.headersSent && response.statusCode === 200) known.set(owner, true)
  }
}

/** As Next reads a target: `/api/auth/./sign-in#x` is the same path. */
function isSignIn(target: string): boolean {
  const url = URL.canParse(target, ANY_ORIGIN) ? new URL(target, ANY_ORIGIN) : null
  return url !== null && /^\/api\/auth\/sign-in(\/code)?$/.test(url.pathname)
}

async function readProblem(error: ProblemError) {
  const problem = problemResponse(error, randomUUID())
  return {
    status: problem.status,
    headers: Object.fromEntries(problem.headers),
    body: await problem.text(),
  }
}
