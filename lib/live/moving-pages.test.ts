import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Search } from '@/lib/interface/search'
import { createTestClock, type TestClock } from '@/lib/testing/clock'
import {
  type Answer,
  AREA,
  createTestService,
  failing,
  liveOver,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'

interface Drive {
  /** Metres from the centre at the start. */
  readonly metres: number
  /** Metres a second, outwards at first. */
  readonly speed: number
  /** Between two changes of its `mtime`. */
  readonly reportMs: number
}

interface World {
  readonly drives: readonly Drive[]
  readonly order: 'distance' | 'mtime' | 'random' | 'stable'
  /** `value`: the cursor is the last row's value of the order. */
  readonly cursor: 'row' | 'page' | 'value'
  readonly total: 'exact' | 'absent' | 'zero' | 'too large'
  readonly pageSize: number
  readonly pageMs: number
  readonly seed: number
}

const INTERVAL_MS = 5000
/** No vehicle comes near the edge of the circle of 1,000 m. */
const FARTHEST_METRES = 700
const METRES_PER_DEGREE = 111_195

const drive: fc.Arbitrary<Drive> = fc.record({
  metres: fc.integer({ min: 0, max: FARTHEST_METRES }),
  speed: fc.constantFrom(0, 1, 8, 30),
  reportMs: fc.constantFrom(300, 2000, 20_000),
})

const world: fc.Arbitrary<World> = fc
  .record({
    drives: fc.array(drive, { minLength: 25, maxLength: 45 }),
    order: fc.constantFrom('distance', 'mtime', 'random', 'stable'),
    cursor: fc.constantFrom('row', 'page', 'value'),
    total: fc.constantFrom('exact', 'absent', 'zero', 'too large'),
    pageSize: fc.constantFrom(5, 10, 20),
    pageMs: fc.constantFrom(0, 100, 400),
    seed: fc.integer({ min: 1, max: 1000 }),
  })
  .filter(({ order, cursor }) => order !== 'random' || cursor !== 'value')

/** Moves to and fro between the centre and the farthest distance. */
function metresAt({ metres, speed }: Drive, ms: number): number {
  const way = metres + (speed * ms) / 1000
  const along = way % (2 * FARTHEST_METRES)
  return along <= FARTHEST_METRES ? along : 2 * FARTHEST_METRES - along
}

/** A service over vehicles that drive while its pages are read; `/status` says what is true. */
function serviceOf(given: World, clock: TestClock) {
  const beganMs = clock.now()
  const gone = new Set<string>()
  const random = { state: given.seed }

  function nextRandom(): number {
    random.state = (random.state * 48_271) % 2_147_483_647
    return random.state
  }

  function rowOf(at: number): VehicleSearchObject {
    const ms = clock.now() - beganMs
    const one = given.drives[at]!
    // Vehicles of one period report at different times.
    const sinceReportMs = (ms + at * 137) % one.reportMs
    const lat = AREA.position.lat + metresAt(one, ms) / METRES_PER_DEGREE
    return vehicle(`v-${at}`, {
      position: { lat, lng: AREA.position.lng },
      mtime: new Date(clock.now() - sinceReportMs).toISOString(),
    })
  }

  function orderValue({ id, position, mtime }: VehicleSearchObject): number {
    if (given.order === 'distance') return position!.lat
    if (given.order === 'mtime') return -Date.parse(mtime!)
    if (given.order === 'random') return nextRandom()
    return Number(id.slice(2))
  }

  function rowsInOrder() {
    const rows = given.drives.flatMap((_, at) => (gone.has(`v-${at}`) ? [] : rowOf(at)))
    return rows
      .map((row) => ({ row, value: orderValue(row) }))
      .sort((a, b) => a.value - b.value || Number(a.row.id.slice(2)) - Number(b.row.id.slice(2)))
  }

  function totalOf(count: number): number | null {
    if (given.total === 'absent') return null
    if (given.total === 'zero') return 0
    return given.total === 'exact' ? count : count + 4
  }

  function pageOf({ limit, cursor }: Search): Answer {
    const all = rowsInOrder()
    const isByValue = given.cursor === 'value'
    const rowsAPage = given.cursor === 'page' ? limit : 1
    const from = isByValue ? 0 : Number(cursor ?? 0) * rowsAPage
    const left = isByValue && cursor ? all.filter(({ value }) => value > Number(cursor)) : all
    const page = left.slice(from, from + limit)
    const hasMore = from + limit < left.length
    const next = isByValue ? page.at(-1)?.value : (from + limit) / rowsAPage
    return {
      vehicles: page.map(({ row }) => row),
      next_cursor: hasMore ? String(next) : null,
      total: totalOf(all.length),
    }
  }

  const service = createTestService(
    clock,
    async (search) => {
      if (given.pageMs > 0) await new Promise<void>((resolve) => clock.after(given.pageMs, resolve))
      return pageOf(search)
    },
    (id) => {
      if (gone.has(id)) throw failing('not-found', { status: 404 })
      return rowOf(Number(id.slice(2)))
    },
  )
  return { ...service, gone }
}

function watch(given: World) {
  const clock = createTestClock()
  const service = serviceOf(given, clock)
  const settings = {
    pageSize: given.pageSize,
    vehiclesMaximum: 1000,
    intervalSeconds: INTERVAL_MS / 1000,
  }
  const browser = browse(liveOver(service, clock, { settings }).subscribe(streamRequest()))
  const removed = () => browser.deltas.flatMap((delta) => delta.removed)
  return { clock, service, browser, removed }
}

test('no vehicle is removed while all stay, whatever the order and the cursor of the pages', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const { clock, browser, removed } = watch(given)
      await clock.advance(15 * INTERVAL_MS)
      expect(removed()).toEqual([])
      expect(browser.deltas.length).toBeGreaterThan(0)
    }),
    { numRuns: 30 },
  )
})

/** Sweeps after which a vehicle that left is gone: `/status` is asked for five after each. */
const SWEEPS_MAXIMUM = 12

test('vehicles that leave are gone soon, and none that stay before five that left are proven', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      world,
      fc.array(fc.array(fc.nat({ max: 24 }), { maxLength: 4 }), { maxLength: 6 }),
      async (given, departures) => {
        const { clock, service, browser, removed } = watch(given)
        await clock.advance(3 * INTERVAL_MS)
        for (const leaving of departures) {
          for (const at of leaving) service.gone.add(`v-${at}`)
          await clock.advance(INTERVAL_MS)
        }
        await clock.advance(SWEEPS_MAXIMUM * INTERVAL_MS)
        const shown = new Set(browser.list.keys())
        expect([...service.gone].filter((id) => shown.has(id))).toEqual([])
        const inOrder = removed()
        const firstFalse = inOrder.findIndex((id) => !service.gone.has(id))
        if (firstFalse >= 0) {
          const proven = inOrder.slice(0, firstFalse)
          expect(proven.length).toBeGreaterThanOrEqual(5)
        }
      },
    ),
    { numRuns: 30 },
  )
})
