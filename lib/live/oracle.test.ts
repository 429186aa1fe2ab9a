import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DirectoryEntry, LiveVehicle, StatusSince } from '@/lib/api/contract/live'
import { StatusTimes } from '@/lib/fleet/status-times/status-times'
import { createTestClock } from '@/lib/testing/clock'
import { createTestService, failing, liveOver, streamRequest } from '@/lib/testing/live/live-area'
import { browse, type TestBrowser } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'

/** The service's pages for one sweep. */
interface Script {
  readonly pages: readonly (readonly LiveVehicle[])[]
  readonly end: 'last page' | 'fails' | 'goes in circles'
  /** Names that the directory learns before it; null for an entry that it forgets. */
  readonly learned: readonly (readonly [id: string, ourRef: string | null])[]
}

type List = ReadonlyMap<string, LiveVehicle>

/** Adds the annotations of a row that was read on this page. */
type Annotated = (row: LiveVehicle, page: number) => LiveVehicle

const EPOCH_MS = Date.UTC(2026, 0, 1)

/** The expected list after a sweep; shares no code with the implementation. */
function listAfter(
  before: List,
  { pages, end }: Script,
  vehiclesMaximum: number,
  annotated: Annotated,
  endedAtMs: number,
): List {
  const ids: string[] = []
  const rows = new Map<string, LiveVehicle[]>()
  const firstPages = new Map<string, number>()
  let isComplete = end === 'last page'
  let isSettled = true
  for (const [index, page] of pages.entries()) {
    if (end === 'fails' && index === pages.length - 1) break
    for (const row of page) {
      if (!ids.includes(row.id) && ids.length === vehiclesMaximum) {
        isComplete = false
        continue
      }
      if (!ids.includes(row.id)) {
        ids.push(row.id)
        firstPages.set(row.id, index)
      }
      if (firstPages.get(row.id) !== index) isSettled = false
      rows.set(row.id, [...(rows.get(row.id) ?? []), row])
    }
    const isLast = end === 'last page' && index === pages.length - 1
    if (ids.length === vehiclesMaximum && !isLast) {
      isComplete = false
      break
    }
    if (!isComplete && end === 'last page') break
  }
  const isNewer = (one: LiveVehicle, other: LiveVehicle) =>
    one.mtime !== null && other.mtime !== null && Date.parse(one.mtime) > Date.parse(other.mtime)
  // No /status answers, so that sweeps of several pages are never believed.
  const hasRemoved = isComplete && isSettled && pages.length === 1
  const after = new Map(hasRemoved ? [] : before)
  if (isComplete && !hasRemoved)
    for (const [id, kept] of before)
      after.set(id, { ...kept, unconfirmedSinceMs: kept.unconfirmedSinceMs ?? endedAtMs })
  for (const [id, found] of rows) {
    const newest = found.reduce((one, later) => (isNewer(one, later) ? one : later))
    after.set(id, annotated(newest, firstPages.get(id)!))
  }
  return after
}

/** A sight of a vehicle: the time, and its status then. */
type Sight = readonly [ms: number, status: string | null]

/**
 * Goes back from the last sight to the first of the same status, without a gap
 * of more than three minutes.
 */
function sinceOf(sights: readonly Sight[]): StatusSince {
  let at = sights.length - 1
  const isNear = () => at > 0 && sights[at]![0] - sights[at - 1]![0] <= 180_000
  while (isNear() && sights[at - 1]![1] === sights[at]![1]) at--
  return { atMs: sights[at]![0], isBeginning: isNear() }
}

const row = fc
  .record({
    id: fc.constantFrom(...'abcdefghijkl'),
    mtime: fc.option(
      fc
        .integer({ min: 1, max: 4 })
        .map((second) => new Date(EPOCH_MS + second * 1000).toISOString()),
    ),
    status: fc.constantFrom('available', 'busy', null),
    position: fc.option(
      fc.record({ lat: fc.constantFrom(1, 2), lng: fc.constantFrom(-180, 0, 180) }),
    ),
    functions: fc.constantFrom(
      null,
      [],
      ['passenger'],
      ['passenger', 'airport'],
      ['airport', 'passenger'],
    ),
  })
  .map(({ id, ...given }) => vehicle(id, given))

const idsOf = (page: Script['pages'][number] | undefined) => page?.map(({ id }) => id).join()

const script: fc.Arbitrary<Script> = fc.record({
  // A page with the vehicles of the one before is the end of a list, whatever its cursor.
  pages: fc
    .array(fc.array(row, { maxLength: 6 }), { minLength: 1, maxLength: 4 })
    .filter((pages) => pages.every((page, at) => idsOf(page) !== idsOf(pages[at - 1]))),
  end: fc.constantFrom('last page', 'last page', 'fails', 'goes in circles'),
  learned: fc.array(
    fc.tuple(fc.constantFrom(...'abcdefghijkl'), fc.constantFrom('CAB 1', 'CAB 2', null)),
    {
      maxLength: 4,
    },
  ),
})

