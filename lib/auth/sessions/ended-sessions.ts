import { and, eq, lt, ne } from 'drizzle-orm'
import { SESSION_ENDS, type SessionEnd } from '@/lib/api/contract/operators'
import { hashToken } from '@/lib/auth/accounts/one-time-links'
import { SESSION_SECONDS } from '@/lib/auth/auth'
import { endedSessions, sessions, verifications } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import { signedToken } from './cookies'

/**
 * Ends sessions, and sign-ins that wait for the two-factor code.
 * @param exceptSession id of one to keep
 */
export async function endSessions(
  tx: Transaction,
  operatorId: string,
  reason: SessionEnd,
  now: number,
  exceptSession: string | null = null,
): Promise<void> {
  const others = exceptSession === null ? undefined : ne(sessions.id, exceptSession)
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, operatorId), others))
    .returning({ token: sessions.token })
  await endChallenges(tx, operatorId)
  const rows = ended.map(({ token }) => ({ id: hashToken(token), reason, endedAt: new Date(now) }))
  if (rows.length > 0) await tx.insert(endedSessions).values(rows).onConflictDoNothing()
}

/** Sign-ins that wait for the two-factor code begin again. */
export async function endChallenges(db: Database | Transaction, operatorId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, operatorId))
}

/**
 * Reasons of ended sessions, for the browsers that had them only: a cookie without our
 * signature learns nothing.
 */
export function createEndedSessions(db: Database, secret: string) {
  return {
    /** Why the session of a request without an active one has ended; null without our cookie. */
    async reasonOf(headers: Headers): Promise<SessionEnd | null> {
      const token = signedToken(headers, secret)
      if (token === null) return null
      const rows = await db
        .select()
        .from(endedSessions)
        .where(eq(endedSessions.id, hashToken(token)))
      return SESSION_ENDS.find((end) => end === rows[0]?.reason) ?? 'expired'
    },
    /** Reasons are kept as long as the browser keeps the cookie. */
    async purge(now: number): Promise<void> {
      await db
        .delete(endedSessions)
        .where(lt(endedSessions.endedAt, new Date(now - SESSION_SECONDS * 1000)))
    },
  }
}
