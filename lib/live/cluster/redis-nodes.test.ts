import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '@/lib/app/clock'
import { Secret } from '@/lib/app/settings/secret'
import { StatusTimes } from '@/lib/fleet/status-times/status-times'
import type { LiveAreas } from '@/lib/live/areas'
import {
  AREA,
  createTestService,
  failing,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { type BrowserBefore, browse, type TestBrowser } from '@/lib/testing/live/live-browser'
import { startRedis } from '@/lib/testing/services/redis'
import { haveServer } from '@/lib/testing/services/server-process'
import { vehicle } from '@/lib/testing/vehicles'
import { redisCluster } from './cluster'

const settings = { pageSize: 50, vehiclesMaximum: 1000, intervalSeconds: 1 }
const TEST_MS = 90_000
const WAIT = { timeout: 30_000, interval: 50 }

describe.skipIf(!haveServer('redis-server'))('nodes that share Redis', { timeout: TEST_MS }, () => {
  let server: Awaited<ReturnType<typeof startRedis>>
  const redises: Redis[] = []
  const browsers: TestBrowser[] = []
  beforeAll(async () => {
    server = await startRedis()
  })
  afterEach(async () => {
    await Promise.all(browsers.splice(0).map((browser) => browser.disconnect()))
    for (const redis of redises.splice(0)) redis.disconnect()
  })
  afterAll(() => server?.remove())

  const names = { our_ref: 'Jane 7', licence_plate: 'KX21 ABC', active_booking_id: null }

  /** A fleet that moves with every sweep, and nodes that can be cut off from it. */
  function createFleet() {
    let looks = 0
    const dead = new Set<number>()
    const service = createTestService(systemClock, (search) => {
      if (search.cursor === null) looks++
      const position = { lat: 51.123_456 + looks / 1e6, lng: -0.654_321 }
      const fleet = Array.from({ length: 80 }, (_, index) =>
        vehicle(`taxi-of-jane-${index}`, { position }),
      )
      return pagesOf(fleet, search)
    })
    const start = async (index: number, secret = 'the key', version?: number) => {
      const redis = await server.connect()
      redises.push(redis)
      const client: typeof service.client = {
        ...service.client,
        searchVehicles: async (search, options) => {
          if (dead.has(index)) throw failing('upstream-unreachable')
          return service.client.searchVehicles(search, options)
        },
      }
      return liveOver({ ...service, client }, systemClock, {
        settings,
        newEpoch: undefined,
        annotations: { directoryOf: () => names, statusTimes: new StatusTimes(String(index)) },
        cluster: redisCluster(redis, new Secret(secret), 'https://service.example', version),
        log: () => {},
      })
    }
    return { service, start, dead }
  }

  function watch(live: LiveAreas, before: BrowserBefore | null = null) {
    const stream = live.subscribe(streamRequest({ lastEventId: before?.lastEventId ?? null }))
    const browser = browse(stream, before)
    browsers.push(browser)
    return browser
  }

  /** Waits for equal lists with equal versions, newer than now. */
  async function agree(...those: TestBrowser[]): Promise<void> {
    const before = those.map(({ lastEventId }) => lastEventId)
    const isAgreed = () => {
      const same = new Set(
        those.map(({ lastEventId, list }) => JSON.stringify([lastEventId, [...list]])),
      )
      return (
        same.size === 1 && those.every(({ lastEventId }, index) => lastEventId !== before[index])
      )
    }
    await expect.poll(isAgreed, WAIT).toBe(true)
    expect(those[0]?.list.size).toBe(80)
  }

  /** Two nodes that agree: the first polls. */
  async function watchInTurn(start: ReturnType<typeof createFleet>['start']) {
    const first = await start(0)
    const second = await start(1)
    const early = watch(first)
    await expect.poll(() => first.polledCount, WAIT).toBe(1)
    const late = watch(second)
    await agree(early, late)
    return { second, early, late }
  }

  const swept = (...nodes: LiveAreas[]) => nodes.map((live) => live.polledCount)

  test('one of three nodes polls, the others see the same, and Redis holds only encrypted data', async () => {
    const { start } = createFleet()
    const nodes = await Promise.all([start(0), start(1), start(2)])
    const seen: Buffer[] = []
    const spy = await server.connect()
    const monitor = await server.connect()
    redises.push(spy, monitor)
    spy.on('pmessageBuffer', (_pattern: Buffer, channel: Buffer, message: Buffer) =>
      seen.push(channel, message),
    )
    await spy.psubscribe('*')

    const readers = nodes.map((live) => watch(live))
    await agree(...readers)
    await agree(...readers)
    await expect.poll(() => swept(...nodes).sort(), WAIT).toEqual([0, 0, 1])

    const keys = await monitor.keys('*')
    for (const key of keys) {
      seen.push(Buffer.from(key), (await monitor.dumpBuffer(key)) ?? Buffer.alloc(0))
      expect(await monitor.pttl(key), key).toBeGreaterThan(0)
    }
    expect(keys.length).toBeGreaterThanOrEqual(4)
    const all = Buffer.concat(seen).toString('latin1')
    const texts = [
      'jane',
      'taxi',
      '51.',
      '0.65',
      String(AREA.radius),
      'available',
      'Jane',
      'KX21',
      'example',
    ]
    for (const text of texts) expect(all).not.toContain(text)
    expect(seen.length).toBeGreaterThan(10)
  })

  test('when the leader dies, another node continues its epoch and a subscriber moves without a snapshot', async () => {
    const { start, dead } = createFleet()
    const { second, early, late } = await watchInTurn(start)
    const shown = {
      list: new Map(early.list),
      slots: [...early.slots],
      lastEventId: early.lastEventId,
    }

    dead.add(0)
    for (const redis of redises.splice(0, 1)) redis.disconnect()
    await early.disconnect()
    const moved = watch(second, shown)
    await expect.poll(() => second.polledCount, WAIT).toBe(1)
    await agree(moved, late)
    expect(late.isClosed).toBe(false)
    for (const [id, { directory, statusSince }] of moved.list)
      expect([directory, statusSince]).toEqual([names, shown.list.get(id)?.statusSince])
    expect([...moved.names, ...late.names.slice(1)]).not.toContain('snapshot')
  })

  test('a leader that leaves hands over at once', async () => {
    const { start } = createFleet()
    const { second, early, late } = await watchInTurn(start)
    const { lastEventId } = late
    await early.disconnect()
    await expect.poll(() => second.polledCount, WAIT).toBe(1)
    await agree(late)
    expect(late.lastEventId?.split('.')[0]).toBe(lastEventId?.split('.')[0])
  })

  test.each(['kill', 'pause'] as const)(
    'no stream breaks when Redis goes away (%s) and returns',
    async (how) => {
      const { start } = createFleet()
      const first = await start(0)
      const second = await start(1)
      const readers = [watch(first), watch(second)]
      await agree(...readers)
      await server[how]()
      await expect.poll(() => swept(first, second), WAIT).toEqual([1, 1])
      const before = readers.map(({ deltas }) => deltas.length)
      const goOn = () => readers.every(({ deltas }, index) => deltas.length > before[index]! + 2)
      await expect.poll(goOn, WAIT).toBe(true)
      expect(readers[0]?.lastEventId).not.toBe(readers[1]?.lastEventId)

      if (how === 'kill') await server.start()
      else server.resume()
      await expect.poll(() => swept(first, second).sort(), WAIT).toEqual([0, 1])
      await agree(...readers)
      // A node that follows again has the leader's slots: its readers begin with a
      // snapshot, and then have changes.
      for (const { isClosed, names } of readers) {
        expect(isClosed).toBe(false)
        expect(names.filter((name) => name === 'snapshot').length).toBeLessThanOrEqual(5)
      }
    },
  )

  test('a node without Redis, or with another key or version, polls for itself', async () => {
    const { start } = createFleet()
    await server.kill()
    const alone = await start(0)
    const reader = watch(alone)
    await expect.poll(() => reader.list.size, WAIT).toBe(80)
    await server.start()
    const stranger = await start(1, 'another key')
    const older = await start(2, 'the key', 0)
    for (const other of [watch(stranger), watch(older)])
      await expect.poll(() => other.list.size, WAIT).toBe(80)
    await agree(reader)
    expect(swept(alone, stranger, older)).toEqual([1, 1, 1])
  })

  test('a pause requested from one node holds on another', async () => {
    const { start, service } = createFleet()
    const first = await start(0)
    const second = await start(1)
    const { searchVehicles } = service.client
    service.client.searchVehicles = async () => {
      throw failing('rate-limited', { status: 429, retryAfterMs: 60_000 })
    }
    const limited = watch(first)
    await expect.poll(() => limited.progress.at(-1)?.failure?.kind, WAIT).toBe('rate-limited')
    service.client.searchVehicles = searchVehicles
    const asked = service.searches.length
    const elsewhere = browse(second.subscribe(streamRequest({ area: { ...AREA, radius: 5 } })))
    browsers.push(elsewhere)
    await expect.poll(() => elsewhere.progress.at(-1)?.failure?.kind, WAIT).toBe('rate-limited')
    expect(service.searches.length).toBe(asked)
  })
})
