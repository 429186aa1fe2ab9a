import { isProblemError, ProblemError } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { Secrets } from '@/lib/auth/stored-secret'
import type { Database } from '@/lib/store/store'
import type { BetterAuth } from './auth'
import { type AuthRequest, authRequests } from './auth-request'
import type { Principal } from './sessions/principal'
import type { ForgetAfter } from './sessions/remembered-sessions'
import type { Sessions } from './sessions/sessions'
import { isTwoFactorUnreadable, WAYS_OUT } from './sign-in/two-factor-secrets'

/** Addresses for which the OpenID provider must be known. */
const OPENID_PATH = /\/(sign-in\/social|callback\/\w+)$/

/** The password or code was not checked. */
const UNDECIDED: ReadonlySet<ProblemKind> = new Set([
  'store-unreachable',
  'two-factor-unreadable',
  'sign-in-busy',
])

/** better-auth's handler of requests, with the facts that its hooks need. */
export function createHandler(parts: {
  db: Database
  secrets: Secrets
  betterAuth: BetterAuth
  /** Null without OpenID Connect. */
  openIdConnect: (() => Promise<BetterAuth>) | null
  sessions: Sessions
  forgetAfter: ForgetAfter
  warn: (message: string) => void
}) {
  const { db, secrets, betterAuth, openIdConnect, sessions, forgetAfter, warn } = parts

  async function authFor(path: string): Promise<BetterAuth> {
    return openIdConnect && OPENID_PATH.test(path) ? openIdConnect() : betterAuth
  }

  async function problemOf(error: unknown, { challenged }: AuthRequest): Promise<ProblemError> {
    if (isProblemError(error)) return error
    if (isLastAdministrator(error)) return new ProblemError('last-administrator', { cause: error })
    // better-auth throws alike for a lost database and for codes that another secret encrypted.
    const isUnreadable =
      challenged !== null &&
      (await isTwoFactorUnreadable(db, secrets, challenged).catch(() => false))
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
      lane: { name: 'known', owner: principal.operator?.email ?? '' },
      refund: async () => undefined,
      challenged: null,
      changes: null,
    }
    const answer = async () => {
      const auth = await authFor(new URL(request.url).pathname)
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
      if (UNDECIDED.has(problem.kind)) await attempt.refund(problem.kind)
      throw problem
    }
  }
}

/** Raised by a trigger of the table of operators. */
function isLastAdministrator(error: unknown): boolean {
  const { cause = error } = error as Error
  return cause instanceof Error && cause.message.includes('last-administrator')
}
