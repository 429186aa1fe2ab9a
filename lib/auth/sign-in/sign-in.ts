import { eq } from 'drizzle-orm'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { Audit, FailureCount } from '@/lib/auth/audit/audit'
import type { BetterAuth } from '@/lib/auth/better-auth'
import { cookieValue, parseCookies, SESSION_COOKIE } from '@/lib/auth/cookies'
import type { ForgetAfter } from '@/lib/auth/sessions/remembered-sessions'
import type { Sessions } from '@/lib/auth/sessions/sessions'
import { networkOf } from '@/lib/auth/shares'
import type { Secrets } from '@/lib/auth/stored-secret'
import { operators, sessions, verifications } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import type { LoginThrottle } from './login-throttle'
import type { Lane, PasswordLanes } from './password-lanes'
import { isTwoFactorUnreadable } from './two-factor-secrets'

const TWO_FACTOR_COOKIE = '__Host-kerbside.two_factor'

export interface SignInRequest {
  readonly headers: Headers
  readonly address: string | null
  readonly requestId: string
}

/** For the log: ways out for second factors that the present secret cannot read. */
export const WAYS_OUT =
  'Set KERBSIDE_SECRET_BEFORE to the earlier secret and start again, or turn their two-factor off: npm run operators -- two-factor-off EMAIL'

type SignInStep = { cookies: readonly string[]; next: 'done' | 'code' }

/**
 * Sign-in by e-mail address and password, and a code where two-factor is
 * on. All failures look alike.
 */
export function createSignIn(parts: {
  db: Database
  betterAuth: BetterAuth
  sessions: Sessions
  loginThrottle: LoginThrottle
  audit: Audit
  failures: FailureCount
  lanes: PasswordLanes
  forgetAfter: ForgetAfter
  secrets: Secrets
  /** For the log. */
  warn: (message: string) => void
}) {
  const { db, betterAuth, sessions: currentSessions, loginThrottle, audit, failures, lanes } = parts
  const { forgetAfter, secrets, warn } = parts
  /** Failures of known accounts one by one, repeated refusals of one lock once. */
  async function recordFailure(
    { address, requestId }: SignInRequest,
    email: string | null,
    outcome: 'sign-in-failed' | 'too-many-tries' | 'wrong-code',
  ): Promise<void> {
    // The account is the subject: the caller is not known.
    const principal = { operator: null, address }
    const entry = { principal, action: 'sign-in', subject: email, outcome, requestId } as const
    if (email === null || (await db.$count(operators, eq(operators.email, email))) === 0)
      return failures.add(entry)
    if (outcome !== 'too-many-tries' || (await loginThrottle.shouldAudit(email, address)))
      await audit.write(entry)
  }

  async function endPreviousSession(headers: Headers): Promise<void> {
    const previous = await currentSessions.authenticate(headers).catch(() => null)
    if (!previous?.operator) return
    const { sessionId } = previous.operator
    const ended = db.delete(sessions).where(eq(sessions.id, sessionId)).execute()
    await forgetAfter(ended, sessionId)
  }

  async function finish(
    response: Response,
    { headers, address, requestId }: SignInRequest,
  ): Promise<SignInStep> {
    const cookies = response.headers.getSetCookie()
    const { user } = (await response.json()) as { user: { id: string; email: string } }
    await loginThrottle.reset(user.email, address)
    const principal = { operator: user, address }
    await audit.write({ principal, action: 'sign-in', subject: null, outcome: 'ok', requestId })
    await endPreviousSession(headers)
    return { cookies, next: 'done' }
  }

  /** @returns false, and ends the new session, when the authenticator's code was used before */
  async function consumeCode(response: Response, code: string): Promise<boolean> {
    const { token, user } = (await response.json()) as { token: string; user: { email: string } }
    if (await loginThrottle.consumeCode(user.email, code)) return true
    await db.delete(sessions).where(eq(sessions.token, token))
    return false
  }

  /** Runs a step of an attempt; its failure is recorded before it is thrown. */
  async function recorded<T>(
    request: SignInRequest,
    email: string,
    step: () => Promise<T>,
  ): Promise<T> {
    return step().catch(async (error: unknown) => {
      const kind = kindOf(error)
      if (kind === 'sign-in-failed' || kind === 'too-many-tries')
        await recordFailure(request, email, kind)
      throw error
    })
  }

  /**
   * @returns whether the account has signed in from there before, which leaves
   * the network's limit aside
   */
  async function admit(email: string, address: string | null): Promise<boolean> {
    if (await loginThrottle.isKnown(email, address)) return true
    await loginThrottle.consumeNetwork(address)
    return false
  }

  async function tryPassword(
    request: SignInRequest,
    email: string,
    password: string,
  ): Promise<SignInStep> {
    const { headers, address } = request
    await loginThrottle.consume(email, address)
    const response = await throttledCall(loginThrottle, email, address, () =>
      betterAuth.api.signInEmail({
        body: { email, password },
        headers: withoutSession(headers),
        asResponse: true,
      }),
    )
    if (!response.ok) throw new ProblemError('sign-in-failed')
    const { twoFactorRedirect } = (await response.clone().json()) as { twoFactorRedirect?: boolean }
    if (twoFactorRedirect) return { cookies: response.headers.getSetCookie(), next: 'code' }
    return finish(response, request)
  }

  /** better-auth throws alike for a lost database and for codes that another secret encrypted. */
  async function checkCode(email: string | null, work: () => Promise<Response>): Promise<Response> {
    try {
      return await callBetterAuth(work)
    } catch (error) {
      const isUnreadable =
        email !== null && (await isTwoFactorUnreadable(db, secrets, email).catch(() => false))
      if (!isUnreadable) throw error
      warn(`A second factor was encrypted with another KERBSIDE_SECRET. ${WAYS_OUT}`)
      throw new ProblemError('two-factor-unreadable', { cause: error })
    }
  }

  return {
    checkCode,

    /**
     * @param lane of a caller that holds a one-time link; otherwise found by the address
     * @throws ProblemError sign-in-failed, sign-in-busy, too-many-tries, store-unreachable
     */
    async withPassword(
      request: SignInRequest,
      credentials: { email: string; password: string },
      lane?: Lane,
    ): Promise<SignInStep> {
      const email = credentials.email.toLowerCase()
      const { address } = request
      const network = address === null ? '' : networkOf(address)
      const isKnown =
        lane === 'known' || (await recorded(request, email, () => admit(email, address)))
      const attempt = () =>
        recorded(request, email, () => tryPassword(request, email, credentials.password))
      const step = await lanes
        .run(isKnown ? 'known' : 'unknown', isKnown ? email : network, attempt)
        .catch(async (error: unknown) => {
          if (kindOf(error) === 'store-unreachable' && !isKnown)
            await loginThrottle.refundNetwork(address)
          throw error
        })
      if (!isKnown) await loginThrottle.refundNetwork(address)
      return step
    },

    /** @throws ProblemError sign-in-failed, two-factor-unreadable, store-unreachable */
    async withCode(request: SignInRequest, code: string): Promise<SignInStep> {
      const headers = withoutSession(request.headers)
      const email = await challengedEmail(db, headers)
      const isBackupCode = !/^\d{6}$/.test(code)
      // Checked before the call too: a used code must not consume the challenge, so that
      // the next code still works.
      if (isBackupCode || email === null || !(await loginThrottle.isCodeUsed(email, code))) {
        const response = await checkCode(email, () =>
          isBackupCode
            ? betterAuth.api.verifyBackupCode({ body: { code }, headers, asResponse: true })
            : betterAuth.api.verifyTOTP({ body: { code }, headers, asResponse: true }),
        )
        if (response.ok && (isBackupCode || (await consumeCode(response.clone(), code))))
          return finish(response, request)
      }
      await recordFailure(request, email, 'wrong-code')
      throw new ProblemError('sign-in-failed')
    },
  }
}

