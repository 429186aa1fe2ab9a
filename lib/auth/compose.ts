import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Settings } from '@/lib/app/settings/read-settings'
import { createInvitations } from '@/lib/auth/accounts/invitations'
import { createOperators } from '@/lib/auth/accounts/operators'
import { createRecovery } from '@/lib/auth/accounts/recovery'
import { signedToken } from '@/lib/auth/sessions/cookies'
import { createEndedSessions } from '@/lib/auth/sessions/ended-sessions'
import { createRememberedSessions, type OtherNodes } from '@/lib/auth/sessions/remembered-sessions'
import { createSessions, purgeSessions } from '@/lib/auth/sessions/sessions'
import type { RateLimits } from '@/lib/store/rate-limits'
import type { Store } from '@/lib/store/store'
import { createAccess } from './access'
import { createTokens } from './api-keys'
import { createAudit, createAuditDedupe } from './audit'
import { createAuth, type PasswordHashing } from './auth'
import { createDatabaseHooks } from './database-hooks'
import { createHandler } from './handler'
import { createHooks } from './hooks/hooks'
import { createIdentityLink, createOpenIdConnect } from './openid-connect'
import { createOrigins } from './origins'
import { createLoginThrottle, rateLimitStorage } from './rate-limit'
import { noticeOtherSecret, type Secrets } from './secrets'
import { renewTwoFactors, WAYS_OUT } from './two-factor-secrets'

/** better-auth's own: a tenth of a second of a core each. */
const SCRYPT: PasswordHashing = { hash: hashPassword, verify: verifyPassword }

export type Auth = ReturnType<typeof composeAuth>

export interface AuthOptions {
  readonly store: Pick<Store, 'db'>
  readonly settings: Pick<Settings, 'KERBSIDE_URL' | 'oidc' | 'AUDIT_RETENTION_DAYS'>
  readonly secrets: Secrets
  readonly limits: RateLimits
  /** Not set: there is one node. */
  readonly otherNodes?: OtherNodes | null
  readonly now?: () => number
  readonly passwords?: PasswordHashing
  readonly warn?: (message: string) => void
}

export function composeAuth(options: AuthOptions) {
  const { settings, secrets, limits, now = Date.now, passwords = SCRYPT, warn = () => {} } = options
  const { db } = options.store
  const secret = secrets.current
  const loginThrottle = createLoginThrottle(limits)
  const { KERBSIDE_URL: origin, oidc } = settings
  const invitations = createInvitations(db, passwords.hash, now)
  const audit = createAudit(db, settings.AUDIT_RETENTION_DAYS, now)
  const origins = createOrigins(origin)
  const remembered = createRememberedSessions(options.otherNodes ?? null, now)
  const { forgetAfter } = remembered
  const operators = createOperators(db, forgetAfter, now)
  const hooks = createHooks({
    db,
    audit,
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
      passwords,
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
    /** Also of an ended one; without a look-up, to be asked before every request. */
    carriesSession: (headers: Headers) =>
      signedToken(headers, secret) !== null || sessions.isTokenRemembered(headers),
    endedSessions,
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
    loginThrottle,
    operators,
    origins,
    recovery: createRecovery(db, passwords.hash, forgetAfter, now),
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
    /** Deletes expired sessions and audit entries; to be called every hour or so. */
    async purge(): Promise<void> {
      await purgeSessions(db, now())
      await endedSessions.purge(now())
      await audit.purge()
    },
  }
}
