import { and, asc, eq, gt, isNull, max, sql } from 'drizzle-orm'
import type { SessionEnd } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { AuditWriter } from '@/lib/auth/audit/audit'
import type { ForgetAfter } from '@/lib/auth/sessions/remembered-sessions'
import { endSessions, IDLE_MS } from '@/lib/auth/sessions/sessions'
import { OIDC_PROVIDER } from '@/lib/auth/sign-in/openid-connect'
import { accounts, invitations, operators, passwordResets, sessions } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'

export function createOperators(db: Database, forgetAfter: ForgetAfter, now: () => number) {
  async function find(id: string): Promise<{ id: string; email: string }> {
    const rows = await db
      .select({ id: operators.id, email: operators.email })
      .from(operators)
      .where(eq(operators.id, id))
    if (!rows[0]) throw new ProblemError('not-found')
    return rows[0]
  }

  return {
    find,

    async list() {
      const isLive = and(
        eq(sessions.userId, operators.id),
        gt(sessions.expiresAt, new Date(now())),
        gt(sessions.updatedAt, new Date(now() - IDLE_MS)),
      )
      const openIdAccount = db
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.userId, operators.id), eq(accounts.providerId, OIDC_PROVIDER)))
      const { id, name, email, role, twoFactorEnabled: twoFactor, createdAt } = operators
      const rows = await db
        .select({
          id,
          name,
          email,
          role,
          twoFactor,
          createdAt,
          disabled: operators.banned,
          openId: sql<boolean>`exists (${openIdAccount})`,
          sessions: sql<number>`count(${sessions.id})::int`,
          lastSeenAt: max(sessions.updatedAt),
        })
        .from(operators)
        .leftJoin(sessions, isLive)
        .groupBy(operators.id)
        .orderBy(asc(operators.email))
      return rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
      }))
    },

    /** @param exceptSession id of a session to keep */
    async endSessions(
      id: string,
      reason: SessionEnd = 'ended',
      writeAudit?: AuditWriter,
      exceptSession: string | null = null,
    ): Promise<void> {
      const ended = db.transaction(async (tx) => {
        await endSessions(tx, id, reason, now(), exceptSession)
        await writeAudit?.(tx)
      })
      await forgetAfter(ended, id)
    },

    async endSession(sessionId: string): Promise<void> {
      const ended = db.delete(sessions).where(eq(sessions.id, sessionId)).execute()
      await forgetAfter(ended, sessionId)
    },
  }
}

const isActive = and(eq(operators.role, 'administrator'), eq(operators.banned, false))

/**
 * Changes operators and their links, one change after the other: many count before they modify.
 * @param actor the administrator, who may have been disabled since the request was
 * authorised; null for anybody else
 * @throws ProblemError role-required
 */
export function changeOperators<T>(
  db: Database,
  actor: string | null,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${operators} in share row exclusive mode`)
    const isActor = and(isActive, eq(operators.id, actor ?? ''))
    if (actor !== null && (await tx.$count(operators, isActor)) === 0)
      throw new ProblemError('role-required')
    return work(tx)
  })
}

/** Revokes the unused links that an administrator made. */
export async function revokeLinksOf(tx: Transaction, id: string): Promise<void> {
  await tx.delete(invitations).where(and(eq(invitations.invitedBy, id), isNull(invitations.usedAt)))
  await tx.delete(passwordResets).where(eq(passwordResets.createdBy, id))
}
