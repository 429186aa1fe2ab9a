import { Redis, type RedisOptions } from 'ioredis'
import { describeUrl } from '@/lib/app/settings/address-parsers'
import { ConfigError } from '@/lib/app/settings/config-error'

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

/**
 * A connection that receives messages, and subscribes again whenever it reconnects: a subscribing
 * connection can do nothing else.
 * @param redis as `openRedis` returns it
 */
export function openSubscription(redis: Redis) {
  const listeners = new Map<string, (message: string) => void>()
  const subscribed = new Set<string>()
  const connection = redis.duplicate({ autoResubscribe: false })

  async function subscribe(channels: readonly string[]): Promise<void> {
    if (connection.status !== 'ready' || channels.length === 0) return
    try {
      await connection.subscribe(...channels)
    } catch {
      // The next call of `listen`, or reconnection, tries again.
      return
    }
    // Channels left meanwhile are unsubscribed after this, in that order.
    for (const channel of channels) if (listeners.has(channel)) subscribed.add(channel)
  }

  connection.on('error', () => {})
  connection.on('ready', () => void subscribe([...listeners.keys()]))
  connection.on('close', () => subscribed.clear())
  connection.on('message', (channel: string, message: string) => listeners.get(channel)?.(message))
  connection.connect().catch(() => {})

  return {
    /** Resolves when the channel is subscribed, or could not be for now. */
    async listen(channel: string, onMessage: (message: string) => void): Promise<void> {
      listeners.set(channel, onMessage)
      if (!subscribed.has(channel)) await subscribe([channel])
    },
    leave(channel: string): void {
      listeners.delete(channel)
      subscribed.delete(channel)
      void connection.unsubscribe(channel).catch(() => undefined)
    },
    close: () => connection.disconnect(),
  }
}
