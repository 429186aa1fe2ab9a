import type { SuitePart } from '@/e2e/runner/suite'
import { atMost } from '@/e2e/runner/table'
import { formatCount, formatMs, formatNumber, quantile } from '@/e2e/support/statistics'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { answerGaps } from '@/lib/reference/gaps'
import { unit } from '@/lib/reference/hash'
import { createSearch } from '@/lib/reference/search/search'

const CENTRE = { lat: 51.509865, lng: -0.118092 }
const NOW_MS = Date.UTC(2026, 4, 1, 8, 30)
const VEHICLES = 100_000
const RADII_METRES = [1000, 5000, 50_000]
const READS = 300
const SMALL_RADIUS_METRES = 5000
const WANTED_MS = 20

/** The search of the reference service, of whose vehicles some move with every tenth read. */
export const referenceBench: SuitePart = async ({ quick, log }) => {
  log(`reference: ${formatCount(VEHICLES)} vehicles …`)
  const fleet = createDemoFleet({ centre: CENTRE, vehicles: VEHICLES })
  const search = createSearch(fleet, answerGaps())
  const place = { lat: 0, lng: 0 }
  const rows = RADII_METRES.map((radius) => {
    const times: number[] = []
    for (let n = 0; n < (quick ? READS / 10 : READS); n++) {
      const atMs = NOW_MS + Math.floor(n / 10) * 977
      // Every second one is in the densest area.
      fleet.locate(Math.floor(unit(5, n, 1) * VEHICLES), NOW_MS, place)
      const startMs = performance.now()
      search({ position: n % 2 === 0 ? CENTRE : { ...place }, radius, type: null }, atMs).slice(0, 100)
      times.push(performance.now() - startMs)
    }
    const most = radius <= SMALL_RADIUS_METRES ? WANTED_MS : null
    const what = `${formatNumber(radius / 1000)} km, ${formatCount(VEHICLES)} vehicles, p99`
    return atMost(what, quantile(times, 0.99), most, formatMs)
  })
  return { title: 'Reference service: a search', rows }
}
