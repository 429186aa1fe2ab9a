import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, lt, ne } from 'drizzle-orm'
import { type SessionEnd, sessionEndSchema } from '@/lib/api/contract/sign-in'
import { cookieValue, SESSION_COOKIE, sessionTokenOf } from '@/lib/auth/cookies'
import { endedSessions, sessions, verifications } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'

/** As long as the browser keeps the cookie. */
const KEPT_MS = 12 * 60 * 60_000

/**
 * Ends sessions of an operator, and sign-ins that wait for the two-factor code.
 * @param exceptSession id of a session to keep
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
  await tx.delete(verifications).where(eq(verifications.value, operatorId))
  const rows = ended.map(({ token }) => ({ id: hash(token), reason, endedAt: new Date(now) }))
  if (rows.length > 0) await tx.insert(endedSessions).values(rows).onConflictDoNothing()
}

/** Reasons of ended sessions, for the browsers that had them only: a cookie without our signature learns nothing. */
export function createEndedSessions(db: Database, secret: string) {
  return {
    /** Why the session of a request without an active one has ended; null without our cookie. */
    async reasonOf(headers: Headers): Promise<SessionEnd | null> {
      const token = tokenOf(headers, secret)
      if (token === null) return null
      const rows = await db
        .select()
        .from(endedSessions)
        .where(eq(endedSessions.id, hash(token)))
      return sessionEndSchema.catch('expired').parse(rows[0]?.reason)
    },
    async purge(now: number): Promise<void> {
      await db.delete(endedSessions).where(lt(endedSessions.endedAt, new Date(now - KEPT_MS)))
    },
  }
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex')

/** Token of our signed cookie; null without a valid signature. Source: better-call, `token.base64(HMAC-SHA-256)` */
function tokenOf(headers: Headers, secret: string): string | null {
  const value = cookieValue(headers.get('cookie'), SESSION_COOKIE)
  const token = sessionTokenOf(value)
  if (value === null || token === '') return null
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(decodeURIComponent(value).slice(token.length + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}
