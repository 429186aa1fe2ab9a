import { openBrowser } from './browser'
import { type Measured, measurePlan, openMapPage } from './map-measure'
import type { SubjectName } from './map-page/page'
import type { Gestures } from './map-page/steps'
import { describeMap } from './map-rows'
import { openMapSite } from './map-site'
import { formatCount } from './statistics'
import type { Bench } from './table'

// An element a vehicle takes minutes at 100,000, a component a vehicle already at 10,000.
const all = ['empty map', 'Kerbside', 'circleMarker', 'markercluster'] as const
const sizes: readonly { size: number; subjects: readonly SubjectName[] }[] = [
  { size: 1000, subjects: [...all, 'L.marker', 'react-leaflet'] },
  { size: 10_000, subjects: [...all, 'L.marker'] },
  { size: 100_000, subjects: all },
]

const ROUNDS = 5
/** Five rounds make 60 pans and 200 mouse moves. */
const FULL: Gestures = { pans: 12, mouseMoves: 40 }
/** Where a single one takes half a second. */
const FEW: Gestures = { pans: 2, mouseMoves: 2 }

/** The map of components/map beside what else shows vehicles on a Leaflet map. */
export const mapBench: Bench = async ({ quick, log }) => {
  const site = await openMapSite()
  const browser = await openBrowser(log, { isUnlimited: true })
  try {
    const page = await openMapPage(browser, site.url)
    const measured: Measured[] = []
    for (const { size, subjects } of quick ? sizes.slice(0, 1) : sizes) {
      for (const distribution of quick ? (['uniform'] as const) : (['uniform', 'hot-spot'] as const)) {
        log(`map: ${formatCount(size)} vehicles, ${distribution} …`)
        const gestures = (subject: SubjectName) => (size > 1000 && subject === 'L.marker' ? FEW : FULL)
        const plan = { size, distribution, subjects, gestures, rounds: quick ? 1 : ROUNDS }
        measured.push(...(await measurePlan(page, plan, log)))
      }
    }
    return describeMap(measured, log)
  } finally {
    await browser.close()
    site.close()
  }
}
