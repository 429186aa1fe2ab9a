import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DirectoryEntry } from '@/lib/api/contract/live'
import { StatusTimes } from '@/lib/fleet/status-times/status-times'
import { createTestClock } from '@/lib/testing/clock'
import {
  AREA,
  areasOverFleet,
  createTestService,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live-area'
import { browse } from '@/lib/testing/live-browser'
import { vehicle } from '@/lib/testing/vehicles'

const entry = (our_ref: string | null): DirectoryEntry => ({
  our_ref,
  licence_plate: null,
  active_booking_id: null,
})

/** An area of four vehicles, over a directory that tests change in place. */
function areaWithDirectory(more: Parameters<typeof areasOverFleet>[1] = {}) {
  const directory = new Map<string, DirectoryEntry>()
  const directoryOf = (id: string) => directory.get(id) ?? null
  return { directory, ...areasOverFleet(4, { annotations: { directoryOf }, ...more }) }
}

test('an entry that the directory learns between two sweeps is all that the next delta holds', async () => {
  const { clock, directory, live } = areaWithDirectory()
  directory.set('v-1', entry('CAB 1'))
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(100)
  expect(browser.list.get('v-1')).toEqual(vehicle('v-1', { directory: entry('CAB 1') }))
  // A vehicle without an entry has no field for it: a whole city would be sent with empty ones.
  expect(Object.keys(browser.list.get('v-2')!)).not.toContain('directory')
  await clock.advance(5000)
  expect(browser.deltas.at(-1)?.upserts).toEqual([])

  directory.set('v-2', entry('CAB 2'))
  await clock.advance(5000)
  expect(browser.deltas.at(-1)?.upserts).toEqual([{ id: 'v-2', directory: entry('CAB 2') }])
  directory.set('v-2', entry('CAB 2'))
  await clock.advance(5000)
  expect(browser.deltas.at(-1)?.upserts).toEqual([])
  directory.set('v-2', { ...entry('CAB 2'), active_booking_id: 'B-1' })
  directory.delete('v-1')
  await clock.advance(5000)
  expect(browser.deltas.at(-1)?.upserts).toEqual([
    { id: 'v-1', directory: null },
    { id: 'v-2', directory: { ...entry('CAB 2'), active_booking_id: 'B-1' } },
  ])
  const late = browse(live.subscribe(streamRequest()))
  await clock.advance(0)
  expect(late.list).toEqual(browser.list)
})

test('vehicles of a first sweep in progress have their entries', async () => {
  const settings = { pageSize: 2, vehiclesMaximum: 100, intervalSeconds: 5 }
  const { clock, directory, live } = areaWithDirectory({ settings })
  directory.set('v-0', entry('CAB 0'))
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(0)
  expect(browser.progress[0]?.vehicles).toEqual([
    vehicle('v-0', { directory: entry('CAB 0') }),
    vehicle('v-1'),
  ])
})

test('watched vehicles: of areas with subscribers, with the distance to their centre', async () => {
  const { clock, fleet, live } = areaWithDirectory()
  fleet[1] = vehicle('v-1', { position: { lat: 51.51, lng: -0.1 } })
  fleet[2] = vehicle('v-2', { position: null })
  expect([...live.watched()]).toEqual([])
  const browser = browse(live.subscribe(streamRequest()))
  const centre = { lat: 51.51, lng: -0.1 }
  browse(live.subscribe(streamRequest({ area: { ...AREA, position: centre } })))
  await clock.advance(100)
  const rounded = () =>
    [...live.watched()].map(({ record, distanceMetres }) => [record.id, Math.round(distanceMetres)])
  expect(rounded()).toEqual([
    ['v-0', 0],
    ['v-1', 1112],
    ['v-2', Number.POSITIVE_INFINITY],
    ['v-3', 0],
    ['v-0', 1112],
    ['v-1', 0],
    ['v-2', Number.POSITIVE_INFINITY],
    ['v-3', 1112],
  ])
  await browser.disconnect()
  expect(rounded()).toHaveLength(4)
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
            annotations: { statusTimes: new StatusTimes({ node: 'a' }) },
          })
          const browsers = [1000, 2000].map((radius, index) =>
            browse(live.subscribe(streamRequest({ area: { ...AREA, radius }, every: 5 + 5 * index }))),
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
