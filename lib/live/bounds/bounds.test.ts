import { expect, test } from 'vitest'
import { readSettings } from '@/lib/app/settings/read-settings'
import { AREA, areasOverFleet, streamRequest, UNBOUNDED } from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { boundsOf } from './bounds'

const GIGABYTE = 1024 ** 3
const settings = readSettings({}, '/project')

const ALICE = { operator: 'alice', network: '192.0.2.1' }
const BOB = { operator: 'bob', network: '192.0.2.2' }
const MALLORY = { operator: 'mallory', network: '192.0.2.3' }

function area(radius: number, holder = MALLORY) {
  return streamRequest({ area: { ...AREA, radius }, holder })
}

const within = (vehicles: { operator: number; all: number }) => ({
  operator: { ...UNBOUNDED.operator, vehicles: vehicles.operator },
  network: UNBOUNDED.network,
  all: { ...UNBOUNDED.all, vehicles: vehicles.all },
})

test('bounds follow the heap limit, unless they are set; an operator’s share has five areas of 20,000 vehicles', () => {
  expect(boundsOf(settings, 2 * GIGABYTE)).toEqual({
    operator: { areas: 50, vehicles: 107_374, streams: 134 },
    network: { areas: 100, vehicles: 214_748, streams: 2684 },
    all: { areas: 200, vehicles: 429_496, streams: 5368 },
  })
  const set = {
    ...settings,
    LIVE_HELD_VEHICLES_MAXIMUM: 1000,
    LIVE_STREAMS_MAXIMUM: 100,
    LIVE_OPERATOR_SHARE_PERCENT: 50,
  }
  expect(boundsOf(set, 2 * GIGABYTE)).toMatchObject({
    operator: { areas: 100, vehicles: 500, streams: 5 },
    all: { vehicles: 1000, streams: 100 },
  })
})

test('one viewer’s many areas are cut or refused, and others open theirs in full', async () => {
  const { clock, live } = areasOverFleet(200, { bounds: within({ operator: 500, all: 2000 }) })
  const browsers = Array.from({ length: 40 }, (_, n) => browse(live.subscribe(area(1000 + n))))
  await clock.advance(20_000)
  expect(live.heldVehicles).toBeLessThanOrEqual(500)
  expect(() => live.subscribe(area(5000))).toThrow(
    expect.objectContaining({
      kind: 'operator-limit',
      message: expect.stringContaining('500 of 500 vehicles'),
    }),
  )
  const others = [
    browse(live.subscribe(area(6000, ALICE))),
    browse(live.subscribe(area(6001, BOB))),
  ]
  await clock.advance(20_000)
  expect(others.map(({ list, meta }) => [list.size, meta?.incomplete])).toEqual([
    [200, null],
    [200, null],
  ])
  // Running areas go on, cut.
  const cut = browsers.filter(({ meta }) => meta?.incomplete === 'cap')
  expect(cut.length).toBeGreaterThan(30)
  expect(browsers.every(({ meta }) => meta?.ageMs === 0)).toBe(true)
})

test('an area that grows past the bound is cut, and whole again when others end', async () => {
  const { clock, fleet, live } = areasOverFleet(100, {
    bounds: within({ operator: 250, all: 2000 }),
  })
  const first = browse(live.subscribe(area(1)))
  const second = browse(live.subscribe(area(2)))
  await clock.advance(6000)
  fleet.push(...Array.from({ length: 200 }, (_, n) => ({ ...fleet[0]!, id: `new-${n}` })))
  await clock.advance(20_000)
  expect(live.heldVehicles).toBe(250)
  expect([first.meta?.incomplete, second.meta?.incomplete]).toEqual(['cap', 'cap'])
  await first.disconnect()
  await clock.advance(10_000)
  expect([second.list.size, second.meta?.incomplete]).toEqual([250, 'cap'])
})

test('a client over its bound does not cut the areas of others by watching them', async () => {
  const { clock, fleet, live } = areasOverFleet(100, {
    bounds: within({ operator: 350, all: 2000 }),
  })
  for (const radius of [1, 2, 3]) browse(live.subscribe(area(radius)))
  const shared = browse(live.subscribe(area(9, ALICE)))
  browse(live.subscribe(area(9)))
  await clock.advance(10_000)
  fleet.push(...Array.from({ length: 100 }, (_, n) => ({ ...fleet[0]!, id: `new-${n}` })))
  await clock.advance(10_000)
  expect([shared.list.size, shared.meta?.incomplete]).toEqual([200, null])
})

test('vehicles are given back when areas end, at the latest a minute later', async () => {
  const { clock, live } = areasOverFleet(100, { bounds: within({ operator: 2000, all: 2000 }) })
  const browsers = Array.from({ length: 10 }, (_, n) => browse(live.subscribe(area(1 + n))))
  await clock.advance(10_000)
  expect(live.heldVehicles).toBe(1000)
  for (const browser of browsers) await browser.disconnect()
  // Some are kept for a reconnect, within a quarter of the bound.
  expect(live.heldVehicles).toBe(500)
  await clock.advance(60_000)
  expect([live.heldVehicles, live.areaCount, clock.waiting]).toEqual([0, 0, 0])
})

test('areas kept for a reconnect make room for new ones', async () => {
  const { clock, live } = areasOverFleet(100, { bounds: within({ operator: 2000, all: 400 }) })
  const browsers = [1, 2, 3].map((radius) => browse(live.subscribe(area(radius))))
  await clock.advance(6000)
  await browsers[0]?.disconnect()
  const others = [browse(live.subscribe(area(4, ALICE))), browse(live.subscribe(area(5, BOB)))]
  await clock.advance(6000)
  expect(others.map(({ list }) => list.size)).toEqual([100, 100])
  expect(live.areaCount).toBe(4)
})

test('a heap that is nearly full opens nothing new and lets nothing grow', async () => {
  let used = 0.5
  const { clock, fleet, live } = areasOverFleet(100, { heapUsed: () => used })
  const browser = browse(live.subscribe(area(1)))
  await clock.advance(1000)
  used = 0.95
  fleet.push(...Array.from({ length: 100 }, (_, n) => ({ ...fleet[0]!, id: `new-${n}` })))
  expect(() => live.subscribe(area(2))).toThrow(expect.objectContaining({ kind: 'capacity-limit' }))
  await clock.advance(5000)
  expect([browser.list.size, browser.meta?.incomplete]).toEqual([100, 'cap'])
  used = 0.5
  await clock.advance(5000)
  expect([browser.list.size, browser.meta?.incomplete]).toEqual([200, null])
})

test('streams are bounded too, and areas kept for a reconnect stay where only streams are missing', async () => {
  const { operator, all } = UNBOUNDED
  const bounds = {
    ...UNBOUNDED,
    operator: { ...operator, streams: 3 },
    all: { ...all, streams: 4 },
  }
  const { clock, live } = areasOverFleet(1, { bounds })
  const left = browse(live.subscribe(area(2)))
  await clock.advance(1000)
  await left.disconnect()
  const streams = [1, 2, 3].map(() => live.subscribe(area(1)))
  expect(() => live.subscribe(area(1))).toThrow(expect.objectContaining({ kind: 'operator-limit' }))
  live.subscribe(area(1, ALICE))
  expect(() => live.subscribe(area(1, BOB))).toThrow(
    expect.objectContaining({ kind: 'capacity-limit' }),
  )
  expect(live.areaCount).toBe(2)
  streams[0]?.close()
  live.subscribe(area(1))
})
