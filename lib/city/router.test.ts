import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { RoadKind } from '@/lib/api/contract/roads'
import { routerUrl } from '@/lib/app/settings/address-parsers'
import { noCity } from '@/lib/testing/maps/cities'
import { listen } from '@/lib/testing/servers'
import { createRoads } from './roads/roads'
import { createRouter, type RouterOptions } from './router'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const OSRM = '/table/v1/driving'
const VALHALLA = '/sources_to_targets'
const pickup = { lat: -34.9, lng: -56.2 }
const near = { lat: -34.91, lng: -56.19 }
const far = { lat: -34.8, lng: -56.1 }
const lines: string[] = []
const REFUSED = 'ROUTER_URL: refused a table of times: '

function open(url: string, path: string, options: Partial<RouterOptions> = {}) {
  lines.length = 0
  return createRouter(routerUrl(url + path), { log: (line) => lines.push(line), ...options })
}

const geometry = {
  coordinates: [
    [-56.19, -34.91],
    [-56.2, -34.9],
  ],
}

function json(body: unknown): Answer {
  return (_request, response) => response.end(JSON.stringify(body))
}

const osrmTable = (durations: (number | null)[], snapped: number[] = durations.map(() => 3)) => ({
  code: 'Ok',
  durations: durations.map((seconds) => [seconds]),
  distances: durations.map((seconds) => [seconds && seconds * 10]),
  sources: snapped.map((distance) => ({ distance })),
  destinations: [{ distance: 5 }],
})

test('OSRM is asked for all vehicles at once, and says which are off the road', async () => {
  await using server = await listen(json(osrmTable([61.4, null, 70], [3, 3, 201])))
  const table = await open(server.url, OSRM).times(pickup, [near, far, far], {})
  expect(table).toEqual({
    isOffRoad: false,
    times: [{ seconds: 61, metres: 614 }, 'none', 'off-road'],
  })
  const places =
    '-56.190000,-34.910000;-56.100000,-34.800000;-56.100000,-34.800000;-56.200000,-34.900000'
  const query = 'sources=0;1;2&destinations=3&annotations=duration,distance'
  expect(server.seen).toEqual([`/table/v1/driving/${places}?${query}`])
})

test('a router’s times have the factor, and those of bicycles their speed on its way', async () => {
  await using server = await listen((request, response) => {
    const route = { code: 'Ok', routes: [{ duration: 90, distance: 800, geometry }] }
    response.end(
      JSON.stringify(request.url?.startsWith('/route') ? route : osrmTable([80, 80, null])),
    )
  })
  const roads = createRoads(noCity, open(server.url, OSRM), 1.5)
  const from = [-34_910_000, -56_190_000, -34_910_000, -56_190_000, -34_910_000, -56_190_000]
  // 800 m: 180 s at 16 km/h.
  const times = [{ seconds: 120, metres: 800 }, { seconds: 270, metres: 800 }, 'none']
  const answer = {
    state: 'ready',
    source: 'router',
    isOffRoad: false,
    fastestKmh: 130 / 1.5,
    times,
  }
  expect(await roads.times(pickup, from, {}, [0, 2, 2])).toEqual(answer)
  const seconds = async (kind: RoadKind) => (await roads.path(near, pickup, {}, kind)).path?.seconds
  expect([await seconds('motorbike'), await seconds('bicycle')]).toEqual([135, 270])
})

test('OSRM’s way has its points in our order', async () => {
  await using server = await listen(
    json({ code: 'Ok', routes: [{ duration: 61, distance: 614, geometry }] }),
  )
  const points = [[-34.91, -56.19], [-34.9, -56.2]] // biome-ignore format: one line
  const path = { seconds: 61, metres: 614, points }
  expect(await open(server.url, `/osrm${OSRM}`).path(near, pickup, {})).toEqual({ path })
  expect(server.seen[0]).toMatch(/^\/osrm\/route\/v1\/driving\/-56\.19/)
})

