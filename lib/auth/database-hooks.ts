import type { BetterAuthOptions } from 'better-auth'
import type { SessionEnd } from '@/lib/api/contract/operators'
import { hashToken } from '@/lib/auth/accounts/one-time-links'
import { endedSessions } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import { authRequests } from './auth-request'
import { accountRowId, type IdentityLink } from './openid-connect'

/** Why sessions end, by better-auth's path; others end without a reason. */
const ENDS: Readonly<Record<string, SessionEnd>> = {
  '/admin/ban-user': 'disabled',
  '/admin/revoke-user-sessions': 'ended',
  '/change-password': 'changed',
  '/revoke-sessions': 'everywhere',
}

/** Steps before better-auth writes a row; false keeps it from doing so. */
export function createDatabaseHooks(parts: {
  db: Database
  /** Uses the invitation of a new operator; null when there is none. */
  claimInvitation: (email: string) => Promise<{ role: string } | null>
  linkIdentity: IdentityLink
  now: () => number
}): NonNullable<BetterAuthOptions['databaseHooks']> {
  const { db, claimInvitation, linkIdentity, now } = parts
  return {
    user: {
      create: {
        async before(user) {
          const invited = user.emailVerified ? await claimInvitation(user.email) : null
          return invited === null ? false : { data: { ...user, ...invited } }
        },
      },
    },
    account: {
      create: {
        async before(account) {
          if (!(await linkIdentity(account, authRequests.getStore()))) return false
          return { data: { ...account, ...noTokens, id: accountRowId(account.accountId) } }
        },
      },
      update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
    },
    session: {
      delete: {
        async before({ token }, context) {
          const reason = ENDS[context?.path ?? '']
          if (reason === undefined) return
          const row = { id: hashToken(token), reason, endedAt: new Date(now()) }
          await db.insert(endedSessions).values(row).onConflictDoNothing()
        },
      },
    },
  }
}

/** Tokens of the OpenID provider are not stored. */
const noTokens = { accessToken: null, refreshToken: null, idToken: null }
