import { randomUUID } from 'node:crypto'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { createFairQueue } from '@/lib/app/fair-queue'
import { authRequests } from '@/lib/auth/auth-request'
import { accounts } from '@/lib/store/schema'
import type { Transaction } from '@/lib/store/store'

/** Attempts of a lane that may wait; more are refused at once. */
const QUEUE_MAXIMUM = 8
const WAIT_MS = 15_000
const RETRY_MS = 3_000

interface PasswordAndHash {
  readonly password: string
  readonly hash: string
}

export interface PasswordHashing {
  readonly hash: HashPassword
  readonly verify: (given: PasswordAndHash) => Promise<boolean>
}

/** A tenth of a second of a core each. */
export const SCRYPT: PasswordHashing = { hash: hashPassword, verify: verifyPassword }

const LINKS = { name: 'known', owner: 'links' } as const

/**
 * At most two hashes at once, since libuv has four threads that compression and files share. One of
 * the two is kept for known callers, so that a flood of strangers does not delay them.
 */
export function createPasswordLanes(hashing = SCRYPT) {
  const limits = { queueMaximum: QUEUE_MAXIMUM, waitMs: WAIT_MS }
  const lanes = {
    known: createFairQueue({ permits: 1, limits }),
    unknown: createFairQueue({ permits: 1, limits }),
  }
  const busy = () => new ProblemError('sign-in-busy', { retryAfterMs: RETRY_MS })
  /** In the lane of the request to better-auth, or of a link. */
  const inTurn = <T>(work: () => Promise<T>) => {
    const { name, owner } = authRequests.getStore()?.lane ?? LINKS
    return lanes[name](work, { owner }, busy)
  }
  return {
    hash: (password: string) => inTurn(() => hashing.hash(password)),
    verify: (given: PasswordAndHash) => inTurn(() => hashing.verify(given)),
  }
}

/**
 * Never called in a transaction: a hash takes a tenth of a second.
 * @throws ProblemError sign-in-busy
 */
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
