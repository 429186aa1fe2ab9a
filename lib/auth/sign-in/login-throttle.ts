import { ProblemError } from '@/lib/api/contract/problem-error'
import { networkOf } from '@/lib/auth/shares'
import type { RateLimit, RateLimits } from '@/lib/store/rate-limits'

const QUARTER_SECONDS = 15 * 60
const PAIR: RateLimit = {
  points: 5,
  durationSeconds: QUARTER_SECONDS,
  blockSeconds: QUARTER_SECONDS,
}
const ACCOUNT: RateLimit = { points: 20, durationSeconds: 60 * 60 }
/** Beyond those, one attempt a minute for the account, from any address. */
const SLOWED: RateLimit = { points: 1, durationSeconds: 60 }
/** Addresses with an earlier successful sign-in. */
const KNOWN: RateLimit = { points: 1, durationSeconds: 14 * 24 * 60 * 60 }
/**
 * Longer than an authenticator's code is accepted: its half minute, the one
 * before and the one after.
 */
const CODE: RateLimit = { points: 1, durationSeconds: 120 }
const AUDITED: RateLimit = { points: 1, durationSeconds: QUARTER_SECONDS, rememberSeconds: 10 }
/**
 * Failures from one network over all accounts, apart from accounts that
 * have signed in there before.
 */
const NETWORK: RateLimit = { ...PAIR, points: 20, rememberSeconds: 10 }

/** better-auth's own limits, by address, in the store of ours. */
export function rateLimitStorage(limits: RateLimits) {
  return {
    async consume(key: string, { max, window }: { max: number; window: number }) {
      const limit = { points: max, durationSeconds: window }
      const { allowed, retryAfterSeconds } = await limits.consume('better-auth', key, limit)
      return { allowed, retryAfter: allowed ? null : retryAfterSeconds }
    },
  }
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/** Limits password attempts for each account and address, whether or not the account exists. */
export function createLoginThrottle(limits: RateLimits) {
  const pairOf = (email: string, address: string | null) =>
    JSON.stringify([email, address === null ? null : networkOf(address)])

  async function refuse(name: string, key: string, limit: RateLimit): Promise<void> {
    const { allowed, retryAfterSeconds } = await limits.consume(name, key, limit)
    if (!allowed)
      throw new ProblemError('too-many-tries', { retryAfterMs: retryAfterSeconds * 1000 })
  }

  return {
    /** Whether the account has signed in from this address before. */
    isKnown: async (email: string, address: string | null) =>
      !(await limits.check('sign-in-known', pairOf(email, address), KNOWN)).allowed,
    /**
     * Counts an attempt of an account that is not known there.
     * @throws ProblemError too-many-tries
     */
    async consumeNetwork(address: string | null): Promise<void> {
      if (address !== null) await refuse('sign-in-network', networkOf(address), NETWORK)
    },
    async refundNetwork(address: string | null): Promise<void> {
      if (address !== null) await limits.refund('sign-in-network', networkOf(address), NETWORK)
    },
    /** Clears every lock of an account. @param addresses of its failures, as audited */
    async unlock(email: string, addresses: readonly (string | null)[]): Promise<void> {
      await Promise.all([
        limits.clear('sign-in-account', email, ACCOUNT),
        limits.clear('sign-in-slowed', email, SLOWED),
        ...addresses.flatMap((address) => [
          limits.clear('sign-in-pair', pairOf(email, address), PAIR),
          limits.clear('sign-in-audited', pairOf(email, address), AUDITED),
          address === null
            ? Promise.resolve()
            : limits.clear('sign-in-network', networkOf(address), NETWORK),
        ]),
      ])
    },
    /**
     * Counts an attempt before it is made, so that concurrent ones are limited too.
     * @throws ProblemError too-many-tries
     */
    async consume(email: string, address: string | null): Promise<void> {
      await refuse('sign-in-pair', pairOf(email, address), PAIR)
      const { allowed } = await limits.consume('sign-in-account', email, ACCOUNT)
      if (allowed) return
      // Guesses from other addresses must not lock operators out; the limit
      // of the pair still applies.
      const known = await limits.check('sign-in-known', pairOf(email, address), KNOWN)
      if (known.allowed) await refuse('sign-in-slowed', email, SLOWED)
    },
    /** Refund an attempt that could not be evaluated. */
    async refund(email: string, address: string | null): Promise<void> {
      await Promise.all([
        limits.refund('sign-in-pair', pairOf(email, address), PAIR),
        limits.refund('sign-in-account', email, ACCOUNT),
      ])
    },
    /** After a successful attempt. */
    async reset(email: string, address: string | null): Promise<void> {
      await Promise.all([
        limits.clear('sign-in-pair', pairOf(email, address), PAIR),
        limits.clear('sign-in-account', email, ACCOUNT),
        limits.clear('sign-in-slowed', email, SLOWED),
        limits.consume('sign-in-known', pairOf(email, address), KNOWN),
      ])
    },
    /** Whether to audit a refusal: once for each lock, or guesses would fill the log. */
    shouldAudit: async (email: string, address: string | null) =>
      (await limits.consume('sign-in-audited', pairOf(email, address), AUDITED)).allowed,
    /** An authenticator's code is valid for one sign-in. Source: RFC 6238 §5.2 */
    isCodeUsed: async (email: string, code: string) =>
      !(await limits.check('sign-in-code', JSON.stringify([email, code]), CODE)).allowed,
    /** @returns false when it was used before */
    consumeCode: async (email: string, code: string) =>
      (await limits.consume('sign-in-code', JSON.stringify([email, code]), CODE)).allowed,
  }
}
