import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { MtimeEvidence } from '@/lib/fleet/report-times/mtime-evidence'
import { ReportTimes } from '@/lib/fleet/report-times/report-times'
import { StatusTimes } from '@/lib/fleet/status-times/status-times'
import { createTestClock } from '@/lib/testing/clock'
import { createTestHub, plainEncryption } from '@/lib/testing/live/coordinator'
import { createTestService, failing, liveOver, streamRequest } from '@/lib/testing/live/live-area'
import { browse, type TestBrowser } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'
import { clusterOver } from './cluster'

const NODES = ['a', 'b', 'c'] as const
const PAGES_MAXIMUM = 3

const row = fc
  .record({
    id: fc.constantFrom(...'abcdefgh'),
    status: fc.constantFrom('available', 'busy', null),
    position: fc.option(fc.record({ lat: fc.constantFrom(1, 2), lng: fc.constantFrom(0, 180) })),
  })
  .map(({ id, ...given }) => vehicle(id, given))

const script = fc.record({
  pages: fc.array(fc.array(row, { maxLength: 5 }), { minLength: 1, maxLength: PAGES_MAXIMUM }),
  fails: fc.boolean(),
  /** Names that the directory learns before it: two nodes may know them at different times. */
  learned: fc.option(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.constantFrom('CAB 1', 'CAB 2'))),
})

const step = fc.record({
  node: fc.constantFrom(...NODES),
  reader: fc.integer({ min: 0, max: 3 }),
  act: fc.constantFrom(
    'subscribes',
    'resumes',
    'leaves',
    'node is unreachable',
    'node receives nothing',
    'node recovers',
    'coordinator restarts',
    'nothing',
  ),
  thenMs: fc.constantFrom(10, 700, 2000, 6000, 16_000),
})

