import { isProblemError, ProblemError } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { ForgetAfter } from '@/lib/auth/sessions/remembered-sessions'
import type { Sessions } from '@/lib/auth/sessions/sessions'
import type { Database } from '@/lib/store/store'
import type { BetterAuth } from './auth'
import { type AuthRequest, authRequests } from './auth-request'
import type { Principal } from './principal'
import type { Secrets } from './secrets'
import { isTwoFactorUnreadable, WAYS_OUT } from './two-factor-secrets'

/** Addresses for which the OpenID provider must be known. */
const OPENID_PATH = /\/(sign-in\/social|callback\/\w+)$/

/** The password or code was not checked. */
const UNDECIDED: ReadonlySet<ProblemKind> = new Set(['store-unreachable', 'two-factor-unreadable'])

interface HandlerParts {
  readonly db: Database
  readonly secrets: Secrets
  readonly betterAuth: BetterAuth
  /** Null without OpenID Connect. */
  readonly openIdConnect: (() => Promise<BetterAuth>) | null
  readonly sessions: Sessions
  readonly forgetAfter: ForgetAfter
  readonly warn: (message: string) => void
}

/** better-auth's handler of requests, with the facts that its hooks need. */
export function createHandler(parts: HandlerParts) {
  const { db, secrets, betterAuth, openIdConnect, sessions, forgetAfter, warn } = parts

  async function authFor(path: string): Promise<BetterAuth> {
    const needsProvider = OPENID_PATH.test(path)
    return openIdConnect && needsProvider ? openIdConnect() : betterAuth
  }

  /** False also where the database cannot say. */
  async function isSecondFactorUnreadable(email: string): Promise<boolean> {
    return isTwoFactorUnreadable(db, secrets, email).catch(() => false)
  }

  async function problemOf(error: unknown, { challenged }: AuthRequest): Promise<ProblemError> {
    if (isProblemError(error)) return error
    if (isLastAdministrator(error)) return new ProblemError('last-administrator', { cause: error })
    // better-auth throws alike for a lost database and for codes that another secret encrypted.
    const isUnreadable = challenged !== null && (await isSecondFactorUnreadable(challenged))
    if (!isUnreadable) return new ProblemError('store-unreachable', { cause: error })
    warn(`A second factor was encrypted with another KERBSIDE_SECRET. ${WAYS_OUT}`)
    return new ProblemError('two-factor-unreadable', { cause: error })
  }

  /**
   * @param caller as the route has authorised it; without an operator the session is looked up
   * @throws ProblemError of the hooks; store-unreachable, and two-factor-unreadable
   */
  return async (request: Request, requestId: string, caller: Principal): Promise<Response> => {
    const found = caller.operator ? null : await sessions.authenticate(request.headers)
    const principal = found ?? caller
    const attempt: AuthRequest = {
      principal,
      requestId,
      isNetworkCounted: false,
      refund: async () => undefined,
      challenged: null,
      changes: null,
    }
    const answer = async () => {
      const { pathname } = new URL(request.url)
      const auth = await authFor(pathname)
      const response = await authRequests.run(attempt, () => auth.handler(request))
      if (response.status >= 500) throw new Error(`better-auth answered ${response.status}`)
      return response
    }
    try {
      return await answer().finally(async () => {
        if (attempt.changes !== null) await forgetAfter(Promise.resolve(), attempt.changes)
      })
    } catch (error) {
      const problem = await problemOf(error, attempt)
      if (UNDECIDED.has(problem.kind)) await attempt.refund()
      throw problem
    }
  }
}

/** Raised by a trigger of the table of operators. */
function isLastAdministrator(error: unknown): boolean {
  const { cause = error } = error as Error
  return cause instanceof Error && cause.message.includes('last-administrator')
}
