import type { Gestures } from '@/e2e/bench/map/page/steps'
import type { SuitePart } from '@/e2e/runner/suite'
import { openBrowser } from '@/e2e/support/browser'
import { formatCount } from '@/e2e/support/statistics'
import { type Measured, measurePlan, openMapPage, type Plan } from './measure'
import { mapRows } from './rows'
import { openMapSite } from './site'

const ours = ['empty map', 'Kerbside'] as const
const all = [...ours, 'circleMarker', 'markercluster'] as const

const plans: readonly Pick<Plan, 'size' | 'distribution' | 'subjects'>[] = [
  { size: 1000, distribution: 'uniform', subjects: all },
  // As many as are drawn one by one.
  { size: 2000, distribution: 'uniform', subjects: all },
  { size: 10_000, distribution: 'uniform', subjects: all },
  { size: 10_000, distribution: 'hot-spot', subjects: all },
  { size: 100_000, distribution: 'uniform', subjects: all },
  { size: 100_000, distribution: 'hot-spot', subjects: all },
]

const quickPlans: readonly Pick<Plan, 'size' | 'distribution' | 'subjects'>[] = [
  ...plans.slice(0, 2),
  { size: 10_000, distribution: 'uniform', subjects: ours },
  { size: 10_000, distribution: 'hot-spot', subjects: ours },
]

const ROUNDS = 5
/** Five rounds make 60 pans and 200 mouse moves. */
const GESTURES: Gestures = { pans: 12, mouseMoves: 40 }

/** Compares components/map with other ways to show vehicles on a Leaflet map. */
export const mapBench: SuitePart = async ({ quick, log }) => {
  const site = await openMapSite()
  const browser = await openBrowser({ isUnlimited: true })
  try {
    const page = await openMapPage(browser, site.url)
    const measured: Measured[] = []
    let failure: string | undefined
    try {
      for (const plan of quick ? quickPlans : plans) {
        log(`map: ${formatCount(plan.size)} vehicles, ${plan.distribution} …`)
        const rounds = quick && plan.subjects !== ours ? 1 : ROUNDS
        measured.push(...(await measurePlan(page, { ...plan, gestures: GESTURES, rounds }, log)))
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
