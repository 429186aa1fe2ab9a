import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { genericOAuth, twoFactor } from 'better-auth/plugins'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/lib/api/contract/operators'
import type { Settings } from '@/lib/app/settings/read-settings'
import {
  accountRowId,
  type IdentityLink,
  identityKey,
  OIDC_PROVIDER,
  profileToUser,
} from '@/lib/auth/sign-in/openid-identity'
import type { PasswordHashing } from '@/lib/auth/sign-in/password-lanes'
import { accounts, operators, sessions, twoFactors, verifications } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import { SESSION_COOKIE } from './cookies'

/** Absolute lifetime of a session; the idle timeout is in sessions.ts. */
const SESSION_SECONDS = 12 * 60 * 60
const BASE_PATH = '/api/auth'

export type BetterAuth = ReturnType<typeof createBetterAuth>

/**
 * better-auth over Kerbside's tables. Its router is never exposed: routes
 * call functions of its `api`.
 */
export function createBetterAuth(options: {
  db: Database
  secret: string
  /** Null without KERBSIDE_URL: only OpenID Connect needs it. */
  origin: string | null
  oidc: Settings['oidc']
  hashing: PasswordHashing
  /** Uses the invitation of a new operator; null when there is none. */
  claimInvitation: (email: string) => Promise<{ role: string } | null>
  linkIdentity: IdentityLink
}) {
  const { db, secret, origin, oidc, hashing, claimInvitation, linkIdentity } = options
  // Accepted on http://localhost and http://127.0.0.1 too, which browsers count as secure.
  const strict = { secure: true, httpOnly: true, sameSite: 'strict', path: '/' } as const
  return betterAuth({
    appName: 'Kerbside',
    secret,
    baseURL: origin ?? 'http://127.0.0.1',
    basePath: BASE_PATH,
    logger: { disabled: true },
    telemetry: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: operators,
        session: sessions,
        account: accounts,
        verification: verifications,
        twoFactor: twoFactors,
      },
    }),
    user: {
      additionalFields: {
        role: { type: 'string', required: true, defaultValue: 'viewer', input: false },
        disabledAt: { type: 'date', required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: hashing,
    },
    // `expiresAt` is the absolute end, never moved; `updatedAt` is the last use.
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true, freshAge: 0 },
    account: {
      accountLinking: { enabled: true, disableImplicitLinking: false },
      // Encrypted in the browser: anybody may begin, and each row is a write.
      storeStateStrategy: 'cookie',
    },
    rateLimit: { enabled: false },
    onAPIError: { errorURL: `${origin ?? ''}/sign-in?failed=oidc` },
    advanced: {
      // The cookie names below contain the prefix.
      useSecureCookies: false,
      cookiePrefix: '__Host-kerbside',
      defaultCookieAttributes: strict,
      cookies: {
        session_token: { name: SESSION_COOKIE, attributes: strict },
        // The provider redirects back here, a navigation that sends no strict cookie.
        oauth_state: { name: '__Host-kerbside-state', attributes: { ...strict, sameSite: 'lax' } },
      },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
    },
    databaseHooks: {
      session: { create: { before: async ({ userId }) => mayOpenSession(db, userId) } },
      // Tokens of the provider are not stored.
      account: {
        create: {
          async before(account, context) {
            if (!(await linkIdentity(account, context?.headers))) return false
            return { data: { ...account, ...noTokens, id: accountRowId(account.accountId) } }
          },
        },
        update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
      user: {
        create: {
          async before(user) {
            const invited = user.emailVerified ? await claimInvitation(user.email) : null
            return invited === null ? false : { data: { ...user, ...invited } }
          },
        },
      },
    },
    plugins: [
      twoFactor({ issuer: 'Kerbside' }),
      ...(oidc === null
        ? []
        : [
            genericOAuth({
              config: [
                {
                  providerId: OIDC_PROVIDER,
                  discoveryUrl: `${oidc.issuer}/.well-known/openid-configuration`,
                  clientId: oidc.clientId,
                  clientSecret: oidc.clientSecret.reveal(),
                  scopes: ['openid', 'email', 'profile'],
                  pkce: true,
                  requireIdTokenVerification: true,
                  // Every path of better-auth looks an account up by this key.
                  accountSubject: ({ tokens, profile }) =>
                    identityKey(oidc.issuer, tokens.idToken, profile.sub),
                  mapProfileToUser: profileToUser,
                },
              ],
            }),
          ]),
    ],
  })
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null }

async function mayOpenSession(db: Database, userId: string): Promise<false | undefined> {
  const operator = await db.query.operators.findFirst({
    where: (table, { eq }) => eq(table.id, userId),
  })
  return operator && operator.disabledAt === null ? undefined : false
}
