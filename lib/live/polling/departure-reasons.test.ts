import { expect, test } from 'vitest'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { createTestClock } from '@/lib/testing/clock'
import {
  AREA,
  createTestService,
  failing,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'
import { reasonOf, STATUS_CALLS_MAXIMUM } from './status-answers'

test.each([
  ['left-area', { position: { lat: 51.52, lng: -0.1 } }],
  ['left-area', { position: { lat: 51.52, lng: -0.1 }, status: 'busy' }],
  ['status-changed', { status: 'busy' }],
  ['status-changed', { status: null, position: null }],
  ['type-changed', { type: 'van' }],
  ['not-listed', {}],
  ['not-listed', { position: null }],
] as const)('%s, when /status says %o', (reason, now) => {
  expect(reasonOf({ ...AREA, type: 'taxi' }, vehicle('a'), vehicle('a', now))).toBe(reason)
})

test('a change of type is none where all types are searched', () => {
  expect(reasonOf(AREA, vehicle('a'), vehicle('a', { type: 'van' }))).toBe('not-listed')
})

function leaving(status: (id: string) => VehicleSearchObject | Promise<VehicleSearchObject>) {
  const clock = createTestClock()
  const fleet = Array.from({ length: 20 }, (_, index) => vehicle(`v-${index}`))
  const service = createTestService(clock, (search) => pagesOf(fleet, search), status)
  const live = liveOver(service, clock)
  return { clock, fleet, service, live, browser: browse(live.subscribe(streamRequest())) }
}

test('a few calls to /status after a sweep find the reasons, sent in a delta of their own', async () => {
  const { clock, fleet, service, browser } = leaving((id) => {
    if (id === 'v-0') throw failing('not-found', { status: 404 })
    if (id === 'v-1') throw failing('upstream-timeout')
    if (id === 'v-3') throw failing('request-refused', { status: 400 })
    return vehicle(id, { status: 'busy' })
  })
  await clock.advance(1000)
  fleet.splice(0, 15)
  await clock.advance(5000)
  expect([STATUS_CALLS_MAXIMUM, service.statusIds]).toEqual([
    5,
    ['v-0', 'v-1', 'v-2', 'v-3', 'v-4'],
  ])
  expect(
    browser.deltas.map(({ removed, departures }) => [removed.length, departures.length]),
  ).toEqual([
    [15, 0],
    [0, 4],
  ])
  expect(browser.departures.slice(0, 3)).toEqual([
    { id: 'v-0', reason: 'not-found', record: null },
    { id: 'v-1', reason: 'not-answered', record: null },
    { id: 'v-2', reason: 'status-changed', record: vehicle('v-2', { status: 'busy' }) },
  ])
})

test('calls to /status delay no delta and no sweep, and do not pile up', async () => {
  const { clock, fleet, service, browser } = leaving(() => new Promise<never>(() => {}))
  await clock.advance(1000)
  for (let sweep = 0; sweep < 4; sweep++) {
    fleet.shift()
    await clock.advance(5000)
  }
  expect(browser.deltas.map(({ removed }) => removed)).toEqual([['v-0'], ['v-1'], ['v-2'], ['v-3']])
  expect(service.statusIds).toEqual(['v-0'])
})

test('one that is back before its reason is known did not leave', async () => {
  const answers: (() => void)[] = []
  const { clock, fleet, browser } = leaving(
    (id) => new Promise((resolve) => answers.push(() => resolve(vehicle(id)))),
  )
  await clock.advance(1000)
  const [first, second] = fleet.splice(0, 2)
  await clock.advance(5000)
  fleet.push(first!)
  await clock.advance(5000)
  answers[0]!()
  await clock.advance(0)
  answers[1]!()
  await clock.advance(1)
  expect(browser.departures.map(({ id }) => id)).toEqual([second!.id])
})

test('a pause the service asks for on /status stops the calls and the sweeps', async () => {
  const { clock, fleet, service } = leaving(() => {
    throw failing('rate-limited', { status: 429, retryAfterMs: 30_000 })
  })
  await clock.advance(1000)
  fleet.splice(0, 3)
  await clock.advance(30_000)
  expect([service.statusIds.length, service.searches.length]).toEqual([1, 2])
  await clock.advance(5000)
  expect(service.searches).toHaveLength(3)
})

test('the calls end with the last reader', async () => {
  const { clock, fleet, service, browser } = leaving(
    (id) => new Promise((resolve) => clock.after(1000, () => resolve(vehicle(id)))),
  )
  await clock.advance(1000)
  fleet.splice(0, 5)
  await clock.advance(5500)
  await browser.disconnect()
  await clock.advance(10_000)
  expect(service.statusIds).toHaveLength(2)
})
