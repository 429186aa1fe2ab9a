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

/** @param limits of another node with each call @param names what is stored to tell counts apart */
function tests(limits: () => RateLimits, names: () => Promise<string>): void {
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
    await expect
      .poll(() => limits().check('short', KEY, short), { timeout: 10_000 })
      .toEqual(ALLOWED)
  })

  test('no e-mail and no address is stored', async () => {
    await limits().consume('private', KEY, LIMIT)
    expect(await names()).toContain('private')
    expect(await names()).not.toMatch(/ada|fleet|192/)
  })
}

describeOnEach('rate limits in the store’s table', (store) =>
  tests(
    () => createRateLimits(store(), null, 'secret'),
    async () => JSON.stringify((await store().query('select key from rate_limits')).rows),
  ),
)

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
  let nodes = 0
  const limits = () => createRateLimits(store(), open[nodes++ % 2] ?? null, 'secret')
  tests(limits, async () => JSON.stringify(await open[0]?.keys('*')))

  test('the table counts while Redis is down', async () => {
    expect((await store().query('select * from rate_limits')).rows).toEqual([])
    await server.stop()
    const answers = await consumeMany(limits(), 'down', 50)
    expect(countAllowed(answers)).toBe(5)
    expect((await store().query('select * from rate_limits')).rows).toHaveLength(1)
    await server.start()
    await expect.poll(() => open.map(({ status }) => status)).toEqual(['ready', 'ready'])
    expect(countAllowed(await consumeMany(limits(), 'back', 50))).toBe(5)
    expect((await store().query('select * from rate_limits')).rows).toHaveLength(1)
  })

  test('does not wait for a Redis that does not answer', async () => {
    server.pause()
    const answers = await consumeMany(limits(), 'halted', 50)
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