/** A subscriber's action before the next sweeps. */
const move = fc.record({
  reader: fc.integer({ min: 0, max: 2 }),
  act: fc.constantFrom('connects', 'connects afresh', 'leaves', 'nothing'),
  thenMs: fc.constantFrom(300, 2000, 7000, 20_000),
})

// Its clock stands, so that it takes processor time only: two seconds, and many times
// as long on a busy machine.
test('every subscriber, with any gaps, ends with the list of the sweeps', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(script, { minLength: 1, maxLength: 12 }),
      fc.array(move, { maxLength: 20 }),
      fc.constantFrom(6, 8, 100),
      fc.constantFrom(0, 700),
      async (scripts, moves, vehiclesMaximum, pageMs) => {
        const clock = createTestClock()
        let list: List = new Map()
        let sweeps = 0
        let now: Script = { pages: [[]], end: 'last page', learned: [] }
        const directory = new Map<string, DirectoryEntry>()
        const sights = new Map<string, Sight[]>()
        const learn = ([id, our_ref]: Script['learned'][number]) => {
          if (our_ref === null) directory.delete(id)
          else directory.set(id, { our_ref, licence_plate: null, active_booking_id: null })
        }
        const annotated = (found: LiveVehicle, page: number): LiveVehicle => {
          const seen: Sight[] = sights.get(found.id) ?? []
          seen.push([clock.now() + (page + 1) * pageMs, found.status])
          sights.set(found.id, seen)
          return {
            ...found,
            directory: directory.get(found.id) ?? null,
            statusSince: sinceOf(seen),
          }
        }
        const noStatus = () => {
          throw failing('upstream-timeout')
        }
        const service = createTestService(
          clock,
          async ({ cursor }) => {
            if (cursor === null) {
              // After the last script, the service repeats its pages as complete sweeps.
              now = scripts[sweeps++] ?? {
                pages: scripts.at(-1)!.pages,
                end: 'last page',
                learned: [],
              }
              now.learned.forEach(learn)
              const endedAtMs = clock.now() + now.pages.length * pageMs
              list = listAfter(list, now, vehiclesMaximum, annotated, endedAtMs)
            }
            if (pageMs > 0) await new Promise<void>((resolve) => clock.after(pageMs, resolve))
            const at = Number(cursor ?? 0)
            const isLast = at === now.pages.length - 1
            if (isLast && now.end === 'fails') throw failing('upstream-error', { status: 500 })
            const afterLast = now.end === 'goes in circles' ? at : null
            const next = isLast ? afterLast : at + 1
            return {
              vehicles: now.pages[at],
              next_cursor: next === null ? null : String(next),
              // More than the pages hold: a circle is then no whole list.
              total: now.end === 'goes in circles' ? 1000 : null,
            }
          },
          noStatus,
        )
        const settings = { pageSize: 3, vehiclesMaximum, intervalSeconds: 5 }
        const live = liveOver(service, clock, {
          settings,
          annotations: {
            directoryOf: (id) => directory.get(id) ?? null,
            statusTimes: new StatusTimes('a'),
          },
        })
        const early = browse(live.subscribe(streamRequest()))
        const others: (TestBrowser | null)[] = [null, null, null]
        const isHere = [false, false, false]
        const check = () => {
          // During a sweep the list is that of the previous one.
          if (service.open.now > 0) return
          for (const browser of [early, ...others.filter((_, index) => isHere[index])]) {
            expect(byId(browser!.list)).toEqual(byId(list))
          }
        }

        for (const { reader, act, thenMs } of moves) {
          const before = others[reader] ?? null
          if (act !== 'nothing' && isHere[reader]) await before?.disconnect()
          if (act !== 'nothing') isHere[reader] = act !== 'leaves'
          if (act === 'connects') {
            const lastEventId = before?.lastEventId ?? null
            others[reader] = browse(live.subscribe(streamRequest({ lastEventId })), before)
          }
          if (act === 'connects afresh') others[reader] = browse(live.subscribe(streamRequest()))
          await clock.advance(thenMs)
          check()
        }
        await clock.advance(20_000)
        while (service.open.now > 0) await clock.advance(100)
        check()
        for (const { meta, removed } of early.deltas) {
          if (meta.incomplete !== null) expect(removed).toEqual([])
          expect(meta.loaded).toBeGreaterThanOrEqual(0)
        }
        expect(early.names.filter((name) => name === 'snapshot').length).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 120 },
  )
})

/** Without `changedSince`, which nodes-oracle.test.ts compares. */
function byId(list: List): [string, LiveVehicle][] {
  // An entry that was never there is left out, one that is no longer there is null.
  return [...list]
    .map(([id, { changedSince, ...found }]): [string, LiveVehicle] => [
      id,
      {
        ...found,
        directory: found.directory ?? null,
        unconfirmedSinceMs: found.unconfirmedSinceMs ?? null,
      },
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
