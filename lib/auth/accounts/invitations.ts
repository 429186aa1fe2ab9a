import { randomUUID } from 'node:crypto'
import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ROLES, type Role } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { AuditWriter } from '@/lib/auth/audit'
import { accounts, apiKeys, invitations, operators, passkeys, twoFactors } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import { createLink, hashToken, type OneTimeLink } from './one-time-links'
import { changeOperators, type HashPassword, storePassword } from './operators'

/** Lifetime of a link: an invitation is sent by mail, a set-up link is read on the console. */
const INVITATION_MS = 7 * 86_400_000
const SET_UP_MS = 86_400_000
/** How long an expired invitation is still listed, to be made again. */
const LISTED_MS = 30 * 86_400_000

interface NewInvitation {
  /** Null of a set-up link. */
  readonly email: string | null
  readonly role: Role
  readonly invitedBy: string | null
  /** Lifetime of the link. */
  readonly forMs: number
}

/** One-time links by which operators are created, or return after they were disabled. */
export function createInvitations(db: Database, hashPassword: HashPassword, now: () => number) {
  const isPending = () =>
    and(isNull(invitations.usedAt), gt(invitations.expiresAt, new Date(now())))

  async function add(tx: Transaction, { forMs, ...values }: NewInvitation) {
    const { id, secret, expiresAt } = createLink(now() + forMs)
    await tx.insert(invitations).values({
      ...values,
      id,
      createdAt: new Date(now()),
      expiresAt,
    })
    return { secret, expiresAt }
  }

  /** Marks a pending invitation as used. @throws ProblemError link-ended */
  async function claim(tx: Transaction, which: SQL | undefined) {
    const rows = await tx
      .update(invitations)
      .set({ usedAt: new Date(now()) })
      .where(and(which, isPending()))
      .returning({ email: invitations.email, role: invitations.role })
    const row = rows[0]
    if (!row) throw new ProblemError('link-ended')
    return { email: row.email, role: z.enum(ROLES).parse(row.role) }
  }

  return {
    needsSetUp: async (): Promise<boolean> => !(await hasOperators(db)),

    /** Link for the first administrator; null once there is an operator. */
    async createSetUp(): Promise<OneTimeLink | null> {
      return changeOperators(db, null, async (tx) => {
        if (await hasOperators(tx)) return null
        return add(tx, {
          email: null,
          role: 'administrator',
          invitedBy: null,
          forMs: SET_UP_MS,
        })
      })
    },

    /**
     * Replaces an earlier invitation of the same address, which may be a disabled operator's.
     * @throws ProblemError operator-exists, role-required
     */
    async invite(email: string, role: Role, invitedBy: string, writeAudit?: AuditWriter) {
      return changeOperators(db, invitedBy, async (tx) => {
        const operator = await findByEmail(tx, email)
        if (operator?.banned === false) throw new ProblemError('operator-exists')
        const isUnused = and(eq(invitations.email, email), isNull(invitations.usedAt))
        await tx.delete(invitations).where(isUnused)
        await writeAudit?.(tx)
        return add(tx, { email, role, invitedBy, forMs: INVITATION_MS })
      })
    },

    /** @throws ProblemError link-ended */
    async find(secret: string) {
      const rows = await db
        .select({ email: invitations.email, role: invitations.role })
        .from(invitations)
        .where(and(eq(invitations.id, hashToken(secret)), isPending()))
      const row = rows[0]
      if (!row || (row.email === null && (await hasOperators(db))))
        throw new ProblemError('link-ended')
      return row
    },

    /**
     * Creates the operator, or enables a disabled one. @param given its email is ignored
     * when the link contains one
     * @throws ProblemError link-ended
     */
    async accept(secret: string, given: { name: string; email: string | null; password: string }) {
      const { name, email, password } = given
      // Checked before the hash, which takes a tenth of a second.
      await this.find(secret)
      const hash = await hashPassword(password)
      return changeOperators(db, null, async (tx) => {
        const claimed = await claim(tx, eq(invitations.id, hashToken(secret)))
        // A set-up link is valid only while there are no operators.
        if (claimed.email === null && (await hasOperators(tx))) throw new ProblemError('link-ended')
        const address = claimed.email ?? email
        const existing = address === null ? undefined : await findByEmail(tx, address)
        if (address === null || existing?.banned === false) throw new ProblemError('link-ended')
        const id = existing?.id ?? randomUUID()
        // A disabled operator returns as a new one: an old authenticator, passkey, token or
        // OpenID account is not theirs for sure.
        await tx.delete(twoFactors).where(eq(twoFactors.userId, id))
        await tx.delete(accounts).where(eq(accounts.userId, id))
        await tx.delete(passkeys).where(eq(passkeys.userId, id))
        await tx.delete(apiKeys).where(eq(apiKeys.referenceId, id))
        // The administrator vouches for the address.
        const facts = {
          name,
          emailVerified: true,
          role: claimed.role,
          banned: false,
          twoFactorEnabled: false,
        }
        await tx
          .insert(operators)
          .values({ ...facts, id, email: address })
          .onConflictDoUpdate({
            target: operators.id,
            set: { ...facts, updatedAt: new Date(now()) },
          })
        await storePassword(tx, id, hash)
        return { id, email: address, isSetUp: claimed.email === null }
      })
    },

    /** Uses the invitation of a verified e-mail address; null when there is none. */
    async claimByEmail(email: string): Promise<{ role: Role } | null> {
      return db
        .transaction(async (tx) => {
          const isOfAddress = and(
            isNotNull(invitations.email),
            eq(invitations.email, email.toLowerCase()),
          )
          const { role } = await claim(tx, isOfAddress)
          return { role }
        })
        .catch((error: unknown) => {
          if (error instanceof ProblemError) return null
          throw error
        })
    },

    /** Unused ones, with those that expired lately. */
    async list() {
      const isListed = gt(invitations.expiresAt, new Date(now() - LISTED_MS))
      return db
        .select({ ...getTableColumns(invitations), email: sql<string>`${invitations.email}` })
        .from(invitations)
        .where(and(isNull(invitations.usedAt), isListed, isNotNull(invitations.email)))
        .orderBy(asc(invitations.createdAt))
    },

    /** @throws ProblemError not-found */
    async revoke(id: string, auditFor?: (email: string) => AuditWriter): Promise<void> {
      const isListed = and(
        eq(invitations.id, id),
        isNull(invitations.usedAt),
        isNotNull(invitations.email),
      )
      await db.transaction(async (tx) => {
        const rows = await tx
          .delete(invitations)
          .where(isListed)
          .returning({ email: invitations.email })
        const email = rows[0]?.email
        if (!email) throw new ProblemError('not-found')
        await auditFor?.(email)(tx)
      })
    },
  }
}

async function hasOperators(db: Database | Transaction): Promise<boolean> {
  const rows = await db.select({ id: operators.id }).from(operators).limit(1)
  return rows.length > 0
}

async function findByEmail(tx: Transaction, email: string) {
  const { id, banned } = operators
  const isOfEmail = eq(operators.email, email)
  const rows = await tx.select({ id, banned }).from(operators).where(isOfEmail)
  return rows[0]
}
