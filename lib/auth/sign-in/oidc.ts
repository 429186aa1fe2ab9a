import { eq } from 'drizzle-orm'
import { REQUEST_ID_HEADER } from '@/lib/api/contract/answers'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { Audit, FailureCount } from '@/lib/auth/audit/audit'
import type { BetterAuth } from '@/lib/auth/better-auth'
import { newSessionToken } from '@/lib/auth/cookies'
import { operators, sessions } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import { OIDC_PROVIDER } from './openid-identity'
import { callBetterAuth, type SignInRequest } from './sign-in'

const UNKNOWN_PERSON =
  'no operator and no invitation has the address, or the provider does not say that it is verified'
/** By better-auth's code; the others are not for an administrator to mend. */
const REASONS: Readonly<Record<string, string>> = {
  invalid_code: 'the provider did not accept the code, OIDC_CLIENT_ID or OIDC_CLIENT_SECRET',
  issuer_mismatch: 'the answer is of another issuer than OIDC_ISSUER',
  email_not_found: 'the provider gave no e-mail address: allow the scope “email”',
  unable_to_get_user_info:
    'the ID token could not be verified: check OIDC_ISSUER and the clocks of both machines',
  unable_to_create_user: UNKNOWN_PERSON,
  account_not_linked: UNKNOWN_PERSON,
}

/**
 * Sign-in by OpenID Connect, for operators and invited people whose e-mail address
 * the provider has verified.
 */
export function createOidc(parts: {
  db: Database
  audit: Audit
  failures: FailureCount
  openBetterAuth: () => BetterAuth
  /** For the log: why a sign-in was refused. */
  warn: (message: string) => void
}) {
  const { db, audit, failures, openBetterAuth, warn } = parts
  let discovered: BetterAuth | null = null

  return {
    /**
     * @param back a page of ours, for after the sign-in
     * @returns the provider's page and the cookies to set
     * @throws ProblemError sign-in-failed when the provider cannot be reached
     */
    async begin(headers: Headers, back: string) {
      // An instance reads the provider's discovery document once: replace
      // one for which that failed.
      for (const current of discovered ? [discovered, null] : [null]) {
        const betterAuth: BetterAuth = current ?? openBetterAuth()
        const response = await callBetterAuth(() =>
          betterAuth.api.signInSocial({
            body: { provider: OIDC_PROVIDER, callbackURL: back, disableRedirect: true },
            headers,
            asResponse: true,
          }),
        )
        if (!response.ok) continue
        discovered = betterAuth
        const { url } = (await response.json()) as { url: string }
        return { url, cookies: response.headers.getSetCookie() }
      }
      warn('The discovery document of OIDC_ISSUER cannot be read')
      throw new ProblemError('sign-in-failed')
    },

    /**
     * Handles the provider's redirect.
     * @returns cookies to set, and the page to go to; null when it was refused
     */
    async finish(url: string, { headers, address, requestId }: SignInRequest) {
      const betterAuth = discovered ?? openBetterAuth()
      const copy = new Headers(headers)
      copy.set(REQUEST_ID_HEADER, requestId)
      const response = await callBetterAuth(() =>
        betterAuth.api.callbackOAuth({
          params: { id: OIDC_PROVIDER },
          query: Object.fromEntries(new URL(url).searchParams),
          headers: copy,
          method: 'GET',
          asResponse: true,
        }),
      )
      const cookies = response.headers.getSetCookie()
      const reason =
        REASONS[/[?&]error=(\w+)/.exec(response.headers.get('location') ?? '')?.[1] ?? '']
      if (reason) warn(`A sign-in by OpenID Connect was refused: ${reason}`)
      const operator = await findOperator(db, cookies)
      const entry = { action: 'sign-in', subject: 'OpenID Connect', requestId } as const
      if (operator) await audit.write({ ...entry, principal: { operator, address }, outcome: 'ok' })
      else
        await failures.add({
          ...entry,
          principal: { operator, address },
          outcome: 'sign-in-failed',
        })
      return { cookies, location: operator ? response.headers.get('location') : null }
    },
  }
}

async function findOperator(db: Database, cookies: readonly string[]) {
  const token = newSessionToken(cookies)
  if (token === '') return null
  const rows = await db
    .select({ id: operators.id, email: operators.email })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.userId))
    .where(eq(sessions.token, token))
  return rows[0] ?? null
}
