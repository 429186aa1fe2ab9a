import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRoadNetwork, type RoadNetwork } from '@/lib/roads/road-network'
import { createRoads } from '@/lib/roads/roads'
import { startRoadThread } from '@/lib/testing/road-thread'
import { createRoadRoutes } from './roads'

const SLOW_MS = 60_000
const lines: string[] = []
let thread: ReturnType<typeof startRoadThread>
let network: RoadNetwork
let nowMs = 0

function open(file: string) {
  thread = startRoadThread(file)
  network = createRoadNetwork(
    thread,
    (line) => lines.push(line),
    () => nowMs,
  )
  const roads = createRoads({ network, networkSource: 'demo-city' })
  return createRoadRoutes(async () => roads)
}

let routes: ReturnType<typeof open>
beforeAll(async () => {
  routes = open('lib/demo-city/montevideo-roads.json.gz')
  const loading = network.load()
  expect(network.state).toBe('building')
  expect((await dataOf(await routes.roadTimes(post('times', { to, from })))).state).toBe('building')
  await loading
}, SLOW_MS)
afterAll(() => thread.stop())

const to = { lat: -34.90647, lng: -56.19944 }
const from = [-34_900_000, -56_180_000, -34_000_000, -56_000_000]
const post = (name: string, body: unknown) =>
  new Request(`http://localhost/api/roads/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const streets = (query: string, headers: Record<string, string> = {}) =>
  routes.roadStreets(new Request(`http://localhost/api/roads/streets?${query}`, { headers }))
const dataOf = async (response: Response) => (await response.json()).data

test('times have their source, and a vehicle off the road says so', async () => {
  const data = await dataOf(await routes.roadTimes(post('times', { to, from })))
  expect(data).toMatchObject({ state: 'ready', source: 'demo-city', isOffRoad: false, fastestKmh: 60 })
  expect(data.times[1]).toBe('off-road')
  const [time] = data.times
  // 1.9 km by air.
  expect(time.metres).toBeGreaterThan(1900)
  expect(time.metres).toBeLessThan(3000)
  const { path } = await dataOf(
    await routes.roadPath(post('path', { to, from: { lat: -34.9, lng: -56.18 } })),
  )
  expect([path.seconds, path.metres]).toEqual([time.seconds, time.metres])
})

test('streets are sent once, as gzip, and waits are of the same streets', async () => {
  const query = 'position=-34.90647,-56.19944&radius=1000'
  const first = await streets(query, { 'accept-encoding': 'br, gzip' })
  expect(first.headers.get('content-encoding')).toBe('gzip')
  const { data } = JSON.parse(gunzipSync(await first.arrayBuffer()).toString())
  expect(data.streets.length).toBeGreaterThan(300)
  const etag = first.headers.get('etag')!
  const second = await streets(query, { 'if-none-match': etag })
  expect([second.status, await second.text()]).toEqual([304, ''])
  expect((await streets(query.replace('1000', '1001'), { 'if-none-match': etag })).status).toBe(200)
  const waits = await dataOf(await routes.roadWaits(post('wait', { centre: to, radius: 1000, from })))
  expect(waits.version).toBe(data.version)
  expect(waits.seconds).toHaveLength(data.streets.length)
  expect(waits.longest.seconds).toBe(Math.max(...waits.seconds))
})

test.each([
  ['position=-34.9,-56.2&radius=20001', 'radius'],
  ['position=-34.9,-56.2', 'radius'],
  ['radius=500', 'position'],
])('streets of %s are refused', async (query, parameter) => {
  const response = await streets(query)
  expect([response.status, (await response.json()).parameter]).toEqual([400, parameter])
})

test.each([
  ['times', { to, from: [1] }],
  ['times', { to, from: Array(4002).fill(0) }],
  ['times', { to, from: [0.5, 1] }],
  ['wait', { centre: to, radius: 20_001, from: [] }],
  ['wait', { centre: to, radius: 1000, from: Array(40_002).fill(0) }],
  ['path', { from: to, to: { lat: 91, lng: 0 } }],
] as const)('%s with a body that is not allowed is refused', async (name, body) => {
  const route = { times: routes.roadTimes, wait: routes.roadWaits, path: routes.roadPath }[name]
  expect((await route(post(name, body))).status).toBe(400)
})

test('20,000 vehicles fit into a body', async () => {
  const many = Array.from({ length: 40_000 }, (_, n) => (n % 2 === 0 ? -34_900_000 : -156_180_000))
  expect((await routes.roadWaits(post('wait', { centre: to, radius: 500, from: many }))).status).toBe(200)
})

test(
  'roads that cannot be read have failed; they are tried again later',
  async () => {
    await thread.stop()
    routes = open('lib/demo-city/README.md')
    await network.load()
    expect(lines).toEqual([expect.stringMatching(/incorrect header check/)])
    const data = await dataOf(await routes.roadTimes(post('times', { to, from })))
    expect(data).toMatchObject({ state: 'failed', times: ['none', 'none'] })
    await network.load()
    expect(lines).toHaveLength(1)
    nowMs += 60_001
    await network.load()
    expect(lines).toHaveLength(2)
  },
  SLOW_MS,
)