test('Valhalla is asked in its own way', async () => {
  await using server = await listen((request, response) => {
    // The shape is the example of the format's description, whose decimals are five.
    const legs = [{ shape: '_p~iF~ps|U_ulLnnqC_mqNvxq`@' }]
    const trip = { status: 0, summary: { time: 61, length: 0.614 }, legs }
    const table = {
      sources_to_targets: [[{ time: 61, distance: 0.614 }], [{ time: null, distance: null }]],
    }
    response.end(JSON.stringify(request.url?.startsWith('/route') ? { trip } : table))
  })
  const router = open(server.url, VALHALLA)
  expect((await router.times(pickup, [near, far], {}))?.times).toEqual([
    { seconds: 61, metres: 614 },
    'none',
  ])
  const address = new URL(server.seen[0]!, server.url)
  expect(JSON.parse(address.searchParams.get('json')!)).toMatchObject({
    sources: [{ lat: -34.91, lon: -56.19 }, { lat: -34.8 }],
    targets: [{ lat: -34.9, lon: -56.2 }],
    costing: 'auto',
  })
  const { path } = (await router.path(near, pickup, {})) ?? {}
  expect(path?.points.map(String)).toEqual(['3.85,-12.02', '4.07,-12.095', '4.3252,-12.6453'])
})

test.each([
  ['OSRM', OSRM, { code: 'NoRoute', message: 'Impossible route between points' }],
  ['OSRM off the road', OSRM, { code: 'NoSegment', message: 'Could not find a matching segment' }],
  ['Valhalla', VALHALLA, { error_code: 442, error: 'No path could be found for input' }],
  [
    'Valhalla elsewhere',
    VALHALLA,
    { error_code: 170, error: 'Locations are in unconnected regions' },
  ],
  [
    'Valhalla too far',
    VALHALLA,
    { error_code: 154, error: 'Path distance exceeds the max distance limit' },
  ],
  [
    'Valhalla off the road',
    VALHALLA,
    { error_code: 171, error: 'No suitable edges near location' },
  ],
])('a way that %s does not find is an answer, not a failure', async (_what, path, answer) => {
  await using server = await listen((request, response) => {
    if (/^\/route/.test(request.url ?? '')) response.writeHead(400).end(JSON.stringify(answer))
    else response.writeHead(503).end()
  })
  const router = open(server.url, path)
  for (const _ of [1, 2]) expect(await router.path(near, pickup, {})).toEqual({ path: null })
  expect([server.seen.length, lines]).toEqual([2, []])
})

/**
 * Valhalla refuses a table with a place that is more than 200 m from any
 * road: here those in the south.
 */
const valhallaAtTheCoast: Answer = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://router')
  const { sources, targets, locations } = JSON.parse(searchParams.get('json') ?? '')
  const isOnRoad = ({ lat, search_cutoff }: { lat: number; search_cutoff: number }) =>
    lat > -35 || search_cutoff !== 200
  const located = (at: never) => ({ edges: isOnRoad(at) ? [{ way_id: 1 }] : null })
  if (pathname === '/locate') return response.end(JSON.stringify(locations.map(located)))
  if (![...sources, ...targets].every(isOnRoad))
    return response
      .writeHead(400)
      .end('{"error_code":171,"error":"No suitable edges near location"}')
  const rows = sources.map(({ lat }: { lat: number }) => [
    { time: Math.round(-lat * 10), distance: 1 },
  ])
  return response.end(JSON.stringify({ sources_to_targets: rows }))
}

test('vehicles off the road are named so by Valhalla, the others have times', async () => {
  await using server = await listen(valhallaAtTheCoast)
  const router = open(server.url, VALHALLA)
  const atSea = { lat: -35.5, lng: -56.2 }
  const times = [{ seconds: 349, metres: 1000 }, 'off-road', { seconds: 348, metres: 1000 }]
  expect(await router.times(pickup, [near, atSea, far], {})).toEqual({ isOffRoad: false, times })
  expect(await router.times(atSea, [near], {})).toEqual({ isOffRoad: true, times: ['none'] })
  expect(await router.times(pickup, [atSea], {})).toEqual({ isOffRoad: false, times: ['off-road'] })
  expect(lines).toEqual([`${REFUSED}a place is off the road`])
})

test('a table that Valhalla refuses for one place without a way says nothing about the others', async () => {
  const island = -34.5
  await using server = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://router')
    const { sources } = JSON.parse(searchParams.get('json') ?? '')
    if (pathname === '/locate' || !sources.some(({ lat }: { lat: number }) => lat === island))
      return valhallaAtTheCoast(request, response)
    return response
      .writeHead(400)
      .end('{"error_code":170,"error":"Locations are in unconnected regions"}')
  })
  const router = open(server.url, VALHALLA)
  const unknown = { isOffRoad: false, times: ['not-asked', 'not-asked'] }
  expect(await router.times(pickup, [near, { lat: island, lng: -56 }], {})).toEqual(unknown)
  expect((await router.times(pickup, [near], {}))?.times).toEqual([{ seconds: 349, metres: 1000 }])
  expect(lines).toEqual([`${REFUSED}there is no way from one of the places`])
})

