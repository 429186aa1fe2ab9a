import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AuditWriter } from '@/lib/auth/audit/types'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { type Role, roleSchema } from '@/lib/contract/operators'
import { accounts, invitations, operators } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'

/** Lifetime of a link: an invitation is sent by mail, a set-up link is read on the console. */
const INVITATION_MS = 7 * 86_400_000
const SET_UP_MS = 86_400_000

export interface InvitationLink {
  readonly secret: string
  readonly expiresAt: Date
}

export interface NewOperator {
  readonly name: string
  /** Ignored when the link contains one. */
  readonly email: string | null
  readonly password: string
}

/** One-time links by which operators are created. */
export function createInvitations(db: Database, now: () => number = Date.now) {
  const isPending = () => and(isNull(invitations.usedAt), gt(invitations.expiresAt, new Date(now())))

  async function add(
    tx: Transaction,
    values: { email: string | null; role: Role; invitedBy: string | null; forMs: number },
  ) {
    const secret = randomBytes(32).toString('base64url')
    const { forMs, ...rest } = values
    const expiresAt = new Date(now() + forMs)
    const row = { ...rest, id: hashToken(secret), createdAt: new Date(now()), expiresAt }
    await tx.insert(invitations).values(row)
    return { secret, expiresAt }
  }

  /** Marks a pending invitation as used. @throws AccessError link-ended */
  async function claim(tx: Transaction, which: SQL | undefined) {
    const rows = await tx
      .update(invitations)
      .set({ usedAt: new Date(now()) })
      .where(and(which, isPending()))
      .returning({ email: invitations.email, role: invitations.role })
    const row = rows[0]
    if (!row) throw new AccessError('link-ended')
    return { email: row.email, role: roleSchema.parse(row.role) }
  }

  return {
    /** Link for the first administrator; null once there is an operator. */
    async createSetUp(): Promise<InvitationLink | null> {
      return db.transaction(async (tx) => {
        await lockOperators(tx)
        if (await hasOperators(tx)) return null
        return add(tx, { email: null, role: 'administrator', invitedBy: null, forMs: SET_UP_MS })
      })
    },

    /** Replaces an earlier invitation of the same address. @throws AccessError operator-exists, role-required */
    async invite(
      email: string,
      role: Role,
      invitedBy: string,
      writeAudit?: AuditWriter,
    ): Promise<InvitationLink> {
      return db.transaction(async (tx) => {
        await lockOperators(tx)
        // The administrator may have been disabled since the request was authorised.
        if (!(await isAdministrator(tx, invitedBy))) throw new AccessError('role-required')
        if (await findByEmail(tx, email)) throw new AccessError('operator-exists')
        await tx.delete(invitations).where(and(eq(invitations.email, email), isNull(invitations.usedAt)))
        await writeAudit?.(tx)
        return add(tx, { email, role, invitedBy, forMs: INVITATION_MS })
      })
    },

    /** @throws AccessError link-ended */
    async find(secret: string) {
      const rows = await db
        .select({ email: invitations.email, role: invitations.role })
        .from(invitations)
        .where(and(eq(invitations.id, hashToken(secret)), isPending()))
      const row = rows[0]
      if (!row || (row.email === null && (await hasOperators(db)))) throw new AccessError('link-ended')
      return row
    },

    /** Creates the operator. @throws AccessError link-ended */
    async accept(secret: string, { name, email, password }: NewOperator) {
      // Checked before the hash, which takes a tenth of a second.
      await this.find(secret)
      const hash = await hashPassword(password)
      return db.transaction(async (tx) => {
        await lockOperators(tx)
        const claimed = await claim(tx, eq(invitations.id, hashToken(secret)))
        // A set-up link is valid only while there are no operators.
        if (claimed.email === null && (await hasOperators(tx))) throw new AccessError('link-ended')
        const address = claimed.email ?? email
        if (address === null || (await findByEmail(tx, address))) throw new AccessError('link-ended')
        const id = randomUUID()
        // The administrator vouches for the address.
        await tx
          .insert(operators)
          .values({ id, name, email: address, emailVerified: true, role: claimed.role })
        const account = {
          id: randomUUID(),
          accountId: id,
          providerId: 'credential',
          userId: id,
          password: hash,
        }
        await tx.insert(accounts).values(account)
        return { id, email: address, isSetUp: claimed.email === null }
      })
    },

    /** Uses the invitation of a verified e-mail address; null when there is none. */
    async claimByEmail(email: string): Promise<{ role: Role } | null> {
      return db
        .transaction(async (tx) => {
          const isOfAddress = and(isNotNull(invitations.email), eq(invitations.email, email.toLowerCase()))
          const { role } = await claim(tx, isOfAddress)
          return { role }
        })
        .catch((error: unknown) => {
          if (error instanceof AccessError) return null
          throw error
        })
    },

    async pending() {
      return db
        .select()
        .from(invitations)
        .where(and(isPending(), isNotNull(invitations.email)))
        .orderBy(asc(invitations.createdAt))
    },

    /** @throws AccessError not-found */
    async revoke(id: string, auditFor?: (email: string) => AuditWriter): Promise<void> {
      await db.transaction(async (tx) => {
        const rows = await tx
          .delete(invitations)
          .where(and(eq(invitations.id, id), isNull(invitations.usedAt), isNotNull(invitations.email)))
          .returning({ email: invitations.email })
        const email = rows[0]?.email
        if (!email) throw new AccessError('not-found')
        await auditFor?.(email)(tx)
      })
    },
  }
}

/** The store holds hashes only: its contents do not reveal valid links. */
function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Serialises count-then-modify on operators. */
export async function lockOperators(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${operators} in share row exclusive mode`)
}

async function hasOperators(db: Database | Transaction): Promise<boolean> {
  return (await db.select({ id: operators.id }).from(operators).limit(1)).length > 0
}

async function isAdministrator(tx: Transaction, id: string): Promise<boolean> {
  const isActive = and(
    eq(operators.id, id),
    eq(operators.role, 'administrator'),
    isNull(operators.disabledAt),
  )
  return (await tx.select({ id: operators.id }).from(operators).where(isActive)).length > 0
}

async function findByEmail(tx: Transaction, email: string) {
  return (await tx.select({ id: operators.id }).from(operators).where(eq(operators.email, email)))[0]
}
