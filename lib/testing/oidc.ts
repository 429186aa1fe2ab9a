import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { Secret } from '@/lib/app/settings/secret'
import { OIDC_PROVIDER } from '@/lib/auth/openid-connect'
import { accounts, operators } from '@/lib/store/schema'
import { cookieOf, createTestAuth, ORIGIN, request, type TestAuth } from './auth'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  openProvider,
  type ProviderOptions,
  walkProvider,
} from './services/openid-provider'
import { openTestStore } from './stores'

export const REDIRECT = `${ORIGIN}/api/auth/callback/oidc`

export function oidcSettings(issuer: string) {
  return { issuer, clientId: CLIENT_ID, clientSecret: new Secret(CLIENT_SECRET) }
}

export function beginOidc({ api }: TestAuth, next = '/') {
  const callbackURL = `/sign-in?${new URLSearchParams({ next })}`
  return api(request('/api/auth/sign-in/social', { body: { provider: 'oidc', callbackURL } }))
}

/** Signs in as a browser does: to the provider and back. */
export async function enterOidc(kerbside: TestAuth, login: string, next = '/') {
  const begun = await beginOidc(kerbside, next)
  const back = new URL(await walkProvider((await begun.json()).url, login))
  const arriving = request(back.pathname + back.search, {
    cookie: cookieOf(begun),
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  const response = await kerbside.api(arriving)
  const session = response.headers
    .getSetCookie()
    .find((text) => text.startsWith('__Host-kerbside-session='))
  return { response, arriving, session, location: response.headers.get('location') }
}

/** @returns the e-mail address of the operator that a login signs in, or null when it is refused */
export async function signsIn(at: TestAuth, login: string): Promise<string | null> {
  const { session = '', location } = await enterOidc(at, login)
  if (session === '') {
    expect(location).toBe('/sign-in?failed=oidc')
    return null
  }
  return (await at.me(session.split(';')[0] ?? '')).operator.email
}

export type Claims = Readonly<Record<string, unknown>>

/** A store with an administrator, to be signed in to by several providers. */
export async function openOidcTest() {
  const { store, remove } = await openTestStore()
  const { db } = store
  const providers: Awaited<ReturnType<typeof openProvider>>[] = []
  const plain = createTestAuth(store)
  await plain.signedIn('administrator')

  async function operatorOf(email: string) {
    return db.query.operators.findFirst({ where: eq(operators.email, email) })
  }

  return {
    store,
    operatorOf,
    /** Kerbside with a provider of its own; `claims` are those of each login. */
    async open(claims: ReadonlyMap<string, Claims> = new Map(), options: ProviderOptions = {}) {
      const provider = await openProvider(REDIRECT, {
        ...options,
        claims: (login) => claims.get(login) ?? {},
      })
      providers.push(provider)
      return {
        ...createTestAuth(store, { oidc: oidcSettings(provider.issuer) }),
        issuer: provider.issuer,
      }
    },
    /** A dispatcher with a password and no OpenID account. */
    async dispatcher(email: string) {
      await plain.signedIn('dispatcher', email)
      return { id: (await operatorOf(email))?.id ?? '', email }
    },
    async identitiesOf(userId: string) {
      const rows = await db.select().from(accounts).where(eq(accounts.userId, userId))
      return rows.filter(({ providerId }) => providerId === OIDC_PROVIDER)
    },
    async close() {
      await Promise.all(providers.map((provider) => provider.close()))
      await remove()
    },
  }
}
