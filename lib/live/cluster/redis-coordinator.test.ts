import type { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { haveServer } from '@/lib/testing/services/server-process'
import { withRedis } from '@/lib/testing/stores'
import type { Coordinator } from './coordinator'
import { createRedisCoordinator } from './redis-coordinator'

const BODY = Buffer.alloc(100_000, 1)
const REQUEST = { intervalMs: 5000, arrival: null }

describe.skipIf(!haveServer('redis-server'))('the log in Redis', () => {
  const connect = withRedis()

  async function lead(): Promise<{ redis: Redis; leader: Coordinator; logKey: string }> {
    const redis = await connect()
    const leader = createRedisCoordinator(redis, 'service', () => {})
    await leader.heartbeat('area', REQUEST)
    return { redis, leader, logKey: 'kerbside:{service}:area:log' }
  }

  /** Appends `e.0` to `e.last`; those in `empty` have no body. */
  async function append(
    leader: Coordinator,
    last: number,
    empty: readonly number[] = [0],
  ): Promise<void> {
    for (let sequence = 0; sequence <= last; sequence++) {
      const from = sequence === 0 ? null : `e.${sequence - 1}`
      const body = empty.includes(sequence) ? null : BODY
      expect(await leader.append('area', { from, version: `e.${sequence}`, body })).toBe(true)
    }
  }

  async function sentBytes(redis: Redis): Promise<number> {
    return Number(/total_net_output_bytes:(\d+)/.exec(await redis.info('stats'))?.[1])
  }

  test('a follower reads the entries that it needs and no others', async () => {
    const { redis, leader } = await lead()
    await append(leader, 20, [0, 10])
    const read = async (after: string) => {
      const before = await sentBytes(redis)
      const versions = (await leader.read('area', after))?.map(({ version }) => version) ?? null
      return { versions, bodies: Math.round(((await sentBytes(redis)) - before) / BODY.length) }
    }
    expect(await read('e.20')).toEqual({ versions: [], bodies: 0 })
    expect(await read('e.19')).toEqual({ versions: ['e.20'], bodies: 1 })
    expect(await read('e.17')).toEqual({ versions: ['e.18', 'e.19', 'e.20'], bodies: 3 })
    for (const after of ['e.9', 'e.5', 'e.21', 'other.19']) {
      expect(await read(after), after).toEqual({ versions: null, bodies: 0 })
    }
    await redis.xtrim('kerbside:{service}:area:log', 'MAXLEN', 2)
    expect(await read('e.17')).toEqual({ versions: null, bodies: 0 })
  })

  test('an entry has its age, by the clock of Redis', async () => {
    const { redis, leader, logKey } = await lead()
    await append(leader, 1)
    const seconds = Number((await redis.time())[0])
    await redis.del(logKey)
    for (const [sequence, agoS] of [40, 20].entries()) {
      const fields = ['from', `e.${sequence - 1}`, 'version', `e.${sequence}`, 'body', 'body']
      await redis.xadd(logKey, `${(seconds - agoS) * 1000}-0`, ...fields)
    }
    const [entry] = (await leader.read('area', 'e.0'))!
    expect(entry!.version).toBe('e.1')
    expect(entry!.ageMs).toBeGreaterThanOrEqual(20_000)
    expect(entry!.ageMs).toBeLessThan(40_000)
  })

  test('a snapshot trims the log, and its lifetime is not renewed', async () => {
    const { redis, leader, logKey } = await lead()
    await append(leader, 9)
    expect(await leader.putSnapshot('area', 'e.9', BODY, 3)).toBe(true)
    expect(await redis.xlen(logKey)).toBe(3)
    await redis.pexpire('kerbside:{service}:area:snapshot', 20_000)
    const { ageMs } = (await leader.snapshot('area'))!
    expect(ageMs).toBeGreaterThanOrEqual(40_000)
    expect(ageMs).toBeLessThan(60_000)
    const { snapshotMs } = await leader.heartbeat('area', REQUEST)
    expect(snapshotMs).toBeGreaterThan(0)
    expect(snapshotMs).toBeLessThanOrEqual(20_000)
  })

  test.each(['heartbeat', 'append'] as const)(
    'entries older than a minute are deleted (%s)',
    async (how) => {
      const { redis, leader, logKey } = await lead()
      const seconds = Number((await redis.time())[0])
      const fields = ['from', 'e.0', 'version', 'e.1', 'body', 'old'] as const
      await redis.xadd(logKey, `${seconds * 1000 - 62_000}-0`, ...fields)
      await redis.xadd(logKey, `${seconds * 1000 - 30_000}-0`, ...fields)
      if (how === 'heartbeat') await leader.heartbeat('area', REQUEST)
      else await append(leader, 0)
      expect(await redis.xlen(logKey)).toBe(how === 'heartbeat' ? 1 : 2)
      // With the age of an entry, at most 90 seconds.
      expect(await redis.pttl(logKey)).toBeLessThanOrEqual(30_000)
    },
  )

  test('a snapshot is deleted with the log that continues it', async () => {
    const { redis, leader, logKey } = await lead()
    await append(leader, 1)
    await leader.putSnapshot('area', 'e.1', BODY, 1)
    await redis.del(logKey)
    expect(await leader.heartbeat('area', REQUEST)).toMatchObject({ version: 'e.1', snapshotMs: 0 })
    expect(await leader.snapshot('area')).toBeNull()
  })
})
