import { and, eq, isNull, sql } from 'drizzle-orm'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { invitations, operators, passwordResets } from '@/lib/store/schema'
import type { Transaction } from '@/lib/store/store'

const isActive = and(eq(operators.role, 'administrator'), isNull(operators.disabledAt))

/** Serialises count-then-modify on operators. */
export async function lockOperators(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${operators} in share row exclusive mode`)
}

/** The administrator may have been disabled since the request was authorised. @throws AccessError role-required */
export async function requireAdministrator(tx: Transaction, id: string): Promise<void> {
  const rows = await tx
    .select({ id: operators.id })
    .from(operators)
    .where(and(isActive, eq(operators.id, id)))
  if (rows.length === 0) throw new AccessError('role-required')
}

/** After a change: the throw rolls it back. @throws AccessError last-administrator */
export async function requireOneAdministrator(tx: Transaction): Promise<void> {
  const rows = await tx.select({ id: operators.id }).from(operators).where(isActive).limit(1)
  if (rows.length === 0) throw new AccessError('last-administrator')
}

/** Revokes the unused links that an administrator made. */
export async function revokeLinksOf(tx: Transaction, id: string): Promise<void> {
  await tx.delete(invitations).where(and(eq(invitations.invitedBy, id), isNull(invitations.usedAt)))
  await tx.delete(passwordResets).where(eq(passwordResets.createdBy, id))
}
