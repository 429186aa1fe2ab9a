import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedis } from '@/e2e/real/redis'
import { haveServer, type RealServer } from '@/e2e/real/server-process'
import { openRedis } from './redis'

describe.skipIf(!haveServer('redis-server'))('Redis', () => {
  let server: RealServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.remove())

  test('it may stop and start: commands fail meanwhile, and work again by themselves', async () => {
    const redis = await openRedis(server.url)
    await redis.set('a', '1')
    await server.stop()
    await expect.poll(() => redis.status, { timeout: 10_000 }).not.toBe('ready')
    await expect(redis.get('a')).rejects.toThrow()
    await server.start()
    await expect.poll(() => redis.status, { timeout: 10_000 }).toBe('ready')
    expect(await redis.get('a')).toBeNull()
    redis.disconnect()
  })

  test('one that is not there yet is connected to once it is', async () => {
    await server.stop()
    const redis = await openRedis(server.url)
    await expect(redis.get('a')).rejects.toThrow()
    await server.start()
    await expect.poll(() => redis.status, { timeout: 10_000 }).toBe('ready')
    expect(await redis.get('a')).toBeNull()
    redis.disconnect()
  })
})
