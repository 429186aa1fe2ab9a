import { randomUUID } from 'node:crypto'
import type { Answer } from '@/lib/schema/answers'
import type { ProblemKind } from '@/lib/schema/problems'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { BadParameter } from './parameters'
import { NoSuchRoute, problemResponse } from './problem-response'

export interface AnswerOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  readonly newRequestId?: () => string
  /** Told of an error nobody foresaw. */
  readonly onFault?: (requestId: string, message: string) => void
}

/** What a route found out; the rest of the answer's meta is the same for all. */
export interface Result<T> {
  readonly data: T
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly dropped?: number
  readonly staleBecause?: ProblemKind | null
  readonly partial?: boolean
}

export type Answering = <T>(request: Request, work: () => Promise<Result<T>>) => Promise<Response>

/**
 * Runs a route's work and turns what comes of it into an Answer or a Problem, never an exception.
 * An error nobody foresaw becomes the problem `internal` and is told to onFault with the request's id.
 */
export function createAnswering(options: AnswerOptions = {}): Answering {
  const { now = Date.now, newRequestId = randomUUID, onFault = () => undefined } = options
  return async (request, work) => {
    const requestId = newRequestId()
    try {
      const { data, fetchedAt, dropped = 0, partial = false, staleBecause = null } = await work()
      const ageMs = Math.max(0, now() - Date.parse(fetchedAt))
      const answer: Answer<typeof data> = {
        data,
        meta: {
          fetchedAt,
          ageMs,
          stale: staleBecause !== null,
          reason: staleBecause,
          partial,
          dropped,
          requestId,
        },
      }
      return Response.json(answer, { headers: { 'cache-control': 'no-store', 'x-request-id': requestId } })
    } catch (error) {
      // The browser went away: nobody reads this, and nothing failed. 499 is nginx's number for it.
      if (request.signal.aborted) return new Response(null, { status: 499 })
      if (!isForeseen(error)) onFault(requestId, String(error))
      return problemResponse(error, requestId)
    }
  }
}

function isForeseen(error: unknown): boolean {
  if (error instanceof UpstreamError) return error.kind !== 'internal'
  return error instanceof BadParameter || error instanceof NoSuchRoute
}
