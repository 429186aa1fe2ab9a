import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { formatCount, formatMs, formatNumber, quantile } from '@/e2e/support/statistics'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { unit } from '@/lib/reference/hash'
import type { Area } from '@/lib/reference/search/search'
import { checkEqual } from './check'
import { type Finder, referenceFinder, scanFinder } from './finders'

const CENTRE = { lat: 51.509865, lng: -0.118092 }
const NOW_MS = Date.UTC(2026, 4, 1, 8, 30)
const RADII_METRES = [500, 1000, 5000, 20_000, 50_000]
const LIMITS = [10, 100]
const TYPES = [null, 'van']
const ROUNDS = 5
const READS = 300
// A slow radius is searched less often.
const BUDGET_MS = 400
const READS_PER_MOVE = 9
const SMALL_RADIUS_METRES = 5000
const WANTED_MS = 5

/** The search of the reference service. */
export const referenceBench: SuitePart = async ({ quick, log }) => {
  return {
    title: 'Reference service: a search, with 90 % reads and 10 % moves',
    rows: benchSize(100_000, quick ? 1 : ROUNDS, log),
  }
}

function benchSize(size: number, rounds: number, log: (line: string) => void): ResultRow[] {
  log(`reference: ${formatCount(size)} vehicles …`)
  const startMs = performance.now()
  const fleet = createDemoFleet({ centre: CENTRE, vehicles: size })
  const ours = referenceFinder(fleet)
  const loadMs = performance.now() - startMs
  check(fleet, ours)
  const rows = RADII_METRES.map((radius) => {
    const reads = measureRadius(fleet, ours, radius, rounds)
    const p99 = quantile(reads, 0.99)
    const isAsked = radius <= SMALL_RADIUS_METRES
    return {
      what: `${formatNumber(radius / 1000)} km, ${formatCount(size)} vehicles`,
      reached: `p50 ${formatMs(quantile(reads, 0.5))}, p99 ${formatMs(p99)}`,
      wanted: isAsked ? `p99 ≤ ${WANTED_MS} ms` : null,
      met: isAsked ? p99 <= WANTED_MS : null,
    }
  })
  const load = {
    what: `load, ${formatCount(size)} vehicles`,
    reached: formatMs(loadMs),
    wanted: null,
    met: null,
  }
  return [load, ...rows]
}

function check(fleet: Fleet, ours: Finder): void {
  const expected = scanFinder(fleet)
  for (let n = 0; n < 12; n++) {
    const atMs = NOW_MS + n * 61_000
    const area = {
      position: positionOf(fleet, n),
      radius: RADII_METRES[n % 5]!,
      type: n % 3 === 0 ? 'van' : null,
    }
    const limit = LIMITS[n % 2]!
    checkEqual(fleet, { found: ours, expected, area, atMs, limit })
  }
}

/** Milliseconds of each read, every limit and type in every round; the first warms up. */
function measureRadius(fleet: Fleet, finder: Finder, radius: number, rounds: number): number[] {
  const reads: number[] = []
  for (let round = 0; round <= rounds; round++) {
    for (const limit of LIMITS) {
      for (const type of TYPES) {
        const times = run(fleet, finder, { radius, type, limit, from: round * READS })
        if (round > 0) reads.push(...times)
      }
    }
  }
  return reads
}

function run(
  fleet: Fleet,
  finder: Finder,
  { radius, type, limit, from }: Omit<Area, 'position'> & { limit: number; from: number },
): number[] {
  const times: number[] = []
  const endMs = performance.now() + BUDGET_MS
  let atMs = NOW_MS
  for (let n = from; n < from + READS && performance.now() < endMs; n++) {
    // The fleet is a function of time: a later instant moves the driving vehicles.
    if (n % (READS_PER_MOVE + 1) === READS_PER_MOVE) atMs += 977
    const position = positionOf(fleet, n)
    const startMs = performance.now()
    finder.find({ position, radius, type }, atMs, limit)
    times.push(performance.now() - startMs)
  }
  return times
}

/** Positions of vehicles; every second one in the densest area. */
function positionOf(fleet: Fleet, n: number) {
  if (n % 2 === 0) return CENTRE
  const place = { lat: 0, lng: 0 }
  fleet.locate(Math.floor(unit(5, n, 1) * fleet.size), NOW_MS, place)
  return place
}
