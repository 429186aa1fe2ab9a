import { apiKey } from '@better-auth/api-key'
import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, isAPIError } from 'better-auth/api'
import { admin, twoFactor } from 'better-auth/plugins'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import {
  LONGEST_PASSWORD,
  LONGEST_TOKEN_DAYS,
  SHORTEST_PASSWORD,
} from '@/lib/api/contract/operators'
import type { Settings } from '@/lib/app/settings/read-settings'
import { SESSION_COOKIE } from '@/lib/auth/sessions/cookies'
import * as schema from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import { FAILED_PAGE, openIdConnect } from './openid-connect'
import { accessControl, disabledPaths, roles } from './permissions'

/** Absolute lifetime of a session, and of its cookie. */
export const SESSION_SECONDS = 12 * 60 * 60
/** Sessions end when unused for this long. Visible pages poll every 10 s, hidden ones do not. */
export const IDLE_MS = 60 * 60_000
/** Age of a session up to which it may add passkeys and tokens. */
const FRESH_SECONDS = 15 * 60
/** Beginnings of a sign-in, each of which the store keeps for minutes. */
const BEGINNINGS = { window: 60, max: 60 }

export type BetterAuth = ReturnType<typeof createAuth>

type EmailAndPassword = NonNullable<BetterAuthOptions['emailAndPassword']>
export type PasswordHashing = Required<NonNullable<EmailAndPassword['password']>>

/** better-auth with Kerbside's tables, roles and plugins. Its own documentation applies. */
export function createAuth(options: {
  db: Database
  secret: string
  /** Null without KERBSIDE_URL: only OpenID Connect needs it. */
  origin: string | null
  oidc: Settings['oidc']
  passwords: PasswordHashing
  hooks: BetterAuthOptions['hooks']
  databaseHooks: BetterAuthOptions['databaseHooks']
  rateLimitStorage: NonNullable<BetterAuthOptions['rateLimit']>['customStorage']
  /** Origins of our own pages. */
  trustedOrigins: (request?: Request) => string[]
}) {
  const { db, secret, origin, oidc, passwords, hooks, databaseHooks } = options
  // Accepted on http://localhost and http://127.0.0.1 too, which browsers count as secure.
  const strict = { secure: true, httpOnly: true, sameSite: 'strict', path: '/' } as const
  return betterAuth({
    appName: 'Kerbside',
    secret,
    baseURL: origin ?? 'http://127.0.0.1',
    trustedOrigins: options.trustedOrigins,
    disabledPaths,
    logger: { disabled: true },
    telemetry: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: schema.operators,
        session: schema.sessions,
        account: schema.accounts,
        verification: schema.verifications,
        twoFactor: schema.twoFactors,
        passkey: schema.passkeys,
        apikey: schema.apiKeys,
      },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: passwords,
    },
    // `expiresAt` is the absolute end, never moved; `updatedAt` is the last use.
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true, freshAge: FRESH_SECONDS },
    account: {
      accountLinking: { enabled: true, disableImplicitLinking: false },
      // Encrypted in the browser: anybody may begin, and each row is a write.
      storeStateStrategy: 'cookie',
    },
    // By address. Passwords and codes are limited by account, in rate-limit.ts.
    rateLimit: {
      enabled: true,
      customStorage: options.rateLimitStorage,
      customRules: {
        '/passkey/generate-authenticate-options': BEGINNINGS,
        '/passkey/verify-authentication': BEGINNINGS,
        '/**': false,
      },
    },
    hooks,
    databaseHooks,
    onAPIError: {
      errorURL: FAILED_PAGE,
      // The route's own answer to a lost database, and to problems of the hooks.
      onError(error) {
        if (!isAPIError(error)) throw error
      },
    },
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
    plugins: [
      admin({
        ac: accessControl,
        roles,
        defaultRole: 'viewer',
        adminRoles: ['administrator'],
      }),
      twoFactor({ issuer: 'Kerbside' }),
      passkey({
        rpID: origin ? new URL(origin).hostname : 'localhost',
        rpName: 'Kerbside',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        authentication: {
          // It stands for password and code: the device alone is not enough.
          async afterVerification({ verification }) {
            if (!verification.authenticationInfo.userVerified) throw new APIError('UNAUTHORIZED')
          },
        },
      }),
      apiKey({
        defaultPrefix: 'kerbside_',
        requireName: true,
        // Holds the role.
        enableMetadata: true,
        keyExpiration: { defaultExpiresIn: null, maxExpiresIn: LONGEST_TOKEN_DAYS },
        startingCharactersConfig: { charactersLength: 'kerbside_'.length + 4 },
        // A script counts in the shares of its operator.
        rateLimit: { enabled: false },
      }),
      ...(oidc === null ? [] : [openIdConnect(oidc)]),
    ],
  })
}
