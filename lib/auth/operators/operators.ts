import { and, asc, eq, gt, isNull, max, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AuditWriter } from '@/lib/auth/audit/types'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { IDLE_MS } from '@/lib/auth/sessions/sessions'
import { type Operator, type operatorChangeSchema, roleSchema } from '@/lib/contract/operators'
import { invitations, operators, sessions, verifications } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import { lockOperators } from './invitations'

export type OperatorChange = z.infer<typeof operatorChangeSchema>

export function createOperators(db: Database, now: () => number = Date.now) {
  async function find(id: string): Promise<{ id: string; email: string }> {
    const rows = await db
      .select({ id: operators.id, email: operators.email })
      .from(operators)
      .where(eq(operators.id, id))
    if (!rows[0]) throw new AccessError('not-found')
    return rows[0]
  }

  return {
    find,

    async list(): Promise<Operator[]> {
      const isLive = and(
        eq(sessions.userId, operators.id),
        gt(sessions.expiresAt, new Date(now())),
        gt(sessions.updatedAt, new Date(now() - IDLE_MS)),
      )
      const rows = await db
        .select({
          operator: operators,
          sessions: sql<number>`count(${sessions.id})::int`,
          lastSeenAt: max(sessions.updatedAt),
        })
        .from(operators)
        .leftJoin(sessions, isLive)
        .groupBy(operators.id)
        .orderBy(asc(operators.email))
      return rows.map(({ operator, sessions, lastSeenAt }) => ({
        id: operator.id,
        name: operator.name,
        email: operator.email,
        role: roleSchema.parse(operator.role),
        disabled: operator.disabledAt !== null,
        twoFactor: operator.twoFactorEnabled,
        createdAt: operator.createdAt.toISOString(),
        sessions,
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
      }))
    },

    /**
     * Ends the sessions of a disabled operator, and revokes the pending invitations of a demoted administrator.
     * @throws AccessError not-found, last-administrator
     */
    async change(id: string, { role, disabled }: OperatorChange, writeAudit?: AuditWriter): Promise<void> {
      await db.transaction(async (tx) => {
        await lockOperators(tx)
        const changed = await tx
          .update(operators)
          .set({
            ...(role !== undefined && { role }),
            ...(disabled !== undefined && { disabledAt: disabled ? new Date(now()) : null }),
            updatedAt: new Date(now()),
          })
          .where(eq(operators.id, id))
          .returning({ role: operators.role, disabledAt: operators.disabledAt })
        const state = changed[0]
        if (!state) throw new AccessError('not-found')
        const administrators = await tx
          .select({ id: operators.id })
          .from(operators)
          .where(and(eq(operators.role, 'administrator'), isNull(operators.disabledAt)))
          .limit(1)
        // The throw rolls the change back.
        if (administrators.length === 0) throw new AccessError('last-administrator')
        if (disabled) await endAll(tx, id)
        if (state.role !== 'administrator' || state.disabledAt !== null)
          await tx.delete(invitations).where(and(eq(invitations.invitedBy, id), isNull(invitations.usedAt)))
        await writeAudit?.(tx)
      })
    },

    /** @param exceptSession id of a session to keep */
    async endSessions(
      id: string,
      exceptSession: string | null = null,
      writeAudit?: AuditWriter,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        await endAll(tx, id, exceptSession)
        await writeAudit?.(tx)
      })
    },

    async endSession(sessionId: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.id, sessionId))
    },
  }
}

/** Ends sessions and sign-ins that wait for the two-factor code. */
async function endAll(tx: Transaction, id: string, exceptSession: string | null = null): Promise<void> {
  const others = exceptSession === null ? undefined : ne(sessions.id, exceptSession)
  await tx.delete(sessions).where(and(eq(sessions.userId, id), others))
  await tx.delete(verifications).where(eq(verifications.value, id))
}
