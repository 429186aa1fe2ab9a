import type { Browser, CDPSession, Page } from '@playwright/test'
import { openBrowser } from './browser'
import type { Distribution } from './map-page/fleet'
import type { SubjectName } from './map-page/page'
import { type RoundTimes, type Step, type StepTimes, steps } from './map-page/steps'
import { describeMap } from './map-rows'
import { openMapSite } from './map-site'
import { formatCount } from './statistics'
import type { Bench } from './table'

/** All rounds of one way to show a fleet. */
export interface Measured {
  readonly size: number
  readonly distribution: Distribution
  readonly subject: SubjectName
  readonly steps: Readonly<Record<Step, StepTimes>>
  /** JavaScript heap after collection, bytes; one a round. */
  readonly heaps: readonly number[]
}

interface Plan {
  readonly size: number
  readonly subjects: readonly SubjectName[]
}

// An element a vehicle takes minutes at 100,000, and a component a vehicle at 10,000.
const plans: readonly Plan[] = [
  {
    size: 1000,
    subjects: ['empty map', 'Kerbside', 'circleMarker', 'L.marker', 'markercluster', 'react-leaflet'],
  },
  { size: 10_000, subjects: ['empty map', 'Kerbside', 'circleMarker', 'L.marker', 'markercluster'] },
  { size: 100_000, subjects: ['empty map', 'Kerbside', 'circleMarker', 'markercluster'] },
]

const ROUNDS = 5

/** The map of components/map beside what else shows vehicles on a Leaflet map. */
export const mapBench: Bench = async ({ quick, log }) => {
  const site = await openMapSite()
  const browser = await openBrowser(log, { isUnlimited: true })
  try {
    const page = await openPage(browser, site.url)
    const measured: Measured[] = []
    for (const plan of quick ? plans.slice(0, 1) : plans) {
      for (const distribution of quick ? (['uniform'] as const) : (['uniform', 'hot-spot'] as const)) {
        log(`map: ${formatCount(plan.size)} vehicles, ${distribution} …`)
        measured.push(...(await measurePlan(page, plan, distribution, quick ? 1 : ROUNDS)))
      }
    }
    return describeMap(measured, log)
  } finally {
    await browser.close()
    site.close()
  }
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    // Vehicles that glide are where they belong only later; what is compared is there at once.
    reducedMotion: 'reduce',
  })
  await page.goto(url)
  await page.waitForFunction(() => 'mapBench' in window)
  return page
}

async function measurePlan(
  page: Page,
  { size, subjects }: Plan,
  distribution: Distribution,
  rounds: number,
): Promise<Measured[]> {
  const session = await page.context().newCDPSession(page)
  await page.evaluate(([n, kind]) => window.mapBench.prepare(n, kind), [size, distribution] as const)
  const all = subjects.map((subject) => ({ subject, rounds: [] as RoundTimes[], heaps: [] as number[] }))
  // The first round warms up and compares with the plain data.
  for (let round = 0; round <= rounds; round++) {
    for (const one of all) {
      await page.evaluate((name) => window.mapBench.open(name), one.subject)
      const times = await page.evaluate(() => window.mapBench.measure())
      if (round === 0) {
        await page
          .evaluate((name) => window.mapBench.check(name), one.subject)
          .catch((error: Error) => {
            throw new Error(`${one.subject}, ${size} vehicles, ${distribution}: ${error.message}`)
          })
      } else {
        one.rounds.push(times)
        one.heaps.push(await heapBytes(session))
      }
      await page.evaluate(() => window.mapBench.close())
      await heapBytes(session)
    }
  }
  await session.detach()
  return all.map((one) => ({
    size,
    distribution,
    subject: one.subject,
    steps: pool(one.rounds),
    heaps: one.heaps,
  }))
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

function pool(rounds: readonly RoundTimes[]): Record<Step, StepTimes> {
  const pooled = (step: Step): StepTimes => ({
    times: rounds.flatMap((round) => round[step].times),
    longTasks: rounds.flatMap((round) => round[step].longTasks),
  })
  return Object.fromEntries(steps.map((step) => [step, pooled(step)])) as Record<Step, StepTimes>
}