test('answers as their servers write them are read: more fields, fractions, no way as null', async () => {
  const source = { hint: 'x', distance: 12.25, name: '', location: [-56.19, -34.91] }
  const osrmAnswer = {
    code: 'Ok',
    fallback_speed_cells: [],
    sources: [source, source, source],
    durations: [[2183.5], [null], [0]],
    distances: [[23841.6], [null], [0]],
    destinations: [{ hint: 'x', distance: 0.018, name: 'Ejido', location: [-56.2, -34.9] }],
  }
  await using osrmServer = await listen(json(osrmAnswer))
  const timesOf = async (url: string, path: string) =>
    (await open(url, path).times(pickup, [near, far, pickup], {}))?.times
  const expected = (seconds: number) => [
    { seconds, metres: 23_842 },
    'none',
    { seconds: 0, metres: 0 },
  ]
  expect(await timesOf(osrmServer.url, OSRM)).toEqual(expected(2184))
  const valhallaAnswer = {
    algorithm: 'costmatrix',
    units: 'kilometers',
    warnings: [{ code: 401, text: 'a clamped value' }],
    sources: [[{ lon: -56.19, lat: -34.91 }]],
    targets: [[{ lon: -56.2, lat: -34.9 }]],
    sources_to_targets: [
      [{ from_index: 0, to_index: 0, time: 2183, distance: 23.842 }],
      [{ from_index: 1, to_index: 0, time: null, distance: null }],
      [{ from_index: 2, to_index: 0, time: 0, distance: 0 }],
    ],
  }
  await using valhallaServer = await listen(json(valhallaAnswer))
  expect(await timesOf(valhallaServer.url, VALHALLA)).toEqual(expected(2183))
})

test('of many vehicles the nearest are asked for', async () => {
  await using server = await listen(json(osrmTable(Array(99).fill(60))))
  const many = [far, ...Array(99).fill(near)]
  const times = (await open(server.url, OSRM).times(pickup, many, {}))?.times
  expect(times?.[0]).toBe('not-asked')
  expect(times?.slice(1)).toEqual(Array(99).fill({ seconds: 60, metres: 600 }))
})

test.each<[string, string, Answer, RegExp]>([
  ['another shape', VALHALLA, json({ sources_to_targets: 'none' }), /another shape/],
  ['fewer times than vehicles', OSRM, json(osrmTable([])), /another shape/],
  ['times before the start', OSRM, json(osrmTable([-5])), /another shape/],
])(
  'a router that answers %s has failed; the log has the reason',
  async (_what, path, answer, reason) => {
    await using server = await listen(answer)
    const roads = createRoads(noCity, open(server.url, path, { timeLimitMs: 10_000 }))
    const failed = {
      state: 'failed',
      source: 'router',
      isOffRoad: false,
      fastestKmh: null,
      times: ['none'],
    }
    expect(await roads.times(pickup, [-34_910_000, -56_190_000], {})).toEqual(failed)
    expect(lines).toEqual([expect.stringMatching(reason)])
    expect(lines.join()).not.toMatch(/34\.9/)
  },
)

test.each([
  [
    'http://router:5000/table/v1/driving/',
    { kind: 'osrm', url: 'http://router:5000', profile: 'driving' },
  ],
  [
    'https://m.example/osrm/table/v1/car',
    { kind: 'osrm', url: 'https://m.example/osrm', profile: 'car' },
  ],
  ['http://router:8002/sources_to_targets', { kind: 'valhalla', url: 'http://router:8002' }],
])('%s is an address of a router', (text, settings) => {
  expect(routerUrl(text)).toEqual(settings)
})

test.each([
  ...[
    'router',
    'ftp://router/sources_to_targets',
    'http://router:5000',
    'http://router/route/v1/driving',
  ],
  ...['http://user:secret@router/sources_to_targets', 'http://router/sources_to_targets?secret=1'],
])('%s is none, and is not repeated', (text) => {
  expect(() => routerUrl(text)).toThrow(/is not such an address; allowed is/)
  expect(() => routerUrl(text)).not.toThrow(/secret/)
})

