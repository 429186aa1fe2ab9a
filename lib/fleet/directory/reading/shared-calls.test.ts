import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { haveServer } from '@/lib/testing/services/server-process'
import { withRedis } from '@/lib/testing/stores'
import { createSharedCalls } from './shared-calls'

describe.skipIf(!haveServer('redis-server'))('nodes that share Redis', () => {
  const connect = withRedis()

  async function node(callsPerSecond: number, key = 'service') {
    const redis = await connect()
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    return { redis, lines, take: createSharedCalls(redis, key, callsPerSecond, log) }
  }

  test.each([
    [5, 5, 1000],
    [2.5, 2, 1000],
    [0.25, 1, 4000],
  ])(
    'at %d a second %d calls of all begin together, and the next within %d ms',
    async (rate, calls, ms) => {
      const one = await node(rate)
      const other = await node(rate)
      const startedAtMs = performance.now()
      for (let n = 0; n < 10; n++) {
        const wait = await (n % 2 === 0 ? one : other).take()
        if (n < calls) {
          expect(wait).toBe(0)
          continue
        }
        // The calls of this second began after the start: none of the next begins before its end.
        const elapsedMs = performance.now() - startedAtMs
        expect(wait + elapsedMs).toBeGreaterThanOrEqual(ms - 1)
        expect(wait).toBeLessThanOrEqual(ms)
      }
      expect(await (await node(rate, 'another service')).take()).toBe(0)
    },
  )

  test('without Redis no call is made, which is logged once, until it is back', async () => {
    const { redis, lines, take } = await node(5)
    const ended = once(redis, 'end')
    redis.disconnect()
    expect([await take(), await take()]).toEqual([3000, 3000])
    expect(lines).toEqual([expect.stringContaining('unreachable')])
    await ended
    await redis.connect()
    expect(await take()).toBe(0)
    expect(lines).toHaveLength(2)
  })
})
