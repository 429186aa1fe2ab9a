import { eq } from 'drizzle-orm'
import type { Audit } from '@/lib/auth/audit/audit'
import { type BetterAuth, SESSION_COOKIE } from '@/lib/auth/better-auth'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { ADDRESS_HEADER } from '@/lib/http/client-ip'
import type { Database } from '@/lib/store/open'
import { operators, sessions } from '@/lib/store/schema'
import { OIDC_PROVIDER, REQUEST_ID_HEADER } from './openid-identity'
import { callBetterAuth } from './sign-in'

/** By the OpenID provider: those who are operators, or invited, under an e-mail address that it vouches for. */
export function createOidc({
  db,
  audit,
  openKit,
}: {
  db: Database
  audit: Audit
  openKit: () => BetterAuth
}) {
  let kit: BetterAuth | null = null

  return {
    /**
     * @param back a page of ours, where the browser is to arrive
     * @returns the provider's page, and what the browser is to keep until it comes back
     * @throws AccessError sign-in-failed when the provider cannot be reached
     */
    async begin(headers: Headers, back: string) {
      // The provider's description is read when a kit is made: one that found none is no use.
      for (const current of kit ? [kit, null] : [null]) {
        const tried: BetterAuth = current ?? openKit()
        const response = await callBetterAuth(() =>
          tried.api.signInSocial({
            body: { provider: OIDC_PROVIDER, callbackURL: back, disableRedirect: true },
            headers,
            asResponse: true,
          }),
        )
        if (!response.ok) continue
        kit = tried
        const { url } = (await response.json()) as { url: string }
        return { url, cookies: response.headers.getSetCookie() }
      }
      throw new AccessError('sign-in-failed')
    },

    /** The browser is back. @returns where it is to go, with its session, or with none when it was refused */
    async end(request: Request, requestId: string) {
      const finishing = kit ?? openKit()
      const headers = new Headers(request.headers)
      headers.set(REQUEST_ID_HEADER, requestId)
      const response = await callBetterAuth(() =>
        finishing.api.callbackOAuth({
          params: { id: OIDC_PROVIDER },
          query: Object.fromEntries(new URL(request.url).searchParams),
          headers,
          method: 'GET',
          asResponse: true,
        }),
      )
      const cookies = response.headers.getSetCookie()
      const operator = await findOperator(db, cookies)
      await audit.write({
        who: { operator, address: request.headers.get(ADDRESS_HEADER) },
        action: 'sign-in',
        subject: 'OpenID Connect',
        outcome: operator ? 'ok' : 'sign-in-failed',
        requestId,
      })
      return { cookies, location: operator ? response.headers.get('location') : null }
    },
  }
}

export type Oidc = ReturnType<typeof createOidc>

async function findOperator(db: Database, cookies: readonly string[]) {
  const cookie = cookies.find((text) => text.startsWith(`${SESSION_COOKIE}=`))
  const value = decodeURIComponent(cookie?.slice(SESSION_COOKIE.length + 1).split(';')[0] ?? '')
  const token = value.slice(0, value.lastIndexOf('.'))
  if (token === '') return null
  const rows = await db
    .select({ id: operators.id, email: operators.email })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.userId))
    .where(eq(sessions.token, token))
  return rows[0] ?? null
}
