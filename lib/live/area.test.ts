import { expect, test } from 'vitest'
import { HEARTBEAT_MS } from '@/lib/live/streaming/subscribers'
import { createTestClock, settle } from '@/lib/testing/clock'
import { AREA, createTestService, failing, liveOver, pagesOf, streamRequest } from '@/lib/testing/live-area'
import { browse } from '@/lib/testing/live-browser'
import { vehicle } from '@/lib/testing/vehicles'
import { KEPT_MS } from './areas'

const clockAndFleet = (count: number) => {
  const clock = createTestClock()
  const fleet = Array.from({ length: count }, (_, index) => vehicle(`v-${index}`))
  return { clock, fleet }
}

test('progress while the first sweep runs, then the list, then what changes', async () => {
  const { clock, fleet } = clockAndFleet(250)
  const service = createTestService(clock, async (search) => {
    await new Promise<void>((resolve) => clock.after(200, resolve))
    return pagesOf(fleet, search)
  })
  const browser = browse(liveOver(service, clock).subscribe(streamRequest()))
  await clock.advance(300)
  expect(browser.progress).toMatchObject([{ loaded: 100, about: 250, failure: null }])
  expect(browser.progress[0]?.vehicles).toEqual(fleet.slice(0, 100))
  await clock.advance(300)
  expect(browser.names).toEqual(['progress', 'progress', 'progress', 'snapshot'])
  expect([...browser.list.values()]).toEqual(fleet)
  expect(browser.meta).toMatchObject({
    loaded: 250,
    about: 250,
    incomplete: null,
    limit: 100,
    sweepMs: 600,
    intervalMs: 5000,
  })

  fleet[7] = vehicle('v-7', { position: { lat: 51.6, lng: -0.1 } })
  fleet.splice(9, 1)
  await clock.advance(5000)
  expect(browser.deltas.map(({ removed }) => removed)).toEqual([['v-9'], []])
  expect(browser.deltas[0]).toMatchObject({
    upserts: [{ id: 'v-7', position: { lat: 51.6, lng: -0.1 } }],
    removed: ['v-9'],
  })
  expect(Object.keys(browser.deltas[0]?.upserts[0] ?? {})).toEqual(['id', 'position'])
})

test('five hundred who open an area at once cost one sweep, and read the same bytes', async () => {
  const { clock, fleet } = clockAndFleet(10)
  const service = createTestService(clock, (search) => pagesOf(fleet, search))
  const live = liveOver(service, clock)
  const browsers = Array.from({ length: 500 }, () => browse(live.subscribe(streamRequest())))
  await clock.advance(900)
  expect(service.searches).toHaveLength(1)
  const bytes = new Set(browsers.flatMap(({ chunks }) => chunks))
  expect(bytes.size).toBe(browsers[0]?.chunks.length)
  for (const browser of browsers) {
    expect(browser.list.size).toBe(10)
  }
})

test('an area is swept while somebody looks, and forgotten a minute after', async () => {
  const { clock, fleet } = clockAndFleet(10)
  const service = createTestService(clock, (search) => pagesOf(fleet, search))
  const live = liveOver(service, clock)
  const [one, two] = [browse(live.subscribe(streamRequest())), browse(live.subscribe(streamRequest()))]
  await clock.advance(5000)
  await one.disconnect()
  await clock.advance(5000)
  const asked = service.searches.length
  expect(asked).toBe(3)
  await two.disconnect()
  await clock.advance(KEPT_MS - 1)
  expect([service.searches.length, live.areaCount]).toEqual([asked, 1])
  await clock.advance(1)
  expect([live.areaCount, clock.waiting]).toEqual([0, 0])
})

test('a sweep under way ends with the last reader', async () => {
  const { clock } = clockAndFleet(0)
  const service = createTestService(clock, ({ cursor }) =>
    cursor === null ? { next_cursor: 'more' } : new Promise<never>(() => {}),
  )
  const browser = browse(liveOver(service, clock).subscribe(streamRequest()))
  await settle()
  expect(service.open.now).toBe(1)
  await browser.disconnect()
  expect(service.open.now).toBe(0)
})

