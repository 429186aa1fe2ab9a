import { expect, test } from 'vitest'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { Context } from '@/lib/app/context'
import type { LiveAreas } from '@/lib/live/areas'
import { clusterOver } from '@/lib/live/cluster/cluster'
import { createTestClock, type TestClock } from '@/lib/testing/clock'
import { createTestHub, plainEncryption } from '@/lib/testing/live/coordinator'
import {
  AREA,
  createTestService,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { vehicle } from '@/lib/testing/vehicles'
import { watchHome } from './live'

const HOME: AreaSearch = { ...AREA, radius: 3000 }
const REVIEWED_MS = 6_000

function contextOver(clock: TestClock) {
  const stops: (() => Promise<void>)[] = []
  function every(ms: number, work: () => void): () => void {
    let cancel = clock.after(ms, tick)
    function tick(): void {
      work()
      cancel = clock.after(ms, tick)
    }
    return () => cancel()
  }
  const context: Pick<Context, 'every' | 'beforeStop' | 'warn'> = {
    every,
    beforeStop: (stop) => void stops.push(stop),
    warn: () => (line) => {
      throw new Error(line)
    },
  }
  return { context: context as Context, stop: () => Promise.all(stops.map((work) => work())) }
}

function openNodes(names: readonly string[]) {
  const clock = createTestClock()
  const service = createTestService(clock, (search) => pagesOf([vehicle('v-1')], search))
  const hub = createTestHub(clock)
  const home = { current: HOME as AreaSearch | null }
  const nodes = names.map((name) => {
    const areas = liveOver(service, clock, {
      cluster: clusterOver(hub.connect(name), plainEncryption),
    })
    const { context, stop } = contextOver(clock)
    watchHome(context, areas, async () => home.current)
    return { areas, stop }
  })
  const sweepsOf = (radius: number) =>
    service.searches.filter((search) => search.radius === radius).length
  return { clock, home, nodes, sweepsOf }
}

const openPage = (areas: LiveAreas) => {
  const { stream, close } = areas.subscribe(streamRequest({ area: null }))
  void stream.pipeTo(new WritableStream()).catch(() => undefined)
  return close
}

test('the home area is swept every ten seconds while any page is open, and no longer', async () => {
  const { clock, home, nodes, sweepsOf } = openNodes(['a'])
  const [node] = nodes
  await clock.advance(60_000)
  expect(sweepsOf(HOME.radius)).toBe(0)
  const close = openPage(node!.areas)
  await clock.advance(REVIEWED_MS)
  const before = sweepsOf(HOME.radius)
  await clock.advance(60_000)
  expect(sweepsOf(HOME.radius) - before).toBe(6)
  expect([node!.areas.pageCount, node!.areas.readerCount, node!.areas.areaCount]).toEqual([1, 0, 1])
  home.current = { ...AREA, radius: 5000 }
  await clock.advance(REVIEWED_MS)
  const left = sweepsOf(HOME.radius)
  await clock.advance(60_000)
  expect([sweepsOf(HOME.radius) - left, sweepsOf(5000) > 4]).toEqual([0, true])
  close()
  await clock.advance(REVIEWED_MS)
  const closed = sweepsOf(5000)
  await clock.advance(60_000)
  expect(sweepsOf(5000)).toBe(closed)
  await node!.stop()
})

test('two nodes with pages sweep it once, and the one that is left goes on', async () => {
  const { clock, nodes, sweepsOf } = openNodes(['a', 'b'])
  const closes = nodes.map(({ areas }) => openPage(areas))
  await clock.advance(REVIEWED_MS)
  const before = sweepsOf(HOME.radius)
  await clock.advance(60_000)
  expect(sweepsOf(HOME.radius) - before).toBe(6)
  closes[0]!()
  await clock.advance(20_000)
  const left = sweepsOf(HOME.radius)
  await clock.advance(60_000)
  expect(sweepsOf(HOME.radius) - left).toBe(6)
  await Promise.all(nodes.map(({ stop }) => stop()))
})

test('without a home of its own a service is not asked', async () => {
  const { clock, home, nodes, sweepsOf } = openNodes(['a'])
  home.current = null
  openPage(nodes[0]!.areas)
  await clock.advance(60_000)
  expect(sweepsOf(HOME.radius)).toBe(0)
  await nodes[0]!.stop()
})
