import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, isNull, max, sql } from 'drizzle-orm'
import type { SessionEnd } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { AuditWriter } from '@/lib/auth/audit'
import { IDLE_MS } from '@/lib/auth/auth'
import { OIDC_PROVIDER } from '@/lib/auth/openid-connect'
import { endSessions } from '@/lib/auth/sessions/ended-sessions'
import type { ForgetAfter } from '@/lib/auth/sessions/remembered-sessions'
import { accounts, invitations, operators, passwordResets, sessions } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'

export type Operators = ReturnType<typeof createOperators>

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

    /**
     * Deletes an operator, with the links that they made.
     * @throws ProblemError role-required
     */
    async remove(id: string, actor: string, writeAudit: AuditWriter): Promise<void> {
      const removal = changeOperators(db, actor, async (tx) => {
        await endSessions(tx, id, 'deleted', now())
        await revokeLinksOf(tx, id)
        await tx.delete(operators).where(eq(operators.id, id))
        await writeAudit(tx)
      })
      await forgetAfter(removal, id)
    },

    async endSession(sessionId: string): Promise<void> {
      const ended = db.delete(sessions).where(eq(sessions.id, sessionId)).execute()
      await forgetAfter(ended, sessionId)
    },
  }
}

export const isActiveAdministrator = and(
  eq(operators.role, 'administrator'),
  eq(operators.banned, false),
)

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
    const isActor = and(isActiveAdministrator, eq(operators.id, actor ?? ''))
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

/** Never called in a transaction: a hash takes a tenth of a second. */
export type HashPassword = (password: string) => Promise<string>

/** Sets an operator's password, also where there was none. */
export async function storePassword(
  tx: Transaction,
  operatorId: string,
  hash: string,
): Promise<void> {
  const isPassword = and(eq(accounts.userId, operatorId), eq(accounts.providerId, 'credential'))
  await tx.delete(accounts).where(isPassword)
  await tx.insert(accounts).values({
    id: randomUUID(),
    accountId: operatorId,
    providerId: 'credential',
    userId: operatorId,
    password: hash,
  })
}
