import { and, eq, gt } from 'drizzle-orm'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { AuditWriter } from '@/lib/auth/audit'
import { endSessions } from '@/lib/auth/sessions/ended-sessions'
import type { ForgetAfter } from '@/lib/auth/sessions/remembered-sessions'
import { operators, passkeys, passwordResets, twoFactors } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import { createLink, hashToken, type OneTimeLink } from './one-time-links'
import { changeOperators, type HashPassword, storePassword } from './operators'

/** Lifetime of a reset link; short, since its reader waits for it. */
const RESET_MS = 86_400_000

/** Ways back into an account. An actor of null is the server's console. */
export function createRecovery(
  db: Database,
  hashPassword: HashPassword,
  forgetAfter: ForgetAfter,
  now: () => number,
) {
  /** @throws ProblemError link-ended */
  async function find(secret: string, through: Database | Transaction = db) {
    const isValid = and(
      eq(passwordResets.id, hashToken(secret)),
      gt(passwordResets.expiresAt, new Date(now())),
      eq(operators.banned, false),
    )
    const { id, name, email, role } = operators
    const rows = await through
      .select({ id, name, email, role })
      .from(passwordResets)
      .innerJoin(operators, eq(operators.id, passwordResets.operatorId))
      .where(isValid)
    if (!rows[0]) throw new ProblemError('link-ended')
    return rows[0]
  }

  return {
    find,

    /**
     * Link for a new password, in place of an earlier one; ends the operator's sessions.
     * @throws ProblemError role-required
     */
    createReset(id: string, actor: string | null, writeAudit: AuditWriter): Promise<OneTimeLink> {
      const change = changeOperators(db, actor, async (tx) => {
        const { secret, id: hash, expiresAt } = createLink(now() + RESET_MS)
        await tx.delete(passwordResets).where(eq(passwordResets.operatorId, id))
        await tx
          .insert(passwordResets)
          .values({ id: hash, operatorId: id, createdBy: actor, expiresAt })
        await endSessions(tx, id, 'reset', now())
        await writeAudit(tx)
        return { secret, expiresAt }
      })
      return forgetAfter(change, id)
    },

    /** Uses a reset link up. @throws ProblemError link-ended */
    async reset(
      secret: string,
      password: string,
      auditFor: (operator: { id: string; email: string }) => AuditWriter,
    ) {
      const { id } = await find(secret)
      const hash = await hashPassword(password)
      const change = changeOperators(db, null, async (tx) => {
        const operator = await find(secret, tx)
        await tx.delete(passwordResets).where(eq(passwordResets.operatorId, operator.id))
        await storePassword(tx, operator.id, hash)
        // An intruder may have added one.
        await tx.delete(passkeys).where(eq(passkeys.userId, operator.id))
        await endSessions(tx, operator.id, 'changed', now())
        await auditFor(operator)(tx)
        return operator
      })
      return forgetAfter(change, id)
    },

    turnTwoFactorOff(id: string, actor: string | null, writeAudit: AuditWriter): Promise<void> {
      const change = changeOperators(db, actor, async (tx) => {
        await tx.delete(twoFactors).where(eq(twoFactors.userId, id))
        await tx.update(operators).set({ twoFactorEnabled: false }).where(eq(operators.id, id))
        await endSessions(tx, id, 'ended', now())
        await writeAudit(tx)
      })
      return forgetAfter(change, id)
    },

    /**
     * Clears the count of wrong codes; that of wrong passwords is the login throttle's.
     * @throws ProblemError role-required
     */
    unlockCodes: (id: string, actor: string | null, writeAudit: AuditWriter): Promise<void> =>
      changeOperators(db, actor, async (tx) => {
        const none = { failedVerificationCount: 0, lockedUntil: null }
        await tx.update(twoFactors).set(none).where(eq(twoFactors.userId, id))
        await writeAudit(tx)
      }),
  }
}
