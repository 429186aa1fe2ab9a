import { describe, expect, test } from 'vitest'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { type GapAnswers, gapChoices, gapNames } from '@/lib/reference/gaps'
import { createReferenceService } from '@/lib/reference/service'
import { createTestClock } from '@/lib/testing/clock'
import { liveOver, streamRequest } from '@/lib/testing/live-area'
import { browse } from '@/lib/testing/live-browser'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { createTransport } from '@/lib/upstream/http/transport'
import { createServiceClient } from '@/lib/upstream/service'

// Areas over the reference service, with every answer it can give where the interface is silent.

const fleet = createDemoFleet({ centre: { lat: 51.509865, lng: -0.118092 }, vehicles: 90 })
const area = { position: fleet.centre, radius: 40_000, type: null }

function watchOver(gaps: Partial<GapAnswers>, pageSize = 30) {
  const clock = createTestClock()
  const send = createReferenceService({ fleet, keys: [{ key: 'k' }], now: clock.now, gaps })
  const transport = createTransport({
    send,
    baseUrl: 'http://reference.localhost',
    key: fixedKey('k'),
    now: clock.now,
    steadyNow: clock.now,
  })
  const client = createServiceClient({ transport, now: clock.now })
  const searches: (string | null)[] = []
  const service = {
    client: {
      ...client,
      searchVehicles: ((search, options) => {
        searches.push(`${search.limit} ${search.cursor === null ? 'first' : 'next'}`)
        return client.searchVehicles(search, options)
      }) as typeof client.searchVehicles,
    },
    searches: [],
    statusIds: [],
    open: { now: 0, most: 0 },
  }
  const live = liveOver(service, clock, {
    settings: { pageSize, vehiclesMaximum: 1000, intervalSeconds: 5 },
  })
  return { clock, live, searches, browser: browse(live.subscribe(streamRequest({ area }))) }
}

function idsAt(nowMs: number, answers: Partial<GapAnswers>): string[] {
  return Array.from({ length: fleet.size }, (_, index) => index)
    .filter((index) => answers.offlinePosition !== 'left-out' || !fleet.isOffline(index))
    .map((index) => fleet.record(index, nowMs).id)
    .sort()
}

const choices = gapNames.flatMap((name) => gapChoices[name].map((choice) => [name, choice] as const))

describe.each(choices)('where the service settles %s as %s', (name, choice) => {
  test('the list is complete and stays in step', async () => {
    const gaps = { [name]: choice } as Partial<GapAnswers>
    const { clock, live, browser } = watchOver(gaps)
    // The reference service takes no macrotasks that the test clock could wait for.
    while (!browser.names.includes('snapshot')) await clock.advance(0)
    expect([...browser.list.keys()].sort()).toEqual(idsAt(clock.now(), gaps))
    expect(browser.meta).toMatchObject({ incomplete: null, failure: null, dropped: 0, unreadable: 0 })
    await clock.advance(6000)
    while (browser.deltas.length === 0) await clock.advance(0)
    const late = browse(live.subscribe(streamRequest({ area })))
    while (!late.names.includes('snapshot')) await clock.advance(0)
    expect([...late.list].sort()).toEqual([...browser.list].sort())
  })
})

test('a service that refuses the page size is read in tens, and the larger size is no longer tried', async () => {
  const { clock, browser, searches } = watchOver({
    limitMaximum: 20,
    overLimit: 'rejected',
    order: 'shuffled',
  })
  while (!browser.names.includes('snapshot')) await clock.advance(0)
  expect(searches).toEqual(['30 first', '10 first', ...Array(8).fill('10 next')])
  expect(browser.meta).toMatchObject({ pages: 9, loaded: fleet.size, incomplete: null })
  for (let sweeps = 1; sweeps <= 3; sweeps++) {
    await clock.advance(6000)
    while (browser.deltas.length < sweeps) await clock.advance(0)
  }
  expect(searches.filter((search) => search?.startsWith('30'))).toHaveLength(3)
})

test('a rate-limited service is not called before its pause ends', async () => {
  const { clock, browser, searches } = watchOver({ rateLimit: '60-per-minute' }, 10)
  while (browser.meta?.failure?.kind !== 'rate-limited') await clock.advance(1000)
  expect(browser.deltas.every(({ removed }) => removed.length === 0)).toBe(true)
  const asked = searches.length
  await clock.advance(browser.meta.failure.retryAfterMs - 1000)
  expect(searches).toHaveLength(asked)
  while (browser.meta.failure !== null) await clock.advance(1000)
  expect(browser.list.size).toBe(fleet.size)
})
