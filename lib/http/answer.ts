import { randomUUID } from 'node:crypto'
import { type Access, type AuditEvent, mayAs, openAccess, type Principal } from '@/lib/auth/sessions/access'
import { isAccessError } from '@/lib/auth/sessions/access-error'
import type { Answer } from '@/lib/contract/answers'
import type { Role } from '@/lib/contract/operators'
import type { ProblemKind } from '@/lib/contract/problems'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { BadParameter } from './parameters'
import { kindOf, NoSuchRoute, problemResponse } from './problem-response'

export interface AnswerOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  readonly newRequestId?: () => string
  /** Who may do what; not given: everybody everything. */
  readonly access?: () => Promise<Access>
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

/** Whom a route answers, and what is written down about it. */
export interface Guard {
  readonly least: Role
  /** Read from the request; what comes of it is the entry's outcome. Not given: nothing is written down. */
  readonly deed?: (request: Request) => Promise<Omit<AuditEvent, 'requestId'>>
  /** For this role and above; not given: for all. */
  readonly deedFrom?: Role
}

export type Answering = <T>(
  request: Request,
  guard: Guard,
  work: (who: Principal) => Promise<Result<T>>,
) => Promise<Response>

/**
 * Asks who may, runs a route's work and turns what comes of it into an Answer or a Problem, never an exception.
 * An error nobody foresaw becomes the problem `internal` and is told to onFault with the request's id.
 */
export function createAnswering(options: AnswerOptions = {}): Answering {
  const { now = Date.now, newRequestId = randomUUID, onFault = () => undefined } = options
  const { access = async () => openAccess } = options

  async function guarded<T>(
    request: Request,
    guard: Guard,
    work: (who: Principal) => Promise<T>,
    requestId: string,
  ) {
    const gate = await access()
    const deed = guard.deed && { ...(await guard.deed(request)), requestId }
    const who = await gate.admit(request, guard.least, deed)
    if (!deed || !mayAs(who.role, guard.deedFrom ?? guard.least)) return work(who)
    const result = await work(who).catch(async (error: unknown) => {
      await gate.note(who, deed, kindOf(error)).catch(() => undefined)
      throw error
    })
    await gate.note(who, deed, 'ok')
    return result
  }

  return async (request, guard, work) => {
    const requestId = newRequestId()
    try {
      const {
        data,
        fetchedAt,
        dropped = 0,
        partial = false,
        staleBecause = null,
      } = await guarded(request, guard, work, requestId)
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
  return error instanceof BadParameter || error instanceof NoSuchRoute || isAccessError(error)
}
