import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Coordinator, Message } from './coordinator'
import { HEARTBEAT_INTERVAL_MS, LEASE_MS } from './lease'
import { decodeMessage, encodeMessage } from './message-codec'
import { ADVANCE, BEAT, LEAVE, OFFER, PAUSE } from './redis-scripts'

export interface RedisCoordinatorOptions {
  /** Told to come back by itself, and to keep nothing for later. */
  readonly redis: Redis
  /** Names the service, unreadably. */
  readonly service: string
  readonly log: (line: string) => void
}

export interface RedisCoordinator extends Coordinator {
  /** Leaves the connection that it was given. */
  close(): void
}

/** Longer than anybody can be away and still go on. */
const KEPT_MS = 90_000
/** Long enough for those who asked to fetch it, though they may find out with their next beats only. */
const OFFERED_MS = 10 * HEARTBEAT_INTERVAL_MS

/** Redis could not be asked, or would not answer. */
class RedisError extends Error {
  override readonly name = 'RedisError'
}

/** Redis (or Valkey) as the place where nodes meet: two connections, since one that listens can do nothing else. */
export function createRedisCoordinator({ redis, service, log }: RedisCoordinatorOptions): RedisCoordinator {
  const node = randomBytes(8).toString('hex')
  const prefix = `kerbside:{${service}}`
  const key = (area: string, name: string) => `${prefix}:${area}:${name}`
  const channelOf = (area: string) => key(area, 'line')
  const pauseKey = `${prefix}:pause`
  const listeners = new Map<string, (message: Message) => void>()
  const heard = new Set<string>()
  let isReached = true

  const line = redis.duplicate({ autoResubscribe: false })
  // What it misses is found out by the beats.
  line.on('error', () => {})
  line.connect().catch(() => {})

  function onFault(error: unknown): void {
    if (!isReached) return
    isReached = false
    log(`lib/live: Redis is out of reach, each node sweeps for itself: ${(error as Error).message}`)
  }

  async function reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      if (!isReached) log('lib/live: Redis is in reach again')
      isReached = true
      return result
    } catch (error) {
      onFault(error)
      throw new RedisError((error as Error).message)
    }
  }

  const run = (script: string, keys: readonly string[], values: readonly (string | number | Uint8Array)[]) =>
    reach(() => redis.eval(script, keys.length, ...keys, ...values.map(asArgument)))

  async function subscribe(channels: readonly string[]): Promise<void> {
    if (line.status !== 'ready' || channels.length === 0) return
    await line.subscribe(...channels).then(
      () => {
        // Who left meanwhile has taken it back already, and it is done in that order.
        for (const channel of channels) if (listeners.has(channel)) heard.add(channel)
      },
      // The next beat tries again.
      () => undefined,
    )
  }

  line.on('ready', () => void subscribe([...listeners.keys()]))
  line.on('close', () => heard.clear())
  line.on('messageBuffer', (channel: Buffer, bytes: Buffer) => {
    try {
      listeners.get(channel.toString())?.(decodeMessage(bytes))
    } catch (error) {
      log(`lib/live: a message that is none: ${error}`)
    }
  })

  return {
    isOwn: (error) => error instanceof RedisError,
    async listen(area, onMessage) {
      const channel = channelOf(area)
      listeners.set(channel, onMessage)
      if (!heard.has(channel)) await subscribe([channel])
    },
    async beat(area, { intervalMs, atOnce }) {
      const keys = [...['lease', 'wishes', 'seen', 'version'].map((name) => key(area, name)), pauseKey]
      const came = encodeMessage({ kind: 'came' })
      const values = [node, intervalMs, LEASE_MS, KEPT_MS, atOnce ? 1 : 0, channelOf(area), came]
      const [leads, leaseMs, shortestMs, others, version, pausedMs] = (await run(
        BEAT,
        keys,
        values,
      )) as Answer
      return {
        leads: leads === 1,
        leaseMs,
        intervalMs: shortestMs,
        others,
        version: version || null,
        pausedMs,
      }
    },
    async leave(area) {
      const channel = channelOf(area)
      listeners.delete(channel)
      heard.delete(channel)
      void line.unsubscribe(channel).catch(() => undefined)
      const keys = ['lease', 'wishes', 'seen'].map((name) => key(area, name))
      await run(LEAVE, keys, [node, channel, encodeMessage({ kind: 'vacant' })])
    },
    async advance(area, step) {
      const message = encodeMessage({ kind: 'step', ...step })
      const keys = [key(area, 'lease'), key(area, 'version')]
      const values = [node, step.from ?? '', step.version, KEPT_MS, channelOf(area), message]
      return (await run(ADVANCE, keys, values)) === 1
    },
    async offer(area, version, body) {
      const message = encodeMessage({ kind: 'offer', version })
      const list = Buffer.concat([Buffer.from(`${version}\n`), body])
      const keys = ['lease', 'version', 'list'].map((name) => key(area, name))
      await run(OFFER, keys, [node, version, list, OFFERED_MS, channelOf(area), message])
    },
    async offered(area) {
      const bytes = await reach(() => redis.getBuffer(key(area, 'list')))
      if (!bytes) return null
      const end = bytes.indexOf('\n')
      return { version: bytes.toString('utf8', 0, end), body: bytes.subarray(end + 1) }
    },
    async send(area, message) {
      await reach(() => redis.publish(channelOf(area), encodeMessage(message)))
    },
    async pause(leftMs) {
      if (leftMs >= 1) await run(PAUSE, [pauseKey], [Math.round(leftMs)])
    },
    close() {
      line.disconnect()
    },
  }
}

type Answer = [
  leads: number,
  leaseMs: number,
  intervalMs: number,
  others: number,
  version: string,
  pausedMs: number,
]

function asArgument(value: string | number | Uint8Array): string | number | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}
