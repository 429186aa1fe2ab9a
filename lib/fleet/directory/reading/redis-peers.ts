import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Directory } from '@/lib/fleet/directory/directory'
import { decodeFacts, encodeFacts, type StoredFacts } from '@/lib/fleet/directory/facts'
import type { Encryption } from '@/lib/store/encryption'
import type { Peers, Wanted } from './plan'

export interface RedisPeersOptions {
  /** Must reconnect by itself, without an offline queue. */
  readonly redis: Redis
  /** With a key of the service, known to all its nodes and to no reader of Redis. */
  readonly encryption: Encryption
  readonly directory: Directory
  readonly log: (line: string) => void
  /** A lease not renewed for this long is lost. */
  readonly leaseMs?: number
}

/** Three plans. */
const LEASE_MS = 10_000

/** How long learned facts are held in Redis, for nodes that were away; the store has them for longer. */
const HELD_MS = 60_000
const BATCHES_MAXIMUM = 200

/**
 * KEYS lease, wanted, learned. ARGV node, lease in ms, wanted ('' for none), learned ('' for none), id of the last batch
 * received, time that batches are held in ms, most batches. Runs atomically, by the clock of Redis.
 * @returns 1 for the node that reads, what all want for that node, batches learned by any node
 */
const EXCHANGE = `
local holder = redis.call('GET', KEYS[1]) or ARGV[1]
local wanted = {}
if holder == ARGV[1] then
  redis.call('SET', KEYS[1], holder, 'PX', ARGV[2])
  wanted = redis.call('HVALS', KEYS[2])
  redis.call('DEL', KEYS[2])
else
  if ARGV[3] ~= '' then redis.call('HSET', KEYS[2], ARGV[1], ARGV[3]) end
  redis.call('PEXPIRE', KEYS[2], ARGV[2])
end
if ARGV[4] ~= '' then redis.call('XADD', KEYS[3], 'MAXLEN', ARGV[7], '*', 'node', ARGV[1], 'facts', ARGV[4]) end
redis.call('PEXPIRE', KEYS[3], ARGV[6])
local batches = redis.call('XRANGE', KEYS[3], '(' .. ARGV[5], '+')
return {holder == ARGV[1] and 1 or 0, wanted, batches}`

/** KEYS lease, wanted. ARGV node. */
const LEAVE = `
redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`

type Reply = [isReader: number, wanted: Buffer[], batches: [id: Buffer, fields: Buffer[]][]]

/** The nodes of one service over Redis or Valkey, which sees encrypted data only. */
export function createRedisPeers(options: RedisPeersOptions): Peers {
  const { redis, encryption, directory, log, leaseMs = LEASE_MS } = options
  const node = randomBytes(8).toString('hex')
  const keys = ['lease', 'wanted', 'learned'].map(
    (name) => `kerbside:{${encryption.hash('directory')}}:directory:${name}`,
  )
  let learned = new Map<string, StoredFacts>()
  let lastBatch = '0-0'
  let isReachable = true
  const endLearning = directory.onLearned((id, facts) => {
    if (facts.readAtMs > 0) learned.set(id, encodeFacts(facts))
  })

  const encrypt = (value: unknown, purpose: string) => encryption.encrypt(JSON.stringify(value), purpose)
  const decrypt = async <T>(body: Uint8Array, purpose: string) =>
    JSON.parse(await encryption.decrypt(body, purpose)) as T

  async function run(wanted: readonly Wanted[]): Promise<Reply> {
    const sending = learned
    learned = new Map()
    try {
      const bodies = [
        wanted.length === 0 ? '' : Buffer.from(await encrypt(wanted, 'wanted')),
        sending.size === 0 ? '' : Buffer.from(await encrypt([...sending], 'learned')),
      ]
      const values = [node, leaseMs, ...bodies, lastBatch, HELD_MS, BATCHES_MAXIMUM]
      return (await redis.callBuffer('EVAL', EXCHANGE, keys.length, ...keys, ...values)) as Reply
    } catch (error) {
      learned = new Map([...sending, ...learned])
      throw error
    }
  }

  async function receive([isReader, wanted, batches]: Reply) {
    for (const [id, [, from, , facts]] of batches as [Buffer, [Buffer, Buffer, Buffer, Buffer]][]) {
      lastBatch = id.toString()
      if (from.toString() === node) continue
      for (const [vehicleId, stored] of await decrypt<[string, StoredFacts][]>(facts, 'learned'))
        directory.adopt(vehicleId, decodeFacts(stored))
    }
    const lists = await Promise.all(wanted.map((body) => decrypt<Wanted[]>(body, 'wanted')))
    return { isReader: isReader === 1, wanted: lists.flat() }
  }

  return {
    async exchange(wanted) {
      try {
        const received = await receive(await run(wanted))
        if (!isReachable) log('lib/fleet/directory: Redis is reachable again')
        isReachable = true
        return received
      } catch (error) {
        if (isReachable)
          log(
            `lib/fleet/directory: Redis is unreachable, no call signs are read meanwhile: ${(error as Error).message}`,
          )
        isReachable = false
        return { isReader: false, wanted: [] }
      }
    },
    async leave() {
      endLearning()
      await redis.eval(LEAVE, 2, ...keys.slice(0, 2), node).catch(() => undefined)
    },
  }
}
