import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StatusTimes } from '@/lib/fleet/status-times/status-times'
import { createTestClock } from '@/lib/testing/clock'
import {
  AREA,
  areasOverFleet,
  createTestService,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'

const entry = { our_ref: 'CAB 0', licence_plate: null, active_booking_id: null }

test('a vehicle has its entry, also while a first sweep is in progress; one without has no field for it', async () => {
  const settings = { pageSize: 2, vehiclesMaximum: 100, intervalSeconds: 5 }
  const annotations = { directoryOf: (id: string) => (id === 'v-0' ? entry : null) }
  const { clock, live } = areasOverFleet(4, { annotations, settings })
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(0)
  const first = [vehicle('v-0', { directory: entry }), vehicle('v-1')]
  expect(browser.progress[0]?.vehicles).toEqual(first)
  expect([...browser.list.values()].slice(0, 2)).toEqual(first)
  // A whole city would be sent with empty ones.
  expect(Object.keys(browser.list.get('v-1')!)).not.toContain('directory')
})

test('watched vehicles: of areas with subscribers, with the distance to their centre', async () => {
  const { clock, fleet, live } = areasOverFleet(4)
  fleet[1] = vehicle('v-1', { position: { lat: 51.51, lng: -0.1 } })
  fleet[2] = vehicle('v-2', { position: null })
  expect([...live.watched()]).toEqual([])
  const browser = browse(live.subscribe(streamRequest()))
  const centre = { lat: 51.51, lng: -0.1 }
  browse(live.subscribe(streamRequest({ area: { ...AREA, position: centre } })))
  await clock.advance(100)
  const watched = [...live.watched()]
  expect(watched.map(({ record }) => record.id).join()).toBe('v-0,v-1,v-2,v-3,v-0,v-1,v-2,v-3')
  const far = Number.POSITIVE_INFINITY
  const metres = watched.map(({ distanceMetres }) => Math.round(distanceMetres))
  expect(metres).toEqual([0, 1112, far, 0, 1112, 0, far, 1112])
  await browser.disconnect()
  expect([...live.watched()]).toHaveLength(4)
})

// Its clock stands, so that it takes processor time only: many times as long on a busy machine.
const IN_TIME = { timeout: 120_000 }

test(
  'two areas over the same vehicles, read slowly, agree on each change and date it within a round of sweeps',
  IN_TIME,
  async () => {
    const change = fc.record({
      vehicle: fc.integer({ min: 0, max: 5 }),
      afterMs: fc.integer({ min: 0, max: 20_000 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 12 }),
        fc.constantFrom(0, 300, 2500),
        async (changes, pageMs) => {
          const clock = createTestClock()
          const changedAtMs = Array.from({ length: 6 }, () => clock.now())
          const statuses = changedAtMs.map(() => 'status 0')
          const service = createTestService(clock, async (search) => {
            const page = pagesOf(
              statuses.map((status, n) => vehicle(`v-${n}`, { status })),
              search,
            )
            await new Promise<void>((resolve) => clock.after(pageMs, resolve))
            return page
          })
          const live = liveOver(service, clock, {
            settings: { pageSize: 2, vehiclesMaximum: 100, intervalSeconds: 5 },
            annotations: { statusTimes: new StatusTimes('a') },
          })
          const browsers = [1000, 2000].map((radius, index) =>
            browse(
              live.subscribe(streamRequest({ area: { ...AREA, radius }, every: 5 + 5 * index })),
            ),
          )
          await clock.advance(10_000)
          const startedAtMs = clock.now()
          for (const [index, { vehicle: n, afterMs }] of changes.entries()) {
            await clock.advance(afterMs)
            statuses[n] = `status ${index + 1}`
            changedAtMs[n] = clock.now()
          }
          await clock.advance(40_000)
          const [one, other] = browsers.map(({ list }) =>
            [...list.values()].map(({ id, status, statusSince }) => [id, status, statusSince]),
          )
          expect(other).toEqual(one)
          for (const [n, ms] of changedAtMs.entries()) {
            const { status, statusSince } = browsers[0]!.list.get(`v-${n}`)!
            expect(status).toBe(statuses[n])
            expect(statusSince!.isBeginning).toBe(ms >= startedAtMs)
            if (ms < startedAtMs) continue
            expect(statusSince!.atMs).toBeGreaterThanOrEqual(ms)
            // A sweep of three pages, a rest as long, and the next.
            expect(statusSince!.atMs - ms).toBeLessThanOrEqual(5000 + 9 * pageMs)
          }
        },
      ),
      { numRuns: 30 },
    )
  },
)
