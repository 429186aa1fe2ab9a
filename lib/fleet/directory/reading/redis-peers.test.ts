import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createDirectory } from '@/lib/fleet/directory/directory'
import { createEncryption } from '@/lib/store/encryption'
import { createTestClock } from '@/lib/testing/clock'
import { readVehicle } from '@/lib/testing/read-records'
import { haveServer } from '@/lib/testing/services/server-process'
import { withRedis } from '@/lib/testing/stores'
import { PRIORITY, type Wanted, type WatchedVehicle } from './plan'
import { createDirectoryReader, PLAN_MS } from './reader'
import { createRedisPeers } from './redis-peers'

const LEASE_MS = 1000
const ODD_IDS = ['a b', '🚕'.repeat(128), '50%', '__proto__']
const WAIT = { timeout: 10_000, interval: 20 }

describe.skipIf(!haveServer('redis-server'))('nodes that share Redis', () => {
  const connect = withRedis()

  async function node(key = 'key', clock = createTestClock()) {
    const redis = await connect()
    const directory = createDirectory(clock.now)
    const lines: string[] = []
    const encryption = createEncryption(key, 'https://service.example')
    const log = (line: string) => void lines.push(line)
    const peers = createRedisPeers({ redis, encryption, directory, log, leaseMs: LEASE_MS })
    const learn = (id: string) => {
      const record = readVehicle({ id, our_ref: id })
      if (record) directory.learn(record, clock.now())
    }
    return { clock, redis, directory, peers, learn, lines }
  }

  const wanted = (id: string): Wanted => ({ id, priority: PRIORITY.unread, distanceMetres: 1, readAtMs: 0 })

  test('one of them reads, and receives what the others want', async () => {
    const [one, other] = [await node(), await node()]
    expect(await one.peers.exchange([wanted('own')])).toEqual({ isReader: true, wanted: [] })
    expect(await other.peers.exchange(ODD_IDS.map(wanted))).toEqual({ isReader: false, wanted: [] })
    const received = await one.peers.exchange([])
    expect(received).toEqual({ isReader: true, wanted: ODD_IDS.map(wanted) })
  })

  test('what one learned the others know after their next exchange, and Redis holds no plain text', async () => {
    const [one, other] = [await node(), await node()]
    for (const id of ['canary', ...ODD_IDS]) one.learn(id)
    await one.peers.exchange([wanted('canary')])
    await other.peers.exchange([wanted('canary')])
    for (const id of ODD_IDS) expect(other.directory.entryOf(id)?.our_ref).toBe(id)
    const late = await node()
    await late.peers.exchange([])
    expect(late.directory.size).toBe(5)
    const keys = await one.redis.keys('*')
    const dumps = await Promise.all(keys.map((key) => one.redis.dumpBuffer(key)))
    expect(keys.length).toBeGreaterThan(1)
    expect(JSON.stringify([keys, dumps.map((dump) => dump?.toString('latin1'))])).not.toContain('canary')
  })

  test('with another key they share nothing, and each reads', async () => {
    const [one, other] = [await node(), await node('another key')]
    one.learn('v-7')
    expect((await one.peers.exchange([])).isReader).toBe(true)
    expect((await other.peers.exchange([])).isReader).toBe(true)
    expect(other.directory.size).toBe(0)
  })

  test('another reads when the lease is lost, and at once when it is released', async () => {
    const [one, other] = [await node(), await node()]
    expect((await one.peers.exchange([])).isReader).toBe(true)
    const startedAtMs = performance.now()
    await expect.poll(async () => (await other.peers.exchange([])).isReader, WAIT).toBe(true)
    expect(performance.now() - startedAtMs).toBeGreaterThan(LEASE_MS / 2)
    await other.peers.leave()
    expect((await one.peers.exchange([])).isReader).toBe(true)
  })

  test('without Redis a node does not read, says so once, and hands on later what it learned', async () => {
    const [one, other] = [await node(), await node()]
    const ended = once(one.redis, 'end')
    one.redis.disconnect()
    one.learn('v-7')
    for (let times = 0; times < 3; times++)
      expect(await one.peers.exchange([])).toEqual({ isReader: false, wanted: [] })
    expect(one.lines).toEqual([expect.stringContaining('unreachable')])
    await ended
    await one.redis.connect()
    await one.peers.exchange([])
    await other.peers.exchange([])
    expect(other.directory.entryOf('v-7')?.our_ref).toBe('v-7')
    expect(one.lines).toHaveLength(2)
  })

  test('one node reads the vehicles of both, and the other goes on when it dies', async () => {
    const clock = createTestClock()
    const calls: string[] = []
    async function reading(name: string, watched: WatchedVehicle[]) {
      const { directory, peers, learn } = await node('key', clock)
      const reader = createDirectoryReader({
        directory,
        peers,
        clock,
        watched: () => watched,
        callsPerSecond: 10,
        client: {
          async getVehicle(id) {
            calls.push(name)
            learn(id)
            return undefined as never
          },
        },
      })
      reader.start()
      return { directory, reader, peers, watched }
    }
    const fleet = (from: number) =>
      Array.from({ length: 10 }, (_, n) => ({
        record: { id: `v-${from + n}`, mtime: null },
        distanceMetres: n,
      }))
    const one = await reading('one', fleet(0))
    await expect.poll(() => one.reader.isReader, WAIT).toBe(true)
    const other = await reading('other', fleet(10))
    const advance = async () => {
      await clock.advance(PLAN_MS / 10)
      return [one.directory.size, other.directory.size]
    }
    await expect.poll(advance, WAIT).toEqual([20, 20])
    expect(new Set(calls)).toEqual(new Set(['one']))
    // Dies: makes no further exchange, and does not release its lease.
    one.peers.leave = async () => {}
    await one.reader.stop()
    other.watched.push(...fleet(20))
    await expect.poll(advance, WAIT).toEqual([20, 30])
    expect(calls.slice(20)).toEqual(Array(10).fill('other'))
  })
})
