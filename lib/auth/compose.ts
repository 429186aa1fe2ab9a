import type { Settings } from '@/lib/app/settings/read-settings'
import { createAudit, createAuditDedupe, createFailureCount } from '@/lib/auth/audit/audit'
import { createInvitations } from '@/lib/auth/operators/invitations'
import { createOperators } from '@/lib/auth/operators/operators'
import { createRecovery } from '@/lib/auth/operators/recovery'
import { createAccess, createOrigins } from '@/lib/auth/sessions/access'
import { createRememberedSessions, type OtherNodes } from '@/lib/auth/sessions/remembered-sessions'
import {
  carriesSession,
  createEndedSessions,
  createSessions,
  purgeSessions,
} from '@/lib/auth/sessions/sessions'
import { createLoginThrottle, rateLimitStorage } from '@/lib/auth/sign-in/login-throttle'
import { createIdentityLink, createOpenIdConnect } from '@/lib/auth/sign-in/openid-connect'
import {
  createPasswordLanes,
  type PasswordHashing,
  SCRYPT,
} from '@/lib/auth/sign-in/password-lanes'
import { renewTwoFactors, WAYS_OUT } from '@/lib/auth/sign-in/two-factor-secrets'
import { noticeOtherSecret, type Secrets } from '@/lib/auth/stored-secret'
import type { RateLimits } from '@/lib/store/rate-limits'
import type { Store } from '@/lib/store/store'
import { createAuth } from './auth'
import { createDatabaseHooks } from './database-hooks'
import { createHandler } from './handler'
import { createHooks } from './hooks'
import { createTokens } from './tokens'

export type Auth = ReturnType<typeof composeAuth>

export interface AuthOptions {
  readonly store: Pick<Store, 'db'>
  readonly settings: Pick<Settings, 'KERBSIDE_URL' | 'oidc' | 'AUDIT_RETENTION_DAYS'>
  readonly secrets: Secrets
  readonly limits: RateLimits
  /** Not set: there is one node. */
  readonly otherNodes?: OtherNodes | null
  readonly now?: () => number
  readonly hashing?: PasswordHashing
  readonly warn?: (message: string) => void
}

export function composeAuth(options: AuthOptions) {
  const { settings, secrets, limits, now = Date.now, hashing = SCRYPT, warn = () => {} } = options
  const { db } = options.store
  const secret = secrets.current
  const loginThrottle = createLoginThrottle(limits)
  const { KERBSIDE_URL: origin, oidc } = settings
  const lanes = createPasswordLanes(hashing)
  const invitations = createInvitations(db, lanes.hash, now)
  const audit = createAudit(db, settings.AUDIT_RETENTION_DAYS, now)
  const failures = createFailureCount(audit, now)
  const origins = createOrigins(origin)
  const remembered = createRememberedSessions(options.otherNodes ?? null, now)
  const { forgetAfter } = remembered
  const operators = createOperators(db, forgetAfter, now)
  const hooks = createHooks({
    db,
    audit,
    failures,
    loginThrottle,
    operators,
    auth: () => betterAuth,
    warn,
  })
  const databaseHooks = createDatabaseHooks({
    db,
    claimInvitation: invitations.claimByEmail,
    linkIdentity: createIdentityLink(db, audit),
    now,
  })
  const open = (provider: typeof oidc) =>
    createAuth({
      db,
      secret,
      origin,
      oidc: provider,
      passwords: lanes,
      hooks,
      databaseHooks,
      rateLimitStorage: rateLimitStorage(limits),
      trustedOrigins: (request) => (request ? [origins.of(request)] : []),
    })
  const betterAuth = open(null)
  const openIdConnect = oidc ? createOpenIdConnect(() => open(oidc), warn) : null
  const tokens = createTokens(db, betterAuth, forgetAfter)
  const sessions = createSessions(db, betterAuth, tokens, remembered, now)
  const endedSessions = createEndedSessions(db, secret)
  return {
    access: createAccess({ origins, sessions, record: createAuditDedupe(audit, now), audit }),
    audit,
    betterAuth,
    /** Without a look-up: to be asked before every request. */
    carriesSession: (headers: Headers) =>
      carriesSession(headers, secret) || sessions.isTokenRemembered(headers),
    endedSessions,
    /** Failed sign-ins that are counted before they are written. */
    failures,
    handle: createHandler({
      db,
      secrets,
      betterAuth,
      openIdConnect,
      sessions,
      forgetAfter,
      warn,
    }),
    hasOpenIdConnect: oidc !== null,
    invitations,
    lanes,
    loginThrottle,
    operators,
    origins,
    recovery: createRecovery(db, lanes.hash, forgetAfter, now),
    sessions,
    tokens,
    /** Encrypts second factors of an earlier secret with the present one; logs the outcome. */
    async takeOverSecret(): Promise<void> {
      const { renewed, unreadable } = await renewTwoFactors(db, secrets)
      if (await noticeOtherSecret(db, secrets))
        warn('KERBSIDE_SECRET is another one than at the last start: everybody is signed out')
      if (renewed > 0) warn(`${renewed} second factors are now encrypted with the present secret`)
      if (unreadable > 0)
        warn(`${unreadable} operators cannot sign in with their second factor. ${WAYS_OUT}`)
    },
    /** Deletes expired sessions, links and audit entries; to be called every hour or so. */
    async purge(): Promise<void> {
      await purgeSessions(db, now())
      await endedSessions.purge(now())
      await audit.purge()
    },
  }
}
