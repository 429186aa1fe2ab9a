import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { accounts } from '@/lib/store/schema'
import type { Transaction } from '@/lib/store/store'

/** Never called in a transaction: a hash takes a tenth of a second. @throws AccessError sign-in-busy */
export type HashPassword = (password: string) => Promise<string>

/** Sets an operator's password, also where there was none. */
export async function storePassword(tx: Transaction, operatorId: string, hash: string): Promise<void> {
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