/** OSRM names the first coordinate of a table that is on no road; here all in the south are. */
const osrmAtTheCoast: Answer = (request, response) => {
  const places = decodeURIComponent(request.url ?? '')
    .split('/driving/')[1]!
    .split('?')[0]!
    .split(';')
  const offRoad = places.findIndex((place) => Number(place.split(',')[1]) < -35)
  const message = `Could not find a matching segment for coordinate ${offRoad}`
  if (offRoad >= 0) response.writeHead(400).end(JSON.stringify({ code: 'NoSegment', message }))
  else response.end(JSON.stringify(osrmTable(places.slice(1).map(() => 60))))
}

const inTheSea = { lat: -35.1, lng: -56.2 }

test('a vehicle that OSRM finds on no road keeps the times of the others', async () => {
  await using server = await listen(osrmAtTheCoast)
  const router = open(server.url, OSRM)
  const minute = { seconds: 60, metres: 600 }
  expect(await router.times(pickup, [near, inTheSea, far, inTheSea], {})).toEqual({
    isOffRoad: false,
    times: [minute, 'off-road', minute, 'off-road'],
  })
  expect(server.seen).toHaveLength(3)
  expect(lines).toEqual([`${REFUSED}a place is off the road`])
})

test('a pick-up that OSRM finds on no road is off the road', async () => {
  await using server = await listen(osrmAtTheCoast)
  const table = await open(server.url, OSRM).times(inTheSea, [near, far], {})
  expect(table).toEqual({ isOffRoad: true, times: ['none', 'none'] })
})

test('a table that OSRM does not find pauses nothing', async () => {
  await using server = await listen((_request, response) => {
    const answer = { code: 'NoTable', message: 'No table found' }
    response.writeHead(400).end(JSON.stringify(answer))
  })
  const router = open(server.url, OSRM)
  const table = { isOffRoad: false, times: ['not-asked', 'not-asked'] }
  for (const _ of [1, 2]) expect(await router.times(pickup, [near, far], {})).toEqual(table)
  expect(server.seen).toHaveLength(2)
})

test('OSRM is not asked for ever where many vehicles are on no road', async () => {
  await using server = await listen(osrmAtTheCoast)
  const from = [...Array.from({ length: 9 }, () => inTheSea), near]
  const table = await open(server.url, OSRM).times(pickup, from, {})
  const isFound = (answer: unknown) => answer === 'off-road'
  expect(table?.times.filter(isFound)).toHaveLength(5)
  expect(table?.times.at(-1)).toBe('not-asked')
  expect(server.seen).toHaveLength(5)
})

test('OSRM with a smaller table is asked for the nearest that fit', async () => {
  await using server = await listen((request, response) => {
    const places = (request.url ?? '').split('/driving/')[1]!.split('?')[0]!
    const count = places.split(';').length
    const tooBig = { code: 'TooBig', message: 'Too many table coordinates' }
    if (count > 11) response.writeHead(400).end(JSON.stringify(tooBig))
    else {
      const sources = /sources=([\d;]+)/.exec(decodeURIComponent(request.url ?? ''))![1]!
      response.end(JSON.stringify(osrmTable(sources.split(';').map(() => 60))))
    }
  })
  const router = open(server.url, OSRM)
  const from = Array.from({ length: 30 }, (_, n) => ({ lat: -34.8 - n / 1000, lng: -56.2 }))
  const times = (await router.times(pickup, from, {}))?.times ?? []
  const isTimed = times.map((answer) => typeof answer === 'object')
  // The last ones are nearest to the pick-up.
  expect(isTimed).toEqual(from.map((_, n) => n >= 22))
  const asked = server.seen.length
  await router.times(pickup, from, {})
  expect(server.seen.length).toBe(asked + 1)
})

test('a null among OSRM’s places, and a time just below zero, are of one vehicle alone', async () => {
  const table = osrmTable([61, -0.1, 70])
  const sources = [...table.sources.slice(0, 2), null]
  await using server = await listen(json({ ...table, sources }))
  const { times } = (await open(server.url, OSRM).times(pickup, [near, near, far], {}))!
  expect(times).toEqual([{ seconds: 61, metres: 610 }, { seconds: 0, metres: 0 }, 'off-road'])
})
