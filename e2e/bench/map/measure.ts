import type { Browser, Page } from '@playwright/test'
import type { Distribution } from '@/e2e/bench/map/page/fleet'
import type { SubjectName } from '@/e2e/bench/map/page/page'
import {
  type Gestures,
  type RoundTimes,
  type Step,
  type StepTimes,
  steps,
} from '@/e2e/bench/map/page/steps'

export interface Plan {
  readonly size: number
  readonly distribution: Distribution
  readonly peer: 'circleMarker' | 'markercluster'
  /** By default as many as the others. */
  readonly peerRounds?: number
}

/** All rounds of one subject. */
export interface Measured extends Plan {
  readonly subject: SubjectName
  readonly steps: RoundTimes
}

const WARM_UP: Gestures = { pans: 2, mouseMoves: 2 }
const GESTURES: Gestures = { pans: 12, mouseMoves: 40 }

export async function openMapPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    // Peers do not glide.
    reducedMotion: 'reduce',
  })
  await page.goto(url)
  await page.waitForFunction(() => 'mapBench' in window)
  return page
}

/**
 * Measures every subject in turn, round by round. The first round warms up and compares with the plain data.
 * @throws Error that names a difference
 */
export async function measurePlan(
  page: Page,
  plan: Plan,
  rounds: number,
  log: (line: string) => void,
): Promise<Measured[]> {
  const { size, distribution, peer, peerRounds = rounds } = plan
  const session = await page.context().newCDPSession(page)
  await page.evaluate(([n, kind]) => window.mapBench.prepare(n, kind), [
    size,
    distribution,
  ] as const)
  const all = (['empty map', 'Kerbside', peer] as const).map((subject) => ({
    subject,
    most: subject === peer ? peerRounds : rounds,
    rounds: [] as RoundTimes[],
  }))
  for (let round = 0; round <= rounds; round++) {
    for (const one of all.filter(({ most }) => round <= most)) {
      await page.evaluate((name) => window.mapBench.open(name), one.subject)
      const gestures = round === 0 ? WARM_UP : GESTURES
      const times = await page.evaluate((counts) => window.mapBench.measure(counts), gestures)
      if (round === 0) await check(page, one.subject, plan)
      else one.rounds.push(times)
      await page.evaluate(() => window.mapBench.close())
      await session.send('HeapProfiler.collectGarbage')
      if (round === 0) log(`  ${one.subject}: as the plain data`)
    }
  }
  await session.detach()
  return all.map(({ subject, rounds }) => ({ ...plan, subject, steps: pool(rounds) }))
}

async function check(
  page: Page,
  subject: SubjectName,
  { size, distribution }: Plan,
): Promise<void> {
  await page
    .evaluate((name) => window.mapBench.check(name), subject)
    .catch((error: Error) => {
      throw new Error(`${subject}, ${size} vehicles, ${distribution}: ${error.message}`)
    })
}

function pool(rounds: readonly RoundTimes[]): RoundTimes {
  const pooled = (step: Step): StepTimes => ({
    times: rounds.flatMap((round) => round[step].times),
    longTasks: rounds.flatMap((round) => round[step].longTasks),
  })
  return Object.fromEntries(steps.map((step) => [step, pooled(step)])) as RoundTimes
}
