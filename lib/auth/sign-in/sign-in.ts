import { eq } from 'drizzle-orm'
import type { Audit, NewEntry } from '@/lib/auth/audit/audit'
import { type BetterAuth, SESSION_COOKIE } from '@/lib/auth/better-auth'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { Sessions } from '@/lib/auth/sessions/sessions'
import { ADDRESS_HEADER } from '@/lib/http/client-ip'
import type { Database } from '@/lib/store/open'
import { operators, sessions, verifications } from '@/lib/store/schema'
import type { LoginThrottle } from './login-throttle'

const TWO_FACTOR_COOKIE = '__Host-kerbside.two_factor'

export interface SignInParts {
  readonly db: Database
  readonly kit: BetterAuth
  readonly sessions: Sessions
  readonly limits: LoginThrottle
  readonly audit: Audit
}

/** What the browser is to keep, and what comes next. */
export interface Entered {
  readonly cookies: readonly string[]
  readonly next: 'done' | 'code'
}

/** By e-mail address and password, and a code where the operator has set that up. One failure looks like another. */
export function createSignIn({ db, kit, sessions: proving, limits, audit }: SignInParts) {
  /** A browser that signs in anew does not keep what it had. */
  async function endEarlier(headers: Headers): Promise<void> {
    const earlier = await proving.prove(headers).catch(() => null)
    if (earlier?.operator) await db.delete(sessions).where(eq(sessions.id, earlier.operator.sessionId))
  }

  async function finish(response: Response, request: Request, requestId: string): Promise<Entered> {
    const cookies = response.headers.getSetCookie()
    const { user } = (await response.json()) as { user: { id: string; email: string } }
    const address = request.headers.get(ADDRESS_HEADER)
    await limits.forget(user.email, address)
    await audit.write({
      who: { operator: user, address },
      action: 'sign-in',
      subject: null,
      outcome: 'ok',
      requestId,
    })
    await endEarlier(request.headers)
    return { cookies, next: 'done' }
  }

  /** @returns false, without the session that it opened, when the code of an authenticator was used before */
  async function spendCode(response: Response, code: string): Promise<boolean> {
    const { token, user } = (await response.json()) as { token: string; user: { email: string } }
    if (await limits.spendCode(user.email, code)) return true
    await db.delete(sessions).where(eq(sessions.token, token))
    return false
  }

  return {
    /** @throws AccessError sign-in-failed, too-many-tries, store-unreachable */
    async withPassword(request: Request, requestId: string, given: { email: string; password: string }) {
      const email = given.email.toLowerCase()
      const address = request.headers.get(ADDRESS_HEADER)
      // Who was tried is the subject: nobody is signed in.
      const entry = {
        who: { operator: null, address },
        action: 'sign-in',
        subject: email,
        requestId,
      } as const
      await limits.count(email, address).catch(async (error: unknown) => {
        if (
          error instanceof AccessError &&
          error.kind === 'too-many-tries' &&
          (await limits.isNews(email, address))
        ) {
          await audit.write({ ...entry, outcome: error.kind })
        }
        throw error
      })
      const response = await throttledCall(limits, email, address, () =>
        kit.api.signInEmail({
          body: { email, password: given.password },
          headers: withoutSession(request.headers),
          asResponse: true,
        }),
      )
      if (!response.ok) {
        await audit.write({ ...entry, outcome: 'sign-in-failed' })
        throw new AccessError('sign-in-failed')
      }
      const { twoFactorRedirect } = (await response.clone().json()) as { twoFactorRedirect?: boolean }
      if (twoFactorRedirect) return { cookies: response.headers.getSetCookie(), next: 'code' } as const
      return finish(response, request, requestId)
    },

    /** @throws AccessError sign-in-failed, store-unreachable */
    async withCode(request: Request, requestId: string, code: string): Promise<Entered> {
      const headers = withoutSession(request.headers)
      const tried = await challenged(db, headers)
      const isBackup = !/^\d{6}$/.test(code)
      // Asked before as well: whoever is too quick with the next sign-in keeps the challenge for the next code.
      if (isBackup || tried === null || !(await limits.isCodeUsed(tried, code))) {
        const response = await callBetterAuth(() =>
          isBackup
            ? kit.api.verifyBackupCode({ body: { code }, headers, asResponse: true })
            : kit.api.verifyTOTP({ body: { code }, headers, asResponse: true }),
        )
        if (response.ok && (isBackup || (await spendCode(response.clone(), code))))
          return finish(response, request, requestId)
      }
      const who: NewEntry['who'] = { operator: null, address: headers.get(ADDRESS_HEADER) }
      await audit.write({ who, action: 'sign-in', subject: tried, outcome: 'wrong-code', requestId })
      throw new AccessError('sign-in-failed')
    },
  }
}

export type SignIn = ReturnType<typeof createSignIn>

/** The kit answers what it refuses; what it could not find out is the store's fault. */
export async function callBetterAuth(work: () => Promise<Response>): Promise<Response> {
  const response = await work().catch((cause: unknown) => {
    throw new AccessError('store-unreachable', { cause })
  })
  if (response.status >= 500) throw new AccessError('store-unreachable')
  return response
}

/** The same for a try that was counted: while the store is away, whoever tries again is not locked out for it. */
export async function throttledCall(
  limits: LoginThrottle,
  email: string,
  address: string | null,
  work: () => Promise<Response>,
): Promise<Response> {
  return callBetterAuth(work).catch(async (error: unknown) => {
    await limits.uncount(email, address)
    throw error
  })
}

/** A session of before has no say in who signs in now. */
function withoutSession(headers: Headers): Headers {
  const copy = new Headers(headers)
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  copy.set('cookie', pairs.filter((pair) => !pair.startsWith(`${SESSION_COOKIE}=`)).join('; '))
  return copy
}

/** Whose code is asked for; for the audit only, since the cookie's signature is not looked at here. */
async function challenged(db: Database, headers: Headers): Promise<string | null> {
  // As the browser was given it, letters, digits and hyphens: nothing in it is escaped.
  const pair = new RegExp(`(?:^|; )${TWO_FACTOR_COOKIE}=([\\w-]+)\\.`).exec(headers.get('cookie') ?? '')
  if (!pair?.[1]) return null
  const rows = await db
    .select({ email: operators.email })
    .from(verifications)
    .innerJoin(operators, eq(operators.id, verifications.value))
    .where(eq(verifications.identifier, pair[1]))
    .catch(() => [])
  return rows[0]?.email ?? null
}
