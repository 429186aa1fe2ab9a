import { Redis } from 'ioredis'

const CONNECT_MS = 2000
const COMMAND_MS = 1000
const LONGEST_PAUSE_MS = 2000

/**
 * A connection to what the nodes share. It comes back by itself; while it is away commands reject, at once or within
 * a second, and nothing is sent twice.
 * @returns when it is connected, or has failed to for the first time
 */
export async function openRedis(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    // Neither kept for later nor sent again: what was meant for now is of no use, or counted twice, then.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MS),
  })
  // Every command tells its own failure; without a listener ioredis prints them too.
  redis.on('error', () => {})
  await redis.connect().catch(() => {})
  return redis
}
