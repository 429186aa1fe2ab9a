import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedis } from '@/lib/testing/services/redis'
import { haveServer, type RealServer } from '@/lib/testing/services/server-process'
import { describeOnEach, withPglite } from '@/lib/testing/stores'
import { createRateLimits, type RateLimits } from './rate-limits'
import { openRedis } from './redis'

const LIMIT = { points: 5, durationSeconds: 900 }
const ALLOWED = { allowed: true, retryAfterSeconds: 0 }
const KEY = 'ada@fleet.example 192.0.2.7'

const consumeMany = (limits: RateLimits, name: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => limits.consume(name, KEY, LIMIT)))
const countAllowed = (answers: readonly { allowed: boolean }[]) =>
  answers.filter(({ allowed }) => allowed).length

describeOnEach('rate limits in the store’s table', (store) => {
  const limits = () => createRateLimits(store(), null, 'secret')

  test('two nodes together allow exactly the limit, of two hundred at once', async () => {
    const nodes = [limits(), limits()]
    const answers = await Promise.all(nodes.map((node) => consumeMany(node, 'guess', 100)))
    expect(countAllowed(answers.flat())).toBe(5)
  })

  test('a refusal says when to retry, and survives a restart', async () => {
    await consumeMany(limits(), 'restart', 5)
    const { allowed, retryAfterSeconds } = await limits().consume('restart', KEY, LIMIT)
    expect(allowed).toBe(false)
    expect(retryAfterSeconds).toBeGreaterThan(800)
    expect(retryAfterSeconds).toBeLessThanOrEqual(900)
  })

  test('exceeding the limit blocks for blockSeconds', async () => {
    const limit = { ...LIMIT, points: 1, blockSeconds: 5000 }
    await limits().consume('block', KEY, limit)
    await limits().consume('block', KEY, limit)
    const { retryAfterSeconds } = await limits().consume('block', KEY, limit)
    expect(retryAfterSeconds).toBeGreaterThan(4000)
  })

  test('a check does not count, and gives the answer to the next one', async () => {
    await consumeMany(limits(), 'look', 4)
    for (let time = 0; time < 10; time += 1) {
      expect(await limits().check('look', KEY, LIMIT)).toEqual(ALLOWED)
    }
    await limits().consume('look', KEY, LIMIT)
    expect(await limits().check('look', KEY, LIMIT)).toMatchObject({ allowed: false })
  })

  test('a cleared count starts again; other names and keys are separate', async () => {
    await consumeMany(limits(), 'clear', 6)
    expect(await limits().check('other', KEY, LIMIT)).toEqual(ALLOWED)
    expect(await limits().check('clear', 'bo@fleet.example', LIMIT)).toEqual(ALLOWED)
    await limits().clear('clear', KEY, LIMIT)
    expect(await limits().consume('clear', KEY, LIMIT)).toEqual(ALLOWED)
  })

  test('a refunded attempt does not count', async () => {
    for (let time = 0; time < 10; time += 1) {
      expect(await limits().consume('refund', KEY, LIMIT)).toEqual(ALLOWED)
      await limits().refund('refund', KEY, LIMIT)
    }
    expect(countAllowed(await consumeMany(limits(), 'refund', 10))).toBe(5)
  })

  test('a count starts again after its duration', async () => {
    const short = { points: 1, durationSeconds: 1 }
    await limits().consume('short', KEY, short)
    await expect.poll(() => limits().check('short', KEY, short), { timeout: 10_000 }).toEqual(ALLOWED)
  })

  test('the table holds no e-mail and no address', async () => {
    await limits().consume('private', KEY, LIMIT)
    const { rows } = await store().query('select key from rate_limits')
    expect(JSON.stringify(rows)).toContain('private')
    expect(JSON.stringify(rows)).not.toMatch(/ada|fleet|192/)
  })
})

describe.skipIf(!haveServer('redis-server'))('rate limits in Redis', () => {
  const store = withPglite()
  let server: RealServer
  const open: Redis[] = []
  beforeAll(async () => {
    server = await startRedis()
    open.push(await openRedis(server.url), await openRedis(server.url))
  })
  afterAll(async () => {
    for (const redis of open) redis.disconnect()
    await server?.remove()
  })
  const node = (index: number) => createRateLimits(store(), open[index] ?? null, 'secret')

  test('two nodes together allow exactly the limit, of two hundred at once', async () => {
    const answers = await Promise.all([0, 1].map((index) => consumeMany(node(index), 'guess', 500)))
    expect(countAllowed(answers.flat())).toBe(5)
    expect((await store().query('select * from rate_limits')).rows).toEqual([])
  })

  test('a refunded attempt does not count', async () => {
    await consumeMany(node(0), 'refund', 5)
    await node(1).refund('refund', KEY, LIMIT)
    expect(countAllowed(await consumeMany(node(0), 'refund', 10))).toBe(1)
  })

  test('Redis holds no e-mail and no address', async () => {
    const keys = await open[0]?.keys('*')
    expect(keys?.join()).toContain('guess')
    expect(keys?.join()).not.toMatch(/ada|fleet|192/)
  })

  test('the table counts while Redis is down', async () => {
    await server.stop()
    const answers = await consumeMany(node(0), 'down', 50)
    expect(countAllowed(answers)).toBe(5)
    expect((await store().query('select * from rate_limits')).rows).toHaveLength(1)
    await server.start()
    await expect.poll(() => open[0]?.status, { timeout: 10_000 }).toBe('ready')
    expect(countAllowed(await consumeMany(node(0), 'back', 50))).toBe(5)
    expect((await store().query('select * from rate_limits')).rows).toHaveLength(1)
  })

  test('does not wait for a Redis that does not answer', async () => {
    server.pause()
    const answers = await consumeMany(node(0), 'halted', 50)
    server.resume()
    expect(countAllowed(answers)).toBe(5)
  })

  test('memory counts while the database is down too', async () => {
    const broken = { ...store(), query: () => Promise.reject(new Error('gone')) }
    await server.stop()
    const limits = createRateLimits(broken, open[0] ?? null, 'secret')
    expect(countAllowed(await consumeMany(limits, 'alone', 50))).toBe(5)
    expect((await limits.check('alone', KEY, LIMIT)).allowed).toBe(false)
    await limits.clear('alone', KEY, LIMIT)
    expect((await limits.check('alone', KEY, LIMIT)).allowed).toBe(true)
  })
})