test('a slow service is asked less often, never twice at a time', async () => {
  const { clock, fleet } = clockAndFleet(30)
  const startedAtMs: number[] = []
  const service = createTestService(clock, async (search) => {
    if (search.cursor === null) startedAtMs.push(clock.now())
    await new Promise<void>((resolve) => clock.after(4000, resolve))
    return pagesOf(fleet, search)
  })
  const live = liveOver(service, clock, {
    settings: { pageSize: 10, vehiclesMaximum: 100, intervalSeconds: 5 },
  })
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(60_000)
  expect(service.open.most).toBe(1)
  // Three pages of 4 s, then as long a rest.
  expect(startedAtMs.map((ms) => ms - startedAtMs[0]!)).toEqual([0, 24_000, 48_000])
  expect(browser.meta).toMatchObject({ sweepMs: 12_000, intervalMs: 24_000 })
})

test('the shortest interval wished for counts, but none below the configured one', async () => {
  const { clock, fleet } = clockAndFleet(1)
  const service = createTestService(clock, (search) => pagesOf(fleet, search))
  const live = liveOver(service, clock, {
    settings: { pageSize: 10, vehiclesMaximum: 100, intervalSeconds: 10 },
  })
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

test('who comes to an area sees the newest at once, however many come', async () => {
  const { clock, fleet } = clockAndFleet(1)
  const service = createTestService(clock, (search) => pagesOf(fleet, search))
  const live = liveOver(service, clock)
  browse(live.subscribe(streamRequest({ every: 60 })))
  await clock.advance(10_000)
  for (let reader = 0; reader < 20; reader++) {
    browse(live.subscribe(streamRequest({ every: 60 })))
    await clock.advance(100)
  }
  expect(service.searches).toHaveLength(3)
})

test('a pause the service asks for is kept, for all areas and whoever comes', async () => {
  const { clock, fleet } = clockAndFleet(1)
  let limited = true
  const service = createTestService(clock, (search) => {
    if (limited) throw failing('rate-limited', { status: 429, retryAfterMs: 30_000 })
    return pagesOf(fleet, search)
  })
  const live = liveOver(service, clock)
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(10_000)
  const other = browse(live.subscribe(streamRequest({ area: { ...AREA, radius: 5 } })))
  limited = false
  await clock.advance(19_999)
  expect(service.searches).toHaveLength(1)
  expect(browser.progress[0]).toMatchObject({ failure: { kind: 'rate-limited', retryAfterMs: 30_000 } })
  expect(other.progress[0]).toMatchObject({ failure: { kind: 'rate-limited', retryAfterMs: 20_000 } })
  await clock.advance(1)
  expect([browser.list.size, other.list.size]).toEqual([1, 1])
})

test('a rejected key is tried again within seconds, for it may have been replaced', async () => {
  const { clock, fleet } = clockAndFleet(1)
  let rejected = true
  const service = createTestService(clock, (search) => {
    if (rejected) throw failing('upstream-auth', { status: 401, retryAfterMs: 30_000 })
    return pagesOf(fleet, search)
  })
  const browser = browse(liveOver(service, clock).subscribe(streamRequest()))
  await clock.advance(1000)
  rejected = false
  await clock.advance(15_000)
  expect(browser.list.size).toBe(1)
})

test('failures are told, pauses grow to 15 s, and nothing is removed', async () => {
  const { clock, fleet } = clockAndFleet(3)
  let broken = false
  const service = createTestService(clock, (search) => {
    if (broken) throw failing('upstream-unreachable')
    return pagesOf(fleet, search)
  })
  const browser = browse(liveOver(service, clock).subscribe(streamRequest()))
  await clock.advance(1000)
  broken = true
  await clock.advance(50_000)
  const failures = browser.deltas.map(({ meta }) => meta.failure)
  expect(failures.map((failure) => failure?.retryAfterMs)).toEqual([5000, 10_000, 15_000, 15_000, 15_000])
  expect(new Set(failures.map((failure) => failure?.since)).size).toBe(1)
  expect(browser.meta).toMatchObject({
    incomplete: 'failed',
    loaded: 3,
    fetchedAt: '2026-01-01T12:00:00.000Z',
  })
  expect(browser.list.size).toBe(3)
  broken = false
  await clock.advance(15_000)
  expect(browser.meta).toMatchObject({ failure: null, incomplete: null })
})

test('failures in a row have one id, which is logged once for each kind of them', async () => {
  const { clock, fleet } = clockAndFleet(3)
  let kind: 'upstream-unreachable' | 'upstream-timeout' | null = null
  const service = createTestService(clock, (search) => {
    if (kind) throw failing(kind)
    return pagesOf(fleet, search)
  })
  const logged: [string, string][] = []
  const onFailing = (requestId: string, failure: { kind: string }) => logged.push([requestId, failure.kind])
  const browser = browse(liveOver(service, clock, { onFailing }).subscribe(streamRequest()))
  await clock.advance(1000)
  kind = 'upstream-unreachable'
  await clock.advance(20_000)
  kind = 'upstream-timeout'
  await clock.advance(20_000)
  const ids = new Set(browser.deltas.map(({ meta }) => meta.failure?.requestId))
  expect(ids.size).toBe(1)
  const [id] = ids
  expect(logged).toEqual([
    [id, 'upstream-unreachable'],
    [id, 'upstream-timeout'],
  ])
  kind = null
  await clock.advance(15_000)
  kind = 'upstream-timeout'
  await clock.advance(15_000)
  expect(logged).toHaveLength(3)
  expect(logged[2]?.[0]).not.toBe(id)
})

test('what a sweep that was cut short did not read is counted apart', async () => {
  const { clock, fleet } = clockAndFleet(3)
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

test('a first sweep that fails says so and goes on', async () => {
  const { clock, fleet } = clockAndFleet(3)
  let broken = true
  const service = createTestService(clock, (search) => {
    if (broken) throw failing('upstream-timeout')
    return pagesOf(fleet, search)
  })
  const live = liveOver(service, clock)
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  expect(browser.progress).toMatchObject([
    { loaded: 0, failure: { kind: 'upstream-timeout', retryAfterMs: 5000 } },
  ])
  broken = false
  await clock.advance(5000)
  expect(browser.names).toEqual(['progress', 'progress', 'snapshot'])
  expect(browser.list.size).toBe(3)
})

test('an idle stream is kept alive', async () => {
  const { clock, fleet } = clockAndFleet(1)
  const service = createTestService(clock, (search) => pagesOf(fleet, search))
  const browser = browse(liveOver(service, clock).subscribe(streamRequest({ every: 60 })))
  await clock.advance(1000)
  const before = browser.comments
  await clock.advance(3 * HEARTBEAT_MS)
  expect(browser.comments - before).toBe(3)
})

test('who comes back while a sweep is being given up waits for no interval', async () => {
  const { clock, fleet } = clockAndFleet(1)
  let hangs = false
  const service = createTestService(clock, (search) =>
    hangs ? new Promise<never>(() => {}) : pagesOf(fleet, search),
  )
  const live = liveOver(service, clock)
  const first = live.subscribe(streamRequest({ every: 60 }))
  browse(first)
  await clock.advance(10_000)
  hangs = true
  const second = live.subscribe(streamRequest({ every: 60 }))
  await clock.advance(500)
  second.close()
  first.close()
  const third = browse(live.subscribe(streamRequest({ every: 60 })))
  hangs = false
  await clock.advance(499)
  expect(service.searches).toHaveLength(2)
  await clock.advance(1)
  expect(service.searches).toHaveLength(3)
  expect(third.meta).toMatchObject({ ageMs: 0 })
})

test('who comes back in time keeps the area', async () => {
  const { clock, fleet } = clockAndFleet(1)
  const live = liveOver(
    createTestService(clock, (search) => pagesOf(fleet, search)),
    clock,
  )
  await browse(live.subscribe(streamRequest())).disconnect()
  await clock.advance(KEPT_MS - 1)
  browse(live.subscribe(streamRequest()))
  await clock.advance(KEPT_MS)
  expect([live.areaCount, live.subscriberCount]).toEqual([1, 1])
})

test('a pause that one area is asked for holds the others too', async () => {
  const { clock, fleet } = clockAndFleet(1)
  const service = createTestService(clock, (search) => {
    if (search.radius === 5) throw failing('rate-limited', { status: 429, retryAfterMs: 30_000 })
    return pagesOf(fleet, search)
  })
  const live = liveOver(service, clock)
  browse(live.subscribe(streamRequest({ every: 10 })))
  await clock.advance(5000)
  browse(live.subscribe(streamRequest({ area: { ...AREA, radius: 5 } })))
  await clock.advance(29_999)
  expect(service.searches).toHaveLength(2)
  await clock.advance(1)
  expect(service.searches.length).toBeGreaterThan(2)
})
