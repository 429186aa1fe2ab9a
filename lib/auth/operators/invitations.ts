import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AuditWriter } from '@/lib/auth/audit/audit'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { type Role, roleSchema } from '@/lib/contract/operators'
import type { Database, Transaction } from '@/lib/store/open'
import { accounts, invitations, operators } from '@/lib/store/schema'
import { hashInvitationToken, newInvitationToken } from './invitation-token'

/** How long a link lives: an invitation waits for somebody's mail, a set-up for who reads the console. */
const INVITATION_MS = 7 * 86_400_000
const SET_UP_MS = 86_400_000

export interface Link {
  readonly secret: string
  readonly expiresAt: Date
}

/** Who comes in by a link. */
export interface Newcomer {
  readonly name: string
  /** Counts only where the link does not say it. */
  readonly email: string | null
  readonly password: string
}

/** Links that make an operator, once. */
export function createInvitations(db: Database, now: () => number = Date.now) {
  const isOpen = () => and(isNull(invitations.usedAt), gt(invitations.expiresAt, new Date(now())))

  async function add(
    tx: Transaction,
    values: { email: string | null; role: Role; invitedBy: string | null; forMs: number },
  ) {
    const secret = newInvitationToken()
    const { forMs, ...rest } = values
    const expiresAt = new Date(now() + forMs)
    const row = { ...rest, id: hashInvitationToken(secret), createdAt: new Date(now()), expiresAt }
    await tx.insert(invitations).values(row)
    return { secret, expiresAt }
  }

  /** Uses an open invitation up. @throws AccessError link-ended */
  async function claim(tx: Transaction, which: SQL | undefined) {
    const rows = await tx
      .update(invitations)
      .set({ usedAt: new Date(now()) })
      .where(and(which, isOpen()))
      .returning({ email: invitations.email, role: invitations.role })
    const row = rows[0]
    if (!row) throw new AccessError('link-ended')
    return { email: row.email, role: roleSchema.parse(row.role) }
  }

  return {
    /** The link of the first administrator; null once there is an operator. */
    async setUp(): Promise<Link | null> {
      return db.transaction(async (tx) => {
        await lockOperators(tx)
        if (await hasOperators(tx)) return null
        return add(tx, { email: null, role: 'administrator', invitedBy: null, forMs: SET_UP_MS })
      })
    },

    /** Takes the place of an earlier invitation of the same person. @throws AccessError operator-exists, role-required */
    async invite(email: string, role: Role, invitedBy: string, witness?: AuditWriter): Promise<Link> {
      return db.transaction(async (tx) => {
        await lockOperators(tx)
        // Who was let in a moment ago may have been disabled since.
        if (!(await isAdministrator(tx, invitedBy))) throw new AccessError('role-required')
        if (await findByEmail(tx, email)) throw new AccessError('operator-exists')
        await tx.delete(invitations).where(and(eq(invitations.email, email), isNull(invitations.usedAt)))
        await witness?.(tx)
        return add(tx, { email, role, invitedBy, forMs: INVITATION_MS })
      })
    },

    /** @throws AccessError link-ended */
    async look(secret: string) {
      const rows = await db
        .select({ email: invitations.email, role: invitations.role })
        .from(invitations)
        .where(and(eq(invitations.id, hashInvitationToken(secret)), isOpen()))
      const row = rows[0]
      if (!row || (row.email === null && (await hasOperators(db)))) throw new AccessError('link-ended')
      return row
    },

    /** @returns the e-mail address of the new operator. @throws AccessError link-ended */
    async accept(secret: string, { name, email, password }: Newcomer) {
      // Before the transaction: it takes a tenth of a second, and a wrong link is not worth it.
      await this.look(secret)
      const hash = await hashPassword(password)
      return db.transaction(async (tx) => {
        await lockOperators(tx)
        const claimed = await claim(tx, eq(invitations.id, hashInvitationToken(secret)))
        // A set-up link counts only while there is nobody.
        if (claimed.email === null && (await hasOperators(tx))) throw new AccessError('link-ended')
        const address = claimed.email ?? email
        if (address === null || (await findByEmail(tx, address))) throw new AccessError('link-ended')
        const id = randomUUID()
        // The administrator vouches for the address: the link was given to nobody else.
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

    /** Uses up the invitation of somebody whom the OpenID provider vouches for; null when there is none. */
    async welcome(email: string): Promise<{ role: Role } | null> {
      return db
        .transaction(async (tx) => {
          const isHers = and(isNotNull(invitations.email), eq(invitations.email, email.toLowerCase()))
          const { role } = await claim(tx, isHers)
          return { role }
        })
        .catch((error: unknown) => {
          if (error instanceof AccessError) return null
          throw error
        })
    },

    /** Those that wait. */
    async open() {
      return db
        .select()
        .from(invitations)
        .where(and(isOpen(), isNotNull(invitations.email)))
        .orderBy(asc(invitations.createdAt))
    },

    /** @param witnessOf for whose it was. @throws AccessError not-found */
    async takeBack(id: string, witnessOf?: (email: string) => AuditWriter): Promise<void> {
      await db.transaction(async (tx) => {
        const rows = await tx
          .delete(invitations)
          .where(and(eq(invitations.id, id), isNull(invitations.usedAt), isNotNull(invitations.email)))
          .returning({ email: invitations.email })
        const email = rows[0]?.email
        if (!email) throw new AccessError('not-found')
        await witnessOf?.(email)(tx)
      })
    },
  }
}

export type Invitations = ReturnType<typeof createInvitations>

/** Whoever counts operators and then changes them does so alone. */
export async function lockOperators(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${operators} in share row exclusive mode`)
}

async function hasOperators(db: Database | Transaction): Promise<boolean> {
  return (await db.select({ id: operators.id }).from(operators).limit(1)).length > 0
}

async function isAdministrator(tx: Transaction, id: string): Promise<boolean> {
  const isStill = and(eq(operators.id, id), eq(operators.role, 'administrator'), isNull(operators.disabledAt))
  return (await tx.select({ id: operators.id }).from(operators).where(isStill)).length > 0
}

async function findByEmail(tx: Transaction, email: string) {
  return (await tx.select({ id: operators.id }).from(operators).where(eq(operators.email, email)))[0]
}
