import { ProblemError } from '@/lib/api/contract/problem-error'
import type { RateLimit, RateLimits } from '@/lib/store/rate-limits'
import { networkOf } from './network'

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
    async consume(key: string, rule: BetterAuthLimit) {
      const limit = {
        points: rule.max,
        durationSeconds: rule.window,
      }
      const { allowed, retryAfterSeconds } = await limits.consume('better-auth', key, limit)
      return {
        allowed,
        retryAfter: allowed ? null : retryAfterSeconds,
      }
    },
  }
}

interface BetterAuthLimit {
  readonly max: number
  /** In seconds. */
  readonly window: number
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/** Limits password attempts for each account and address, whether or not the account exists. */
export function createLoginThrottle(limits: RateLimits) {
  async function refuse(name: string, key: string, limit: RateLimit): Promise<void> {
    const { allowed, retryAfterSeconds } = await limits.consume(name, key, limit)
    if (allowed) return
    const retryAfterMs = retryAfterSeconds * 1000
    throw new ProblemError('too-many-tries', { retryAfterMs })
  }

  /** Whether the account has signed in from this address before. */
  async function isKnown(email: string, address: string | null): Promise<boolean> {
    const pair = pairOf(email, address)
    const { allowed } = await limits.check('sign-in-known', pair, KNOWN)
    return !allowed
  }

  async function unlockAt(email: string, address: string | null): Promise<void> {
    const pair = pairOf(email, address)
    await limits.clear('sign-in-pair', pair, PAIR)
    await limits.clear('sign-in-audited', pair, AUDITED)
    if (address !== null) await limits.clear('sign-in-network', networkOf(address), NETWORK)
  }

  return {
    isKnown,
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
        ...addresses.map((address) => unlockAt(email, address)),
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
      if (await isKnown(email, address)) return
      await refuse('sign-in-slowed', email, SLOWED)
    },
    /** Refund an attempt that could not be evaluated. */
    async refund(email: string, address: string | null): Promise<void> {
      const pair = pairOf(email, address)
      await Promise.all([
        limits.refund('sign-in-pair', pair, PAIR),
        limits.refund('sign-in-account', email, ACCOUNT),
      ])
    },
    /** After a successful attempt. */
    async reset(email: string, address: string | null): Promise<void> {
      const pair = pairOf(email, address)
      await Promise.all([
        limits.clear('sign-in-pair', pair, PAIR),
        limits.clear('sign-in-account', email, ACCOUNT),
        limits.clear('sign-in-slowed', email, SLOWED),
        limits.consume('sign-in-known', pair, KNOWN),
      ])
    },
    /**
     * Whether to audit another failure: one in a quarter of an hour.
     * @param email null: of any account that does not exist
     */
    async shouldAudit(email: string | null, address: string | null): Promise<boolean> {
      const pair = pairOf(email, address)
      const { allowed } = await limits.consume('sign-in-audited', pair, AUDITED)
      return allowed
    },
    /** An authenticator's code is valid for one sign-in. Source: RFC 6238 §5.2 */
    async isCodeUsed(email: string, code: string): Promise<boolean> {
      const key = JSON.stringify([email, code])
      const { allowed } = await limits.check('sign-in-code', key, CODE)
      return !allowed
    },
    /** @returns false when it was used before */
    async consumeCode(email: string, code: string): Promise<boolean> {
      const key = JSON.stringify([email, code])
      const { allowed } = await limits.consume('sign-in-code', key, CODE)
      return allowed
    },
  }
}

function pairOf(email: string | null, address: string | null): string {
  const network = address === null ? null : networkOf(address)
  return JSON.stringify([email, network])
}
