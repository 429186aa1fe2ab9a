import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { createTestClock, settle, type TestClock } from '@/lib/testing/clock'
import { createTestHub, plainEncryption } from '@/lib/testing/live/coordinator'
import {
  createTestService,
  failing,
  liveOver,
  pagesOf,
  streamRequest,
  type TestService,
} from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'
import { clusterOver } from './cluster'

let epochs = 0

/** Nodes in front of a service with a moving fleet. */
function nodesOverFleet(count: number, names: readonly string[]) {
  const clock = createTestClock()
  const service = moving(clock, count)
  return { clock, service, ...nodesOver(service, clock, names) }
}

function nodesOver(
  service: TestService,
  clock: TestClock,
  names: readonly string[],
  pageSize = 100,
) {
  const hub = createTestHub(clock)
  const start = (name: string) =>
    liveOver(service, clock, {
      newEpoch: () => `${name}${++epochs}`,
      settings: { pageSize, vehiclesMaximum: 20_000, intervalSeconds: 5 },
      cluster: clusterOver(hub.connect(name), plainEncryption),
    })
  return { hub, nodes: names.map(start), start }
}

function moving(clock: TestClock, count: number) {
  return createTestService(clock, (search) => {
    const position = { lat: 51 + (clock.now() % 1e7) / 1e9, lng: 0 }
    return pagesOf(
      Array.from({ length: count }, (_, index) => vehicle(`v-${index}`, { position })),
      search,
    )
  })
}

function listed(service: TestService): number {
  return service.searches.filter(({ cursor }) => cursor === null).length
}

type List = ReadonlyMap<string, LiveVehicle>

test.each([
  ['the node that sweeps', 0, ['SharedLog.append', 'SharedLog.write']],
  ['another node', 1, ['SharedLog.#writeStored', 'SharedLog.write']],
])(
  'on %s, what is opened while a list changes begins with a whole one',
  async (_, at, changing) => {
    const clock = createTestClock()
    const fleet = Array.from({ length: 3_000 }, (_, n) => vehicle(`v-${n}`))
    const service = createTestService(clock, (search) => pagesOf(fleet, search))
    const { nodes } = nodesOver(service, clock, ['a', 'b'], fleet.length)
    const lists = new Map<string, List>()
    const seen: [version: string, list: List][] = []
    browse(nodes[0]!.subscribe(streamRequest()), null, (version, list) =>
      lists.set(version, new Map(list)),
    )
    await clock.advance(3000)
    let newest = ''
    browse(nodes[1]!.subscribe(streamRequest()), null, (version) => (newest = version))
    await clock.advance(3000)
    const see = (version: string, list: List) => seen.push([version, new Map(list)])
    for (let round = 0; round < 10; round++) {
      const before = newest
      const lat = 51 + round / 10
      let steps = 0
      // One at another step of each list: later ones get the same snapshot.
      clock.yieldToEventLoop = async () => {
        const stack = new Error().stack ?? ''
        const isChanging = changing.every((name) => stack.includes(name))
        if (isChanging && steps++ === round)
          browse(nodes[at]!.subscribe(streamRequest()), null, see)
        await settle()
      }
      for (const [n, { id }] of fleet.entries())
        fleet[n] = vehicle(id, { position: { lat, lng: n / 1e5 } })
      fleet.splice(7, 1, vehicle(`new-${round}`))
      for (let turn = 0; turn < 200 && newest === before; turn++) await clock.advance(250)
    }
    expect(seen.length).toBeGreaterThan(30)
    for (const [version, list] of seen)
      expect(isDeepStrictEqual(list, lists.get(version)), version).toBe(true)
  },
)

test('after a node dies, followers hear within three seconds that another takes over, and data within nine', async () => {
  for (let aliveMs = 12_000; aliveMs < 17_000; aliveMs += 700) {
    const { clock, nodes, hub } = nodesOverFleet(20, ['a', 'b', 'c'])
    const [dying, ...others] = nodes.map((live) => browse(live.subscribe(streamRequest())))
    await clock.advance(aliveMs)
    expect(others.flatMap(({ names }) => names)).not.toContain('takeover')
    hub.unreachable.add('a')
    await dying!.disconnect()
    const takeover = new Set<unknown>()
    const data = new Set<unknown>()
    const deltas = others.map((browser) => browser.deltas.length)
    for (let passedMs = 250; passedMs <= 9_000; passedMs += 250) {
      await clock.advance(250)
      others.forEach((browser, index) => {
        if (browser.names.includes('takeover') && passedMs <= 3_000) takeover.add(browser)
        if (browser.deltas.length > deltas[index]! && takeover.has(browser)) data.add(browser)
      })
    }
    expect([takeover.size, data.size]).toEqual([2, 2])
    for (const { names } of others) expect(names.at(-1)).toBe('delta')
  }
})

