import { hash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Version } from '@/lib/live/log/version'
import { openSubscription } from '@/lib/store/redis'
import { type Coordinator, LEASE_MS, type Message, type ReadEntry, STORED_MS } from './coordinator'
import { APPEND, HEARTBEAT, LEAVE, PAUSE, PUT_SNAPSHOT, READ, READ_SNAPSHOT } from './redis-scripts'

/** Longer than the longest absence that a node resumes from. */
const LIFETIME_MS = 90_000
/**
 * With STORED_MS, data of vehicles are deleted within 90 seconds even when no
 * node is left to trim the log.
 */
const LOG_LIFETIME_MS = 30_000
/** Log entries held: a node that missed more starts from the snapshot. */
const ENTRIES_MAXIMUM = 32

/** Redis is unreachable or refused a command. */
class RedisError extends Error {
  override readonly name = 'RedisError'
}

/**
 * Coordinator over Redis or Valkey.
 * @param redis must reconnect by itself, without an offline queue
 * @param service its encrypted name
 */
export function createRedisCoordinator(
  redis: Redis,
  service: string,
  log: (line: string) => void,
): Coordinator {
  const node = randomBytes(8).toString('hex')
  const prefix = `kerbside:{${service}}`
  const key = (area: string, name: string) => `${prefix}:${area}:${name}`
  const channelOf = (area: string) => key(area, 'messages')
  const pauseKey = `${prefix}:pause`
  // Heartbeats make up for lost messages.
  const subscription = openSubscription(redis)
  let isReachable = true

  async function reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      if (!isReachable) log('lib/live: Redis is reachable again')
      isReachable = true
      return result
    } catch (error) {
      const { message } = error as Error
      if (isReachable) log(`lib/live: Redis is unreachable, each node polls for itself: ${message}`)
      isReachable = false
      throw new RedisError(message)
    }
  }

  /**
   * By its hash, which Redis knows after the first time: heartbeats are shorter than their script.
   */
  const run = (
    script: string,
    keys: readonly string[],
    values: readonly (string | number | Uint8Array)[],
  ) => {
    const parameters = [keys.length, ...keys, ...values.map(asArgument)] as const
    return reach(() =>
      redis.evalsha(hash('sha1', script), ...parameters).catch((error: Error) => {
        if (!error.message.startsWith('NOSCRIPT')) throw error
        return redis.eval(script, ...parameters)
      }),
    )
  }

  function receive(text: string, onMessage: (message: Message) => void): void {
    try {
      onMessage(decodeMessage(text))
    } catch (error) {
      log(`lib/live: unreadable message: ${error}`)
    }
  }

  return {
    isOwn: (error) => error instanceof RedisError,
    listen: (area, onMessage) =>
      subscription.listen(channelOf(area), (text) => receive(text, onMessage)),
    async heartbeat(area, { intervalMs: requestedMs, arrival }) {
      const names = ['lease', 'intervals', 'seen', 'version', 'log', 'snapshot']
      const keys = [...names.map((name) => key(area, name)), pauseKey]
      const refresh = arrival?.refresh ?? false
      const values = [
        node,
        requestedMs,
        LEASE_MS,
        LIFETIME_MS,
        arrival ? 1 : 0,
        channelOf(area),
        encodeMessage({ kind: 'arrived', refresh }),
        STORED_MS,
        LOG_LIFETIME_MS,
      ]
      const reply = (await run(HEARTBEAT, keys, values)) as HeartbeatReply
      const [isLeader, leaseMs, intervalMs, others, version, snapshotMs, pausedMs] = reply
      return {
        isLeader: isLeader === 1,
        leaseMs,
        intervalMs,
        others,
        version: version || null,
        snapshotMs,
        pausedMs,
      }
    },
    async leave(area) {
      const channel = channelOf(area)
      subscription.leave(channel)
      const keys = ['lease', 'intervals', 'seen'].map((name) => key(area, name))
      await run(LEAVE, keys, [node, channel, encodeMessage({ kind: 'vacant' })])
    },
    async append(area, { from, version, body }) {
      const keys = ['lease', 'version', 'log', 'snapshot'].map((name) => key(area, name))
      const values = [
        node,
        from ?? '',
        version,
        body ?? '',
        ENTRIES_MAXIMUM,
        LIFETIME_MS,
        channelOf(area),
        encodeMessage({ kind: 'changed' }),
        STORED_MS,
        LOG_LIFETIME_MS,
      ]
      return (await run(APPEND, keys, values)) === 1
    },
    read: (area, after) =>
      reach(async () => {
        const keys = [key(area, 'version'), key(area, 'log')]
        const reply = await redis.callBuffer('EVAL', READ, keys.length, ...keys, after)
        if (reply === null) return null
        const [nowMs, entries] = reply as [nowMs: number, EntryReply[]]
        return entries.map((entry) => decodeEntry(entry, nowMs)).reverse()
      }),
    async putSnapshot(area, version, body, entriesHeld) {
      const keys = ['lease', 'version', 'snapshot', 'log'].map((name) => key(area, name))
      const list = Buffer.concat([Buffer.from(`${version}\n`), body])
      const values = [
        node,
        version,
        list,
        STORED_MS,
        channelOf(area),
        encodeMessage({ kind: 'changed' }),
        entriesHeld,
      ]
      return (await run(PUT_SNAPSHOT, keys, values)) === 1
    },
    async snapshot(area) {
      const name = key(area, 'snapshot')
      const reply = await reach(() => redis.callBuffer('EVAL', READ_SNAPSHOT, 1, name))
      if (reply === null) return null
      const [leftMs, bytes] = reply as [leftMs: number, Buffer]
      const end = bytes.indexOf('\n')
      const ageMs = storedFor(STORED_MS - leftMs)
      return { version: bytes.toString('utf8', 0, end), body: bytes.subarray(end + 1), ageMs }
    },
    async sendProgress(area, body) {
      await reach(() => redis.publish(channelOf(area), encodeMessage({ kind: 'progress', body })))
    },
    async pause(leftMs) {
      if (leftMs >= 1) await run(PAUSE, [pauseKey], [Math.round(leftMs)])
    },
  }
}

type HeartbeatReply = [number, number, number, number, Version | '', number, number]

function encodeMessage(message: Message): string {
  const body =
    message.kind === 'progress' ? Buffer.from(message.body).toString('base64') : undefined
  return JSON.stringify({ ...message, body })
}

/** @throws SyntaxError */
function decodeMessage(text: string): Message {
  const { body = '', ...message } = JSON.parse(text)
  return { ...message, body: Buffer.from(body, 'base64') }
}

type EntryReply = [id: Buffer, fields: Buffer[]]

/** @param fields names and values in turn, in the order of the APPEND script */
function decodeEntry([id, fields]: EntryReply, nowMs: number): ReadEntry {
  const [, from, , version, , body] = fields as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
  return {
    from: from.toString() || null,
    version: version.toString(),
    body: body.length > 0 ? body : null,
    // "1767268800000-0"
    ageMs: storedFor(nowMs - Number.parseInt(id.toString(), 10)),
  }
}

/** Also where the clock of Redis was set: nothing is stored for longer. */
const storedFor = (ms: number) => Math.min(STORED_MS, Math.max(0, ms))

function asArgument(value: string | number | Uint8Array): string | number | Buffer {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value
}
