import { createHmac } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { rateLimits } from './schema'
import type { Store } from './store'

export interface RateLimit {
  /** Number allowed per duration. */
  readonly points: number
  /** Counted from the first. */
  readonly durationSeconds: number
  /** How long further attempts are blocked after the limit; not set: until the duration ends. */
  readonly blockSeconds?: number
  /** How long a refusal is repeated from memory, without the database; not set: never. */
  readonly rememberSeconds?: number
}

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * Rate limits shared by all nodes that survive a restart: in Redis; in the store's table when
 * there is no Redis or it does not answer; in memory while the database is down as well.
 * Never rejects for an outage.
 * @param secret the same on all nodes; keys the hashes, because plain hashes of addresses
 * and e-mails can be guessed
 */
export function createRateLimits(store: Store, redis: Redis | null, secret: string) {
  const limiters = new Map<string, RateLimiterAbstract>()
  const refusals = new LRUCache<string, RememberedRefusal>({ max: REMEMBERED_MAXIMUM })

  function limiterOf(name: string, limit: RateLimit): RateLimiterAbstract {
    const id = JSON.stringify([name, limit.points, limit.durationSeconds, limit.blockSeconds])
    const limiter = limiters.get(id) ?? createLimiter(store, redis, name, limit)
    limiters.set(id, limiter)
    return limiter
  }

  function hash(key: string): string {
    return createHmac('sha256', secret).update(key).digest('base64url')
  }

  function idOf(name: string, key: string): string {
    return JSON.stringify([name, key])
  }

  return {
    /** Counts one attempt; refused after `points`. */
    async consume(name: string, key: string, limit: RateLimit): Promise<LimitAnswer> {
      const last = refusals.get(idOf(name, key))
      const nowMs = performance.now()
      if (last && last.untilMs > nowMs) return refused(last.retryAtMs - nowMs)

      const limiter = limiterOf(name, limit)
      const answer = await limiter.consume(hash(key)).then(() => ALLOWED, refusal)
      if (!answer.allowed && limit.rememberSeconds !== undefined) {
        const { retryAfterSeconds } = answer
        refusals.set(idOf(name, key), {
          untilMs: nowMs + Math.min(limit.rememberSeconds, retryAfterSeconds) * 1000,
          retryAtMs: nowMs + retryAfterSeconds * 1000,
        })
      }
      return answer
    },
    /** The answer to one more attempt, without counting it. */
    async check(name: string, key: string, limit: RateLimit): Promise<LimitAnswer> {
      const counted = await limiterOf(name, limit).get(hash(key))
      const isFull = counted !== null && counted.consumedPoints >= limit.points
      return isFull ? refusal(counted) : ALLOWED
    },
    /** Refunds an attempt that was counted but could not be evaluated. */
    async refund(name: string, key: string, limit: RateLimit): Promise<void> {
      await limiterOf(name, limit).reward(hash(key))
    },
    async clear(name: string, key: string, limit: RateLimit): Promise<void> {
      refusals.delete(idOf(name, key))
      await limiterOf(name, limit).delete(hash(key))
    },
  }
}

const REMEMBERED_MAXIMUM = 10_000

interface LimitAnswer {
  readonly allowed: boolean
  readonly retryAfterSeconds: number
}

/** A refusal that is repeated until `untilMs`; times of a monotonic clock. */
interface RememberedRefusal {
  readonly untilMs: number
  readonly retryAtMs: number
}

const ALLOWED: LimitAnswer = { allowed: true, retryAfterSeconds: 0 }

function refusal(reason: unknown): LimitAnswer {
  if (!(reason instanceof RateLimiterRes)) throw reason
  return refused(reason.msBeforeNext)
}

function refused(retryAfterMs: number): LimitAnswer {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) }
}

function createLimiter(
  store: Store,
  redis: Redis | null,
  name: string,
  { points, durationSeconds, blockSeconds = 0 }: RateLimit,
): RateLimiterAbstract {
  const options = {
    keyPrefix: `kerbside:limit:${name}`,
    points,
    duration: durationSeconds,
    blockDuration: blockSeconds,
  }
  const inTable = new RateLimiterPostgres({
    ...options,
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) => store.query(text, values),
    },
    storeType: 'client',
    tableName: getTableName(rateLimits),
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory(options),
  })
  if (!redis) return inTable
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inTable,
  })
}
