import type { SuitePart } from '@/e2e/runner/suite'
import { openBrowser } from '@/e2e/support/browser'
import { formatCount } from '@/e2e/support/statistics'
import { type Measured, measurePlan, openMapPage, type Plan } from './measure'
import { mapRows } from './rows'
import { openMapSite } from './site'

/** Each size beside the peer that its targets name. */
const plans: readonly Plan[] = [
  { size: 1000, distribution: 'uniform', peer: 'circleMarker' },
  // As many as are drawn one by one.
  { size: 2000, distribution: 'uniform', peer: 'circleMarker' },
  { size: 10_000, distribution: 'uniform', peer: 'circleMarker' },
  { size: 10_000, distribution: 'hot-spot', peer: 'circleMarker' },
  // A step takes a peer seconds. Leaflet's canvas would take a quarter of an hour for these two.
  { size: 100_000, distribution: 'uniform', peer: 'markercluster', peerRounds: 1 },
  { size: 100_000, distribution: 'hot-spot', peer: 'markercluster', peerRounds: 1 },
]
const QUICK_PLANS = 4

/** Compares components/map with other ways to show vehicles on a Leaflet map. */
export const mapBench: SuitePart = async ({ quick, log }) => {
  const site = await openMapSite()
  const browser = await openBrowser({ isUnlimited: true })
  try {
    const page = await openMapPage(browser, site.url)
    const measured: Measured[] = []
    let failure: string | undefined
    try {
      for (const plan of quick ? plans.slice(0, QUICK_PLANS) : plans) {
        log(`map: ${formatCount(plan.size)} vehicles, ${plan.distribution} …`)
        measured.push(...(await measurePlan(page, plan, quick ? 2 : 5, log)))
      }
    } catch (error) {
      failure = (error as Error).message
    }
    const title = 'Map: from the change to the presented frame, less an empty map’s time'
    return { title, rows: mapRows(measured, log), failure }
  } finally {
    await browser.close()
    site.close()
  }
}
