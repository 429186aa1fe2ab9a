import { Redis, type RedisOptions } from 'ioredis'
import { ConfigError } from '@/lib/config/config-error'
import { describeUrl } from '@/lib/config/parsers/store'

const CONNECT_MS = 2000
const COMMAND_MS = 1000
const LONGEST_PAUSE_MS = 2000

const HASTY = {
  lazyConnect: true,
  connectTimeout: CONNECT_MS,
  commandTimeout: COMMAND_MS,
  // Neither kept for later nor sent again: what was meant for now is of no use, or counted twice, then.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} as const satisfies RedisOptions

/**
 * A connection to what the nodes share. It comes back by itself; while it is away commands reject, at once or within
 * a second, and nothing is sent twice.
 * @returns when it is connected, or has failed to for the first time
 * @throws ConfigError when Redis answers that user, password or database are wrong: that does not pass
 */
export async function openRedis(url: string): Promise<Redis> {
  await checkWelcome(url)
  const redis = new Redis(url, {
    ...HASTY,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MS),
  })
  // Every command tells its own failure; without a listener ioredis prints them too.
  redis.on('error', () => {})
  await redis.connect().catch(() => {})
  return redis
}

const WRONG = /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid )?DB index)/

/** By a connection of its own: ioredis would go on trying for ever, and a wrong database would end the process. */
async function checkWelcome(url: string): Promise<void> {
  const server = new URL(url)
  const database = Number(server.pathname.slice(1))
  server.pathname = ''
  const redis = new Redis(server.href, { ...HASTY, retryStrategy: () => null })
  const faults: Error[] = []
  redis.on('error', (error: Error) => faults.push(error))
  await redis
    .connect()
    .then(() => redis.select(database))
    .catch((error: Error) => faults.push(error))
  redis.disconnect()
  const refusal = faults.find(({ message }) => WRONG.test(message))
  if (refusal) throw new ConfigError(`REDIS_URL: Redis at ${describeUrl(url)} refuses: ${refusal.message}`)
}