function kindOf(error: unknown): ProblemKind | null {
  return error instanceof ProblemError ? error.kind : null
}

/** Drops the old session cookie, so that it cannot influence this sign-in. */
function withoutSession(headers: Headers): Headers {
  const copy = new Headers(headers)
  const others = parseCookies(headers.get('cookie')).filter(([name]) => name !== SESSION_COOKIE)
  copy.set('cookie', others.map((pair) => pair.join('=')).join('; '))
  return copy
}

/**
 * E-mail address of a pending two-factor challenge, for the audit only: the cookie's
 * signature is not verified here.
 */
async function challengedEmail(db: Database, headers: Headers): Promise<string | null> {
  // Letters, digits and hyphens only, as it was set: an escaped spelling is not recognised.
  const id = /^([\w-]+)\./.exec(cookieValue(headers.get('cookie'), TWO_FACTOR_COOKIE) ?? '')?.[1]
  if (!id) return null
  const rows = await db
    .select({ email: operators.email })
    .from(verifications)
    .innerJoin(operators, eq(operators.id, verifications.value))
    .where(eq(verifications.identifier, id))
    .catch(() => [])
  return rows[0]?.email ?? null
}

/**
 * better-auth returns a response for bad credentials; a throw or 5xx means
 * that the database failed.
 */
export async function callBetterAuth(work: () => Promise<Response>): Promise<Response> {
  const response = await work().catch((cause: unknown) => {
    if (cause instanceof ProblemError) throw cause
    throw new ProblemError('store-unreachable', { cause })
  })
  if (response.status >= 500) throw new ProblemError('store-unreachable')
  return response
}

/**
 * The same for a counted attempt, which a database outage refunds: retries during it
 * must not lock the account.
 */
export async function throttledCall(
  loginThrottle: LoginThrottle,
  email: string,
  address: string | null,
  work: () => Promise<Response>,
): Promise<Response> {
  return callBetterAuth(work).catch(async (error: unknown) => {
    await loginThrottle.refund(email, address)
    throw error
  })
}
