import { AccessError } from '@/lib/auth/sessions/access-error'
import { networkOf } from '@/lib/http/client-ip'
import type { RateLimit, RateLimits } from '@/lib/store/rate-limits'

const QUARTER_SECONDS = 15 * 60
const PAIR: RateLimit = { points: 5, durationSeconds: QUARTER_SECONDS, blockSeconds: QUARTER_SECONDS }
const ACCOUNT: RateLimit = { points: 20, durationSeconds: 60 * 60 }
/** What is left of an account's tries beyond those: one a minute, from wherever. */
const SLOWED: RateLimit = { points: 1, durationSeconds: 60 }
/** From where an account was signed in to. */
const KNOWN: RateLimit = { points: 1, durationSeconds: 14 * 24 * 60 * 60 }
/** For longer than an authenticator's code is taken: its half minute, and the one before and after. */
const CODE: RateLimit = { points: 1, durationSeconds: 120 }
const TOLD: RateLimit = { points: 1, durationSeconds: QUARTER_SECONDS }

/** How often a password may be tried, by the account and by the address, whether or not there is such an account. */
export interface LoginThrottle {
  /** Counts a try before it is made, so that many at a time cannot slip through. @throws AccessError too-many-tries */
  count(email: string, address: string | null): Promise<void>
  /** It could not be made: nobody learnt anything by it. */
  uncount(email: string, address: string | null): Promise<void>
  /** It was the right one. */
  forget(email: string, address: string | null): Promise<void>
  /** Whether a refusal is worth an entry of the audit: once for a lock, or guesses would fill it. */
  isNews(email: string, address: string | null): Promise<boolean>
  /** An authenticator's code is good for one sign-in. Source: RFC 6238 §5.2 */
  isCodeUsed(email: string, code: string): Promise<boolean>
  /** @returns false when it was used before */
  spendCode(email: string, code: string): Promise<boolean>
}

export function createLoginThrottle(limits: RateLimits): LoginThrottle {
  const pairOf = (email: string, address: string | null) =>
    JSON.stringify([email, address === null ? null : networkOf(address)])

  async function refuse(name: string, key: string, limit: RateLimit): Promise<void> {
    const { allowed, retryAfterSeconds } = await limits.consume(name, key, limit)
    if (!allowed) throw new AccessError('too-many-tries', { retryAfterMs: retryAfterSeconds * 1000 })
  }

  return {
    async count(email, address) {
      await refuse('sign-in-pair', pairOf(email, address), PAIR)
      const { allowed } = await limits.consume('sign-in-account', email, ACCOUNT)
      if (allowed) return
      // Guesses from elsewhere are not to keep operators out where they work; the pair's limit holds there too.
      const known = await limits.check('sign-in-known', pairOf(email, address), KNOWN)
      if (known.allowed) await refuse('sign-in-slowed', email, SLOWED)
    },
    async uncount(email, address) {
      await Promise.all([
        limits.giveBack('sign-in-pair', pairOf(email, address), PAIR),
        limits.giveBack('sign-in-account', email, ACCOUNT),
      ])
    },
    async forget(email, address) {
      await Promise.all([
        limits.clear('sign-in-pair', pairOf(email, address), PAIR),
        limits.clear('sign-in-account', email, ACCOUNT),
        limits.clear('sign-in-slowed', email, SLOWED),
        limits.consume('sign-in-known', pairOf(email, address), KNOWN),
      ])
    },
    isNews: async (email, address) =>
      (await limits.consume('sign-in-told', pairOf(email, address), TOLD)).allowed,
    isCodeUsed: async (email, code) =>
      !(await limits.check('sign-in-code', JSON.stringify([email, code]), CODE)).allowed,
    spendCode: async (email, code) =>
      (await limits.consume('sign-in-code', JSON.stringify([email, code]), CODE)).allowed,
  }
}
