import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedis } from '@/lib/testing/services/redis'
import { haveServer, type RealServer } from '@/lib/testing/services/server-process'
import { openRedis } from './redis'

describe.skipIf(!haveServer('redis-server'))('Redis', () => {
  let server: RealServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.remove())

  test('reconnects after a restart; commands fail meanwhile', async () => {
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

  test('a wrong password or database is refused', async () => {
    const admin = await openRedis(server.url)
    await expect(openRedis(`${server.url}/4711`)).rejects.toThrow(
      /^REDIS_URL: .* refuses: ERR .*DB index/,
    )
    await admin.config('SET', 'requirepass', 'right')
    const wrong = openRedis(server.url.replace('//', '//:geheim@'))
    await expect(wrong).rejects.toThrow(/^REDIS_URL: (?!.*geheim).* refuses: WRONGPASS/)
    await expect(openRedis(server.url)).rejects.toThrow(/refuses: NOAUTH/)
    const right = await openRedis(`${server.url.replace('//', '//:right@')}/1`)
    expect(await right.ping()).toBe('PONG')
    await right.config('SET', 'requirepass', '')
    for (const redis of [admin, right]) redis.disconnect()
  })

  test('connects once a Redis that was missing has started', async () => {
    await server.stop()
    const redis = await openRedis(server.url)
    await expect(redis.get('a')).rejects.toThrow()
    await server.start()
    await expect.poll(() => redis.status, { timeout: 10_000 }).toBe('ready')
    expect(await redis.get('a')).toBeNull()
    redis.disconnect()
  })
})
