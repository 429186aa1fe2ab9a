import { Redis, type RedisOptions } from 'ioredis'
import { ConfigError } from '@/lib/app/settings/config-error'
import { describeUrl } from '@/lib/app/settings/parsers'

const CONNECT_MS = 2000
const COMMAND_MS = 1000
const LONGEST_RETRY_MS = 2000

const FAIL_FAST = {
  lazyConnect: true,
  connectTimeout: CONNECT_MS,
  commandTimeout: COMMAND_MS,
  // Neither queued nor resent: a late command is useless, or counted twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} as const satisfies RedisOptions

/**
 * A connection shared by the nodes. It reconnects by itself; meanwhile commands reject within a
 * second, and none is sent twice.
 * @returns after the first attempt to connect, successful or not
 * @throws ConfigError when Redis refuses user, password or database: retrying cannot help
 */
export async function openRedis(url: string): Promise<Redis> {
  await checkAccess(url)
  const redis = new Redis(url, {
    ...FAIL_FAST,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, LONGEST_RETRY_MS),
  })
  // Commands report failures themselves; without a listener ioredis prints them too.
  redis.on('error', () => {})
  await redis.connect().catch(() => {})
  return redis
}

const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid )?DB index)/

/** Uses a separate connection: ioredis would retry for ever, a wrong database end the process. */
async function checkAccess(url: string): Promise<void> {
  const server = new URL(url)
  const database = Number(server.pathname.slice(1))
  server.pathname = ''
  const redis = new Redis(server.href, { ...FAIL_FAST, retryStrategy: () => null })
  const faults: Error[] = []
  redis.on('error', (error: Error) => faults.push(error))
  await redis
    .connect()
    .then(() => redis.select(database))
    .catch((error: Error) => faults.push(error))
  redis.disconnect()
  const refusal = faults.find(({ message }) => REFUSED.test(message))
  if (!refusal) return
  throw new ConfigError(`REDIS_URL: Redis at ${describeUrl(url)} refuses: ${refusal.message}`)
}
