import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** Pause without Redis: the calls of the other nodes are not known, so that none is made. */
const UNREACHABLE_MS = 3_000

/**
 * Counts the calls of all nodes in Redis.
 * @param redis must reconnect by itself, without an offline queue
 * @param key the same on all nodes of a service, and on no other
 * @param callsPerSecond the most, of all nodes together
 * @returns a function that takes one. It never rejects, and resolves to the milliseconds
 * to wait instead; 0 for none
 */
export function createSharedCalls(
  redis: Redis,
  key: string,
  callsPerSecond: number,
  log: (line: string) => void,
) {
  const limiter = new RateLimiterRedis({
    keyPrefix: 'kerbside:directory',
    storeClient: redis,
    rejectIfRedisNotReady: true,
    points: Math.max(1, Math.floor(callsPerSecond)),
    duration: Math.max(1, Math.ceil(1 / callsPerSecond)),
  })
  let isReachable = true

  return async (): Promise<number> => {
    try {
      await limiter.consume(key)
      if (!isReachable) log('lib/fleet/directory: Redis is reachable again')
      isReachable = true
      return 0
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext)
      if (isReachable) {
        log(
          `lib/fleet/directory: Redis is unreachable, no call signs are read meanwhile: ${(error as Error).message}`,
        )
      }
      isReachable = false
      return UNREACHABLE_MS
    }
  }
}
