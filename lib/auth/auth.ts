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
import { createLoginThrottle } from '@/lib/auth/sign-in/login-throttle'
import { createOidc } from '@/lib/auth/sign-in/oidc'
import { createIdentityLink } from '@/lib/auth/sign-in/openid-identity'
import {
  createPasswordLanes,
  type PasswordHashing,
  SCRYPT,
} from '@/lib/auth/sign-in/password-lanes'
import { createSignIn, WAYS_OUT } from '@/lib/auth/sign-in/sign-in'
import { renewTwoFactors } from '@/lib/auth/sign-in/two-factor-secrets'
import { noticeOtherSecret, type Secrets } from '@/lib/auth/stored-secret'
import type { RateLimits } from '@/lib/store/rate-limits'
import type { Store } from '@/lib/store/store'
import { createBetterAuth } from './better-auth'

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
  const lanes = createPasswordLanes(hashing.hash)
  const invitations = createInvitations(db, lanes.hash, now)
  const audit = createAudit(db, settings.AUDIT_RETENTION_DAYS, now)
  const linkIdentity = createIdentityLink(db, audit)
  const claimInvitation = invitations.claimByEmail
  const betterAuthWith = (provider: typeof oidc) =>
    createBetterAuth({ db, secret, origin, oidc: provider, hashing, claimInvitation, linkIdentity })
  const betterAuth = betterAuthWith(null)
  const remembered = createRememberedSessions(options.otherNodes ?? null, now)
  const { forgetAfter } = remembered
  const sessions = createSessions(db, betterAuth, remembered, now)
  const endedSessions = createEndedSessions(db, secret)
  const failures = createFailureCount(audit, now)
  const origins = createOrigins(origin)
  return {
    access: createAccess({ origins, sessions, record: createAuditDedupe(audit, now), audit }),
    audit,
    betterAuth,
    /** Without a look-up: to be asked before every request. */
    carriesSession: (headers: Headers) => carriesSession(headers, secret),
    endedSessions,
    /** Failed sign-ins that are counted before they are written. */
    failures,
    invitations,
    lanes,
    loginThrottle,
    /** Null without OpenID Connect. */
    oidc: oidc
      ? createOidc({ db, audit, failures, openBetterAuth: () => betterAuthWith(oidc), warn })
      : null,
    operators: createOperators(db, forgetAfter, now),
    origins,
    recovery: createRecovery(db, lanes.hash, forgetAfter, now),
    sessions,
    signIn: createSignIn({
      db,
      betterAuth,
      sessions,
      audit,
      failures,
      lanes,
      loginThrottle,
      forgetAfter,
      secrets,
      warn,
    }),
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