test.each([
  ['after many changes', null, 409_600],
  ['where an area is rarely polled, long after its snapshot was stored first,', 300, 200_000],
])('a node that arrives %s starts from a snapshot in the log', async (_when, every, ms) => {
  const { clock, service, nodes, hub } = nodesOverFleet(20, ['a', 'b', 'c'])
  const [leader] = nodes.slice(0, 2).map((live) => browse(live.subscribe(streamRequest({ every }))))
  await clock.advance(ms)
  const asked = listed(service)
  const joinedAtMs = clock.now()
  // The leader is not asked: it cannot even be reached by messages.
  hub.notReceiving.add('a')
  const late = browse(nodes[2]!.subscribe(streamRequest({ every })))
  await clock.advance(100)
  expect(late.names).toEqual(['snapshot'])
  const { ageMs, fetchedAt } = late.meta!
  expect(ageMs).toBe(joinedAtMs - Date.parse(fetchedAt))
  expect(ageMs).toBeGreaterThan(4000)
  expect([late.list, late.lastEventId]).toEqual([leader!.list, leader!.lastEventId])
  expect(listed(service)).toBe(asked)
})

test('the shortest interval of all nodes applies, and a new subscriber of any node triggers a sweep', async () => {
  const { clock, service, nodes } = nodesOverFleet(5, ['a', 'b'])
  browse(nodes[0]!.subscribe(streamRequest({ every: 60 })))
  await clock.advance(10_000)
  expect(listed(service)).toBe(1)
  const hasty = browse(nodes[1]!.subscribe(streamRequest({ every: 10 })))
  await clock.advance(500)
  expect(listed(service)).toBe(2)
  expect(hasty.meta).toMatchObject({ ageMs: 0 })
  await clock.advance(20_000)
  expect(listed(service)).toBe(4)
  await hasty.disconnect()
  await clock.advance(40_000)
  expect(listed(service)).toBe(4)
})

test('an area is polled while it has subscribers on any node', async () => {
  const { clock, service, nodes } = nodesOverFleet(5, ['a', 'b'])
  const first = browse(nodes[0]!.subscribe(streamRequest()))
  await clock.advance(1000)
  const second = browse(nodes[1]!.subscribe(streamRequest()))
  await clock.advance(1000)
  await first.disconnect()
  await clock.advance(20_000)
  expect(nodes.map(({ polledCount }) => polledCount)).toEqual([0, 1])
  expect(second.deltas.length).toBeGreaterThanOrEqual(4)
  await second.disconnect()
  const asked = service.searches.length
  await clock.advance(60_000)
  expect(service.searches).toHaveLength(asked)
  expect([clock.waiting, nodes[0]!.areaCount, nodes[1]!.areaCount]).toEqual([0, 0, 0])
})

test('a node that joins during the first sweep, or its failure, receives the latest progress', async () => {
  const clock = createTestClock()
  let broken = true
  const service = createTestService(clock, async (search) => {
    await new Promise<void>((resolve) => clock.after(300, resolve))
    if (broken) throw failing('upstream-timeout')
    return pagesOf([vehicle('a')], search)
  })
  const { nodes } = nodesOver(service, clock, ['a', 'b'])
  browse(nodes[0]!.subscribe(streamRequest()))
  await clock.advance(1000)
  const late = browse(nodes[1]!.subscribe(streamRequest()))
  await clock.advance(200)
  expect(late.progress.at(-1)).toMatchObject({ failure: { kind: 'upstream-timeout' } })
  broken = false
  await clock.advance(20_000)
  expect([...late.list.keys()]).toEqual(['a'])
  broken = true
  await clock.advance(10_000)
  expect(late.meta).toMatchObject({ incomplete: 'failed', failure: { kind: 'upstream-timeout' } })
})

test('large changes lead to an early snapshot, after which the log keeps only the entries since the last', async () => {
  const clock = createTestClock()
  const ids = Array.from({ length: 300 }, (_, index) => `v-${index}`)
  // Texts that deflate makes hardly smaller.
  const service = createTestService(clock, (search) =>
    pagesOf(
      ids.map((id) => vehicle(id, { make: randomBytes(750).toString('base64') })),
      search,
    ),
  )
  const hub = createTestHub(clock)
  const sinceSnapshot: number[] = []
  const logs: (readonly [entries: number, held: number])[] = []
  let largestSum = 0
  const nodes = ['a', 'b'].map((name) => {
    const coordinator = hub.connect(name)
    const observed: typeof coordinator = {
      ...coordinator,
      append(area, entry) {
        sinceSnapshot.push(entry.body?.length ?? 0)
        const sum = sinceSnapshot.reduce((sum, bytes) => sum + bytes, 0)
        largestSum = Math.max(largestSum, sum)
        return coordinator.append(area, entry)
      },
      putSnapshot(area, version, body, held) {
        logs.push([sinceSnapshot.splice(0).length, held])
        return coordinator.putSnapshot(area, version, body, held)
      },
    }
    const cluster = clusterOver(observed, plainEncryption)
    return liveOver(service, clock, { newEpoch: () => `${name}${++epochs}`, cluster })
  })
  const browsers = nodes.map((live) => browse(live.subscribe(streamRequest())))
  await clock.advance(70_000)
  expect(logs.length).toBeGreaterThanOrEqual(3)
  for (const [entries, held] of logs.slice(1)) expect(held).toBe(entries)
  expect(largestSum).toBeGreaterThan(1024 ** 2)
  // The limit for a list of this size, and one change.
  expect(largestSum).toBeLessThan(1.25 * 1024 ** 2)
  expect(browsers[1]!.list).toEqual(browsers[0]!.list)
})
