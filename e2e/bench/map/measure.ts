import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Distribution } from '@/e2e/bench/map/page/fleet'
import type { SubjectName } from '@/e2e/bench/map/page/page'
import { type Gestures, type RoundTimes, type Step, type StepTimes, steps } from '@/e2e/bench/map/page/steps'

/** All rounds of one subject. */
export interface Measured {
  readonly size: number
  readonly distribution: Distribution
  readonly subject: SubjectName
  readonly steps: Readonly<Record<Step, StepTimes>>
  /** JavaScript heap after collection including typed arrays, bytes; one per round. */
  readonly heaps: readonly number[]
}

export interface Plan {
  readonly size: number
  readonly distribution: Distribution
  readonly subjects: readonly SubjectName[]
  readonly rounds: number
  readonly gestures: Gestures
}

const WARM_UP: Gestures = { pans: 2, mouseMoves: 2 }

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
export async function measurePlan(page: Page, plan: Plan, log: (line: string) => void): Promise<Measured[]> {
  const { size, distribution, subjects, rounds } = plan
  const session = await page.context().newCDPSession(page)
  await page.evaluate(([n, kind]) => window.mapBench.prepare(n, kind), [size, distribution] as const)
  const all = subjects.map((subject) => ({ subject, rounds: [] as RoundTimes[], heaps: [] as number[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const one of all) {
      await page.evaluate((name) => window.mapBench.open(name), one.subject)
      const gestures = round === 0 ? WARM_UP : plan.gestures
      const times = await page.evaluate((counts) => window.mapBench.measure(counts), gestures)
      if (round === 0) await check(page, one.subject, plan)
      else {
        one.rounds.push(times)
        one.heaps.push(await heapBytes(session))
      }
      await page.evaluate(() => window.mapBench.close())
      await heapBytes(session)
      if (round === 0) log(`  ${one.subject}: as the plain data`)
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

async function check(page: Page, subject: SubjectName, { size, distribution }: Plan): Promise<void> {
  await page
    .evaluate((name) => window.mapBench.check(name), subject)
    .catch((error: Error) => {
      throw new Error(`${subject}, ${size} vehicles, ${distribution}: ${error.message}`)
    })
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const usage: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage')
  // Typed arrays are outside the heap.
  return usage.usedSize + (usage.backingStorageSize ?? 0)
}

function pool(rounds: readonly RoundTimes[]): Record<Step, StepTimes> {
  const pooled = (step: Step): StepTimes => ({
    times: rounds.flatMap((round) => round[step].times),
    longTasks: rounds.flatMap((round) => round[step].longTasks),
  })
  return Object.fromEntries(steps.map((step) => [step, pooled(step)])) as Record<Step, StepTimes>
}