test('equal versions are equal lists on every node under any faults, and all nodes end with the list of the service', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(script, { minLength: 1, maxLength: 15 }),
      fc.array(step, { maxLength: 25 }),
      fc.constantFrom(0, 400),
      async (scripts, steps, pageMs) => {
        const clock = createTestClock()
        let sweeps = 0
        let epochs = 0
        const last = new Map(
          scripts
            .at(-1)!
            .pages.flat()
            .map((found) => [found.id, found]),
        )
        const directory = new Map<string, string>()
        const directoryOf = (id: string) => {
          const our_ref = directory.get(id)
          return our_ref ? { our_ref, licence_plate: null, active_booking_id: null } : null
        }
        /** Statuses that the service answered, by vehicle. */
        const answered = new Map<
          string,
          { readonly ms: number; readonly status: string | null }[]
        >()
        const noStatus = () => {
          throw failing('upstream-timeout')
        }
        const service = createTestService(
          clock,
          async ({ cursor }) => {
            const [sweep, page] = (cursor ?? `${sweeps++}:0`).split(':').map(Number) as [
              number,
              number,
            ]
            const { pages, fails, learned } = scripts[sweep] ?? {
              pages: [[...last.values()]],
              fails: false,
              learned: null,
            }
            if (learned && page === 0) directory.set(...learned)
            if (pageMs > 0) await new Promise<void>((resolve) => clock.after(pageMs, resolve))
            const isLast = page === pages.length - 1
            if (isLast && fails) throw failing('upstream-error', { status: 500 })
            for (const { id, status } of pages[page]!) {
              answered.set(id, [...(answered.get(id) ?? []), { ms: clock.now(), status }])
            }
            return { vehicles: pages[page], next_cursor: isLast ? null : `${sweep}:${page + 1}` }
          },
          noStatus,
        )
        const hub = createTestHub(clock)
        const nodes = new Map(
          NODES.map((name) => [
            name,
            liveOver(service, clock, {
              newEpoch: () => `${name}${++epochs}`,
              cluster: clusterOver(hub.connect(name), plainEncryption),
              annotations: {
                directoryOf,
                statusTimes: new StatusTimes(name),
                reportTimes: new ReportTimes(new MtimeEvidence()),
              },
            }),
          ]),
        )
        const named = new Map<string, unknown>()
        const onList = (version: string, list: TestBrowser['list']) => {
          const now = sorted(list)
          if (named.has(version)) expect(now, version).toEqual(named.get(version))
          named.set(version, now)
        }
        const browsers: ({ browser: TestBrowser; isHere: boolean } | null)[] = [
          null,
          null,
          null,
          null,
        ]
        const connect = (
          reader: number,
          node: (typeof NODES)[number],
          before: TestBrowser | null,
        ) => {
          const lastEventId = before?.lastEventId ?? null
          const stream = nodes.get(node)!.subscribe(streamRequest({ lastEventId }))
          browsers[reader] = { browser: browse(stream, before, onList), isHere: true }
        }
        NODES.forEach((node, reader) => {
          connect(reader, node, null)
        })

        for (const { node, reader, act, thenMs } of steps) {
          const entry = browsers[reader] ?? null
          if (act === 'subscribes' || act === 'resumes' || act === 'leaves') {
            if (entry?.isHere) await entry.browser.disconnect()
            if (entry) entry.isHere = false
          }
          if (act === 'subscribes') connect(reader, node, null)
          if (act === 'resumes') connect(reader, node, entry?.browser ?? null)
          if (act === 'node is unreachable') hub.unreachable.add(node)
          if (act === 'node receives nothing') hub.notReceiving.add(node)
          if (act === 'node recovers') {
            hub.unreachable.delete(node)
            hub.notReceiving.delete(node)
          }
          if (act === 'coordinator restarts') hub.restart()
          await clock.advance(thenMs)
        }

        hub.unreachable.clear()
        hub.notReceiving.clear()
        // Long enough for all scripts, pauses and catch-ups.
        await clock.advance(200_000)
        while (service.open.now > 0) await clock.advance(100)
        for (const entry of browsers) {
          if (!entry?.isHere) continue
          expect(withoutSince(entry.browser.list)).toEqual(
            sorted(last).map(([id, found]) => [id, { ...found, directory: directoryOf(id) }]),
          )
          for (const { id, status, statusSince, standsSince } of entry.browser.list.values()) {
            // The time of an answer; a beginning if another status was answered shortly before.
            const { atMs, isBeginning } = statusSince!
            // Of another node's list only the beginning of its sweep is known.
            const sweepMs = PAGES_MAXIMUM * pageMs
            const isAnswer = ({ ms }: { ms: number }) => atMs <= ms && ms <= atMs + sweepMs
            expect(answered.get(id)!.some(isAnswer), `${id} since ${atMs}`).toBe(true)
            // A standstill begins with an answer too, and with the first one at the earliest.
            const firstMs = Math.min(...answered.get(id)!.map(({ ms }) => ms))
            if (standsSince) expect(standsSince.atMs).toBeGreaterThanOrEqual(firstMs - sweepMs)
            const before = answered
              .get(id)!
              .filter((one) => one.ms <= atMs && one.status !== status)
            if (isBeginning) expect(before.some(({ ms }) => atMs - ms <= 180_000)).toBe(true)
          }
        }
        const versions = browsers
          .filter((entry) => entry?.isHere)
          .map((entry) => entry?.browser.lastEventId)
        expect(new Set(versions).size).toBeLessThanOrEqual(1)
        expect(
          [...nodes.values()].reduce((sum, { polledCount }) => sum + polledCount, 0),
        ).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 30 },
  )
}, 120_000)

function withoutSince(list: TestBrowser['list']) {
  return sorted(list).map(([id, { statusSince, changedSince, standsSince, ...found }]) => [
    id,
    found,
  ])
}

/** An entry that was never there is left out, one that is no longer there is null. */
function sorted(list: TestBrowser['list']): [string, LiveVehicle][] {
  return [...list]
    .map(([id, found]): [string, LiveVehicle] => [
      id,
      {
        ...found,
        directory: found.directory ?? null,
        unconfirmedSinceMs: found.unconfirmedSinceMs ?? null,
      },
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
