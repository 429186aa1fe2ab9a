import { expect, test } from 'vitest'
import type { Clock } from '@/lib/app/clock'
import { HEARTBEAT_MS } from '@/lib/live/streaming/subscribers'
import { createTestClock, settle } from '@/lib/testing/clock'
import {
  AREA,
  areasOverFleet,
  createTestService,
  failing,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { FETCHED_AT, vehicle } from '@/lib/testing/vehicles'
import { KEPT_MS } from './areas'
import { type AreaFrame, BACK_SOON_MS } from './observed-frames'

const takes = (ms: number) => (_: unknown, clock: Clock) =>
  new Promise((resolve) => clock.after(ms, () => resolve(null)))

test('progress while the first sweep runs, then the list, then what changes', async () => {
  const { clock, fleet, live } = areasOverFleet(250, {}, takes(200))
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(300)
  expect(browser.progress).toMatchObject([{ loaded: 100, about: 250, failure: null }])
  expect(browser.progress[0]?.vehicles).toEqual(fleet.slice(0, 100))
  await clock.advance(300)
  expect(browser.names).toEqual(['progress', 'progress', 'progress', 'snapshot'])
  expect([...browser.list.values()]).toEqual(fleet)
  const loaded = { loaded: 250, about: 250, incomplete: null, pages: 3 }
  expect(browser.meta).toMatchObject({ ...loaded, sweepMs: 600, intervalMs: 5000 })

  const position = { lat: 51.6, lng: -0.1 }
  fleet[7] = vehicle('v-7', { position })
  fleet.splice(9, 1)
  await clock.advance(5000)
  // Until sweeps of several pages are believed, /status removes.
  expect(browser.deltas.map(({ removed }) => removed)).toEqual([[], ['v-9']])
  expect(browser.departures).toMatchObject([{ id: 'v-9', reason: 'not-found' }])
  expect(browser.deltas[0]).toMatchObject({ upserts: [{ id: 'v-7', position }] })
  expect(Object.keys(browser.deltas[0]?.upserts[0] ?? {})).toEqual([
    'id',
    'position',
    'changedSince',
  ])
})

test('an area is polled while it has subscribers, and dropped a minute later unless one comes back', async () => {
  const { clock, service, live } = areasOverFleet(10)
  const one = browse(live.subscribe(streamRequest()))
  const two = browse(live.subscribe(streamRequest()))
  await clock.advance(5000)
  await one.disconnect()
  await clock.advance(5000)
  expect(service.searches).toHaveLength(3)
  await two.disconnect()
  await clock.advance(KEPT_MS - 1)
  expect([service.searches.length, live.areaCount]).toEqual([3, 1])
  const again = browse(live.subscribe(streamRequest()))
  await clock.advance(KEPT_MS)
  expect([live.areaCount, live.subscriberCount]).toEqual([1, 1])
  await again.disconnect()
  await clock.advance(KEPT_MS)
  expect([live.areaCount, clock.waiting]).toEqual([0, 0])
})

test('frames go on when the only subscriber is back soon, and end some seconds after it left for good', async () => {
  const seen: string[] = []
  const observe = () => ({
    onFrame: ({ deflated }: AreaFrame) => seen.push(deflated ? 'change' : 'list'),
    onEnd: (reason: string, atMs: number) => seen.push(`${reason} ${clock.now() - atMs}`),
  })
  const { clock, live } = areasOverFleet(1, { observe })
  const open = (more = {}) => browse(live.subscribe(streamRequest(more)))
  const page = open()
  await clock.advance(1000)
  await page.disconnect()
  await clock.advance(200)
  const again = open({ refresh: true })
  await clock.advance(8000)
  expect(seen).toEqual(['list', 'change'])
  await again.disconnect()
  await clock.advance(BACK_SOON_MS - 1)
  expect(seen).toEqual(['list', 'change'])
  await clock.advance(1)
  expect(seen).toEqual(['list', 'change', `unwatched ${BACK_SOON_MS}`])
})

test('frames end where a list came between two pages, which would not follow from the newest frame', async () => {
  const seen: string[] = []
  const observe = () => ({
    onFrame: ({ version, deflated }: AreaFrame) =>
      seen.push(`${deflated ? 'change' : 'list'} ${version}`),
    onEnd: (reason: string, atMs: number) => seen.push(`${reason} at ${atMs - beganMs}`),
  })
  let onCompare = () => {}
  const directoryOf = () => {
    onCompare()
    return null
  }
  const { clock, live } = areasOverFleet(1, { observe, annotations: { directoryOf } })
  const beganMs = clock.now()
  const page = live.subscribe(streamRequest())
  browse(page)
  await clock.advance(6000)
  onCompare = page.close
  await clock.advance(5000)
  expect(seen).toEqual(['list e1.0', 'change e1.1'])
  browse(live.subscribe(streamRequest()))
  await clock.advance(5000)
  expect(seen.slice(2)).toEqual(['unwatched at 10000', 'change e1.3'])
})

test('a slow service is polled less often, never twice at a time', async () => {
  const startedAtMs: number[] = []
  const settings = { pageSize: 10, vehiclesMaximum: 100, intervalSeconds: 5 }
  const { clock, service, live } = areasOverFleet(30, { settings }, (search, clock) => {
    if (search.cursor === null) startedAtMs.push(clock.now())
    return takes(4000)(search, clock)
  })
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(60_000)
  expect(service.open.most).toBe(1)
  // Three pages of 4 s, then as long a rest.
  expect(startedAtMs.map((ms) => ms - startedAtMs[0]!)).toEqual([0, 24_000, 48_000])
  expect(browser.meta).toMatchObject({ sweepMs: 12_000, intervalMs: 24_000 })
})

test('the shortest requested interval applies, down to the configured one', async () => {
  const settings = { pageSize: 10, vehiclesMaximum: 100, intervalSeconds: 10 }
  const { clock, service, live } = areasOverFleet(1, { settings })
  browse(live.subscribe(streamRequest({ every: 60 })))
  await clock.advance(60_000)
  expect(service.searches).toHaveLength(2)
  await clock.advance(500)
  const hasty = browse(live.subscribe(streamRequest({ every: 5 })))
  await clock.advance(20_000)
  expect(service.searches).toHaveLength(4)
  await hasty.disconnect()
  await clock.advance(30_000)
  expect(service.searches).toHaveLength(4)
})

test('new subscribers wait for the next turn, unless they ask for fresh data', async () => {
  const { clock, service, live } = areasOverFleet(1)
  browse(live.subscribe(streamRequest({ every: 60 })))
  await clock.advance(10_000)
  for (let reader = 0; reader < 20; reader++) {
    browse(live.subscribe(streamRequest({ every: 60 })))
    await clock.advance(100)
  }
  expect(service.searches).toHaveLength(1)
  for (let reader = 0; reader < 120; reader++) {
    browse(live.subscribe(streamRequest({ every: 60, refresh: true })))
    await clock.advance(100)
  }
  // At 12, 17 and 22 s: the shortest interval is 5 s.
  expect(service.searches).toHaveLength(4)
})

test('opening and closing an area again and again does not beat its interval', async () => {
  const { clock, service, live } = areasOverFleet(1)
  const shown: (number | undefined)[] = []
  for (let second = 0; second < 30; second++) {
    const browser = browse(live.subscribe(streamRequest({ every: 60 })))
    await clock.advance(500)
    shown.push(browser.meta?.ageMs)
    await browser.disconnect()
    await clock.advance(500)
  }
  expect(service.searches).toHaveLength(1)
  // As last known meanwhile, with its age.
  expect(shown.every((ageMs) => ageMs !== undefined)).toBe(true)
})

test('the last subscriber to leave aborts the sweep; doing so again and again does not beat the interval', async () => {
  let hangs = false
  const { clock, service, live } = areasOverFleet(1, {}, () =>
    hangs ? new Promise(() => {}) : undefined,
  )
  const first = live.subscribe(streamRequest({ every: 30 }))
  browse(first)
  await clock.advance(29_000)
  hangs = true
  await clock.advance(1_000)
  expect([service.searches.length, service.open.now]).toEqual([2, 1])
  first.close()
  await settle()
  expect(service.open.now).toBe(0)
  for (let second = 0; second < 29; second++) {
    const browser = browse(live.subscribe(streamRequest({ every: 30 })))
    await clock.advance(500)
    await browser.disconnect()
    await clock.advance(500)
  }
  expect(service.searches).toHaveLength(2)
  hangs = false
  const last = browse(live.subscribe(streamRequest({ every: 30 })))
  await clock.advance(1_000)
  expect(service.searches).toHaveLength(3)
  expect(last.list.size).toBe(1)
})

test('a pause requested by the service holds for all areas and new subscribers', async () => {
  const { clock, failure, service, live } = areasOverFleet(1)
  browse(live.subscribe(streamRequest({ area: { ...AREA, radius: 7 } })))
  await clock.advance(1000)
  failure.current = failing('rate-limited', { status: 429, retryAfterMs: 30_000 })
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(10_000)
  const other = browse(live.subscribe(streamRequest({ area: { ...AREA, radius: 5 } })))
  failure.current = null
  await clock.advance(19_999)
  expect(service.searches).toHaveLength(2)
  expect(browser.progress[0]).toMatchObject({
    failure: { kind: 'rate-limited', retryAfterMs: 30_000 },
  })
  expect(other.progress[0]).toMatchObject({
    failure: { kind: 'rate-limited', retryAfterMs: 20_000 },
  })
  // Areas that go on together take turns.
  await clock.advance(200)
  expect([browser.list.size, other.list.size]).toEqual([1, 1])
})

test('failures are published, pauses grow to 15 s, and nothing is removed', async () => {
  const { clock, failure, live } = areasOverFleet(3)
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  failure.current = failing('upstream-unreachable')
  await clock.advance(50_000)
  const failures = browser.deltas.map(({ meta }) => meta.failure)
  expect(failures.map((failure) => failure?.retryAfterMs)).toEqual([
    5000, 10_000, 15_000, 15_000, 15_000,
  ])
  expect(new Set(failures.map((failure) => failure?.since)).size).toBe(1)
  expect(browser.meta).toMatchObject({ incomplete: 'failed', loaded: 3, fetchedAt: FETCHED_AT })
  expect(browser.list.size).toBe(3)
  failure.current = null
  await clock.advance(15_000)
  expect(browser.meta).toMatchObject({ failure: null, incomplete: null })
})

test('consecutive failures share one id, which is logged once per kind', async () => {
  const logged: [string, string][] = []
  const { clock, failure, live } = areasOverFleet(3, {
    onFailing: (requestId, { kind }) => logged.push([requestId, kind]),
  })
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  failure.current = failing('upstream-unreachable')
  await clock.advance(20_000)
  failure.current = failing('upstream-timeout')
  await clock.advance(20_000)
  const ids = new Set(browser.deltas.map(({ meta }) => meta.failure?.requestId))
  expect(ids.size).toBe(1)
  const [id] = ids
  expect(logged).toEqual(['upstream-unreachable', 'upstream-timeout'].map((kind) => [id, kind]))
  failure.current = null
  await clock.advance(15_000)
  failure.current = failing('upstream-timeout')
  await clock.advance(15_000)
  expect(logged).toHaveLength(3)
  expect(logged[2]?.[0]).not.toBe(id)
})

test('vehicles not read by an incomplete sweep are counted as unseen', async () => {
  const { clock, fleet } = areasOverFleet(3)
  const service = createTestService(clock, (search) => ({ ...pagesOf(fleet, search), total: 5 }))
  const settings = { pageSize: 100, vehiclesMaximum: 3, intervalSeconds: 5 }
  const browser = browse(liveOver(service, clock, { settings }).subscribe(streamRequest()))
  await clock.advance(1000)
  expect(browser.meta).toMatchObject({ incomplete: null, loaded: 3, unseen: 0 })
  fleet.unshift(vehicle('v-8'), vehicle('v-9'))
  await clock.advance(5000)
  expect(browser.meta).toMatchObject({ incomplete: 'cap', loaded: 5, unseen: 2, about: 5 })
  fleet.unshift(vehicle('v-10'))
  await clock.advance(5000)
  expect(browser.meta).toMatchObject({ incomplete: 'cap', loaded: 6, unseen: 3, about: 5 })
})

test('a failed first sweep is published as progress and retried, a rejected key within seconds', async () => {
  const { clock, failure, live } = areasOverFleet(3)
  failure.current = failing('upstream-auth', { status: 401, retryAfterMs: 30_000 })
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  expect(browser.progress).toMatchObject([{ loaded: 0, failure: { kind: 'upstream-auth' } }])
  // It may have been replaced.
  failure.current = null
  await clock.advance(15_000)
  expect(browser.names.slice(0, 3)).toEqual(['progress', 'progress', 'snapshot'])
  expect(browser.list.size).toBe(3)
})

test('an idle stream is kept alive', async () => {
  const { clock, live } = areasOverFleet(1)
  const browser = browse(live.subscribe(streamRequest({ every: 60 })))
  await clock.advance(1000)
  const before = browser.comments
  await clock.advance(3 * HEARTBEAT_MS)
  expect(browser.comments - before).toBe(3)
})

test('resubscribing while the first sweep is being aborted does not wait for the interval', async () => {
  let hangs = true
  const { clock, service, live } = areasOverFleet(1, {}, () =>
    hangs ? new Promise(() => {}) : undefined,
  )
  const first = live.subscribe(streamRequest({ every: 60 }))
  browse(first)
  await clock.advance(500)
  first.close()
  const second = browse(live.subscribe(streamRequest({ every: 60 })))
  hangs = false
  await clock.advance(499)
  expect(service.searches).toHaveLength(1)
  await clock.advance(1)
  expect(service.searches).toHaveLength(2)
  expect(second.meta).toMatchObject({ ageMs: 0 })
})

test('answers of all vehicles are read two at a time', async () => {
  const clock = createTestClock()
  const many = Array.from({ length: 150 }, (_, index) => vehicle(`v-${index}`))
  const service = createTestService(clock, async () => {
    await new Promise<void>((resolve) => clock.after(100, resolve))
    return { vehicles: many }
  })
  const live = liveOver(service, clock)
  browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  const others = Array.from({ length: 6 }, (_, index) =>
    browse(live.subscribe(streamRequest({ area: { ...AREA, radius: index + 1 } }))),
  )
  await clock.advance(3000)
  expect(others.map(({ list }) => list.size)).toEqual(others.map(() => 150))
  expect(service.open.most).toBe(2)
})
