import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type City, createCity } from '@/lib/city/city'
import { createRoads } from '@/lib/city/roads/roads'
import { apiOver } from '@/lib/testing/api'
import { dataOf, request } from '@/lib/testing/auth'
import { noCity, village, writeCity } from '@/lib/testing/maps/cities'

let city: City

function open(folder: string) {
  const files = { folder, source: 'demo-city' } as const
  city = createCity({ root: process.cwd(), files, log: () => undefined })
  const roads = createRoads(city)
  return apiOver({ roads: async () => roads })
}

let api: ReturnType<typeof open>
beforeAll(async () => {
  api = open('lib/city/demo')
  expect((await dataOf(await api(post('times', { to, from })))).state).toBe('building')
  await city.open()
})
afterAll(() => city.stop())

const to = { lat: -34.90647, lng: -56.19944 }
const from = [-34_900_000, -56_180_000, -34_000_000, -56_000_000]
const post = (name: string, body: unknown) => request(`/api/roads/${name}`, { body })
const streets = (query: string, headers = {}) =>
  api(request(`/api/roads/streets?${query}`, { headers }))

test('times have their source, and a vehicle off the road says so', async () => {
  const data = await dataOf(await api(post('times', { to, from })))
  expect(data).toMatchObject({
    state: 'ready',
    source: 'demo-city',
    isOffRoad: false,
    fastestKmh: 60,
  })
  expect(data.times[1]).toBe('off-road')
  const [time] = data.times
  // 1.9 km by air.
  expect(time.metres).toBeGreaterThan(1900)
  expect(time.metres).toBeLessThan(3000)
  const { path } = await dataOf(await api(post('path', { to, from: { lat: -34.9, lng: -56.18 } })))
  expect([path.seconds, path.metres]).toEqual([time.seconds, time.metres])
})

test('a bicycle takes as long in times, on its way and in waits', async () => {
  const bicycle = [-34_900_000, -56_180_000]
  const { times } = await dataOf(
    await api(post('times', { to, from: [...bicycle, ...bicycle], kinds: [2, 0] })),
  )
  const [own, car] = times
  expect((own.metres / own.seconds) * 3.6).toBeGreaterThan(13.5)
  expect((own.metres / own.seconds) * 3.6).toBeLessThan(16)
  expect(own.seconds).toBeGreaterThan(1.5 * car.seconds)
  const position = { lat: -34.9, lng: -56.18 }
  const { path } = await dataOf(await api(post('path', { to, from: position, kind: 'bicycle' })))
  expect([path.seconds, path.metres]).toEqual([own.seconds, own.metres])
  const longest = async (kinds?: number[]) => {
    const body = { centre: to, radius: 300, from: bicycle, ...(kinds && { kinds }) }
    return (await dataOf(await api(post('wait', body)))).longest.seconds
  }
  expect(await longest([2])).toBeGreaterThan(1.5 * (await longest()))
  expect(await longest([0])).toBe(await longest())
})

test('streets are sent once, as gzip, and waits are of the same streets', async () => {
  const query = 'position=-34.90647,-56.19944&radius=1000'
  const first = await streets(query, { 'accept-encoding': 'br, gzip' })
  expect(first.headers.get('content-encoding')).toBe('gzip')
  const { data } = JSON.parse(gunzipSync(await first.arrayBuffer()).toString())
  expect(data.streets.length).toBeGreaterThan(300)
  expect(new Set(data.classes)).toEqual(new Set([0, 1, 2]))
  expect(data.classes).toHaveLength(data.streets.length)
  const etag = first.headers.get('etag')!
  const second = await streets(query, { 'if-none-match': etag })
  expect([second.status, await second.text()]).toEqual([304, ''])
  expect((await streets(query.replace('1000', '1001'), { 'if-none-match': etag })).status).toBe(200)
  const waits = await dataOf(await api(post('wait', { centre: to, radius: 1000, from })))
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
  ['times', { to, from, kinds: [0] }],
  ['times', { to, from, kinds: [0, 3] }],
  ['wait', { centre: to, radius: 1000, from, kinds: [0, 1, 2] }],
  ['path', { from: to, to, kind: 'boat' }],
  ['wait', { centre: to, radius: 20_001, from: [] }],
  ['wait', { centre: to, radius: 1000, from: Array(40_002).fill(0) }],
  ['path', { from: to, to: { lat: 91, lng: 0 } }],
] as const)('%s with a body that is not allowed is refused', async (name, body) => {
  expect((await api(post(name, body))).status).toBe(400)
})

test('20,000 vehicles fit into a body', async () => {
  const many = Array.from({ length: 40_000 }, (_, n) => (n % 2 === 0 ? -34_900_000 : -156_180_000))
  const kinds = Array.from({ length: 20_000 }, (_, n) => n % 3)
  const body = { centre: to, radius: 500, from: many, kinds }
  expect((await api(post('wait', body))).status).toBe(200)
})

test('a city without roads has none, and one that cannot be read has failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-roads-'))
  const stateOf = async (asked: ReturnType<typeof open>) => {
    const { state, source, times } = await dataOf(await asked(post('times', { to, from })))
    return [state, source, ...times]
  }
  const none = createRoads(noCity)
  expect(await stateOf(apiOver({ roads: async () => none }))).toEqual([
    'none',
    null,
    'none',
    'none',
  ])
  for (const [files, expected] of [
    [village, ['none', null, 'none', 'none']],
    [{ roads: {} as never }, ['failed', 'demo-city', 'none', 'none']],
  ] as const) {
    await city.stop()
    const asked = open(await writeCity(folder, files))
    await city.open()
    expect(await stateOf(asked)).toEqual(expected)
    const { data } = await (
      await asked(request('/api/roads/streets?position=0,0&radius=500'))
    ).json()
    expect(data).toEqual({ state: expected[0], version: '', streets: [], classes: [] })
  }
  await rm(folder, { recursive: true })
})
