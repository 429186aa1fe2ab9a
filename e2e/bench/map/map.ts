import type { Page } from '@playwright/test'
import type { RoundTimes } from '@/e2e/bench/map/page'
import type { SubjectName } from '@/e2e/bench/map/subjects'
import { atMost, type ResultRow, type SuitePart } from '@/e2e/runner/suite'
import { openBrowser } from '@/e2e/support/browser'
import { formatCount, formatMs, formatNumber, median, quantile } from '@/e2e/support/statistics'
import { openMapSite } from './site'

/** With the zoom that shows the whole fleet, and the limit of a refresh as a ratio to the peer. */
const plans = [
  { size: 1000, zoom: 12, peer: 'circleMarker', peerRounds: 5, limit: 0.7 },
  { size: 10_000, zoom: 11, peer: 'circleMarker', peerRounds: 5, limit: 0.5 },
  // A step takes markercluster seconds.
  { size: 100_000, zoom: 9, peer: 'markercluster', peerRounds: 1, limit: 0.1 },
] as const
type Plan = (typeof plans)[number]
const LARGEST = 100_000
/** Smaller differences from the empty map are noise. */
const LEAST_MS = 0.1
/** 1.5 are wanted: Chromium without a graphics card copies the canvas in every frame. */
const PAN_LIMIT = 3
const TASK_MS = 50
const LARGE_TASK_MS = 75

/** Kerbside's map beside Leaflet's canvas and leaflet.markercluster. */
export const mapBench: SuitePart = async ({ quick, log }) => {
  const site = await openMapSite()
  const browser = await openBrowser({ isUnlimited: true })
  try {
    // Peers do not glide.
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    await page.goto(site.url)
    await page.waitForFunction(() => 'mapBench' in window)
    const rows: ResultRow[] = []
    for (const plan of plans) {
      if (quick && plan.size === LARGEST) continue
      log(`map: ${formatCount(plan.size)} vehicles …`)
      rows.push(...toRows(plan, await measure(page, plan, quick ? 2 : 5)))
    }
    return { title: 'Map: from the change to its frame, less an empty map’s time', rows }
  } finally {
    await browser.close()
    await site.close()
  }
}

type Measured = Readonly<Record<SubjectName, RoundTimes[]>>

/**
 * Measures all in turn, round by round. The first round warms up and is
 * compared with the plain data.
 */
async function measure(page: Page, plan: Plan, rounds: number): Promise<Measured> {
  const { size, zoom, peer, peerRounds } = plan
  await page.evaluate(([size, zoom]) => window.mapBench.prepare(size, zoom), [size, zoom] as const)
  const measured: Measured = { 'empty map': [], Kerbside: [], circleMarker: [], markercluster: [] }
  for (let round = 0; round <= rounds; round++)
    for (const name of ['empty map', 'Kerbside', peer] as const) {
      if (name === peer && round > peerRounds) continue
      await page.evaluate(([name, zoom]) => window.mapBench.open(name, zoom), [name, zoom] as const)
      const times = await page.evaluate(() => window.mapBench.measure())
      if (round > 0) measured[name].push(times)
      if (round === 0 && name === 'Kerbside') {
        const lost = await page.evaluate(() => window.mapBench.countLost())
        if (lost > 0) throw new Error(`${lost} vehicles are not painted`)
      }
      await page.evaluate(() => window.mapBench.close())
      await page.requestGC()
    }
  return measured
}

function toRows({ size, peer, limit }: Plan, measured: Measured): ResultRow[] {
  const timesOf = (name: SubjectName, step: keyof RoundTimes) =>
    measured[name].flatMap((round) => round[step])

  const compare = (what: string, ownMs: number, otherMs: number, other: string, most?: number) => {
    const format = (ratio: number) => `${formatNumber(ratio)} × ${other}`
    const row = atMost(what, ownMs / otherMs, most ?? null, format, { isTime: true })
    return { ...row, reached: `${formatMs(ownMs)}: ${row.reached}` }
  }
  const compareStep = (step: keyof RoundTimes, most?: number) => {
    const emptyMs = median(timesOf('empty map', step))
    const lessEmpty = (name: SubjectName) =>
      Math.max(LEAST_MS, median(timesOf(name, step)) - emptyMs)
    return compare(`${vehicles}, ${step}`, lessEmpty('Kerbside'), lessEmpty(peer), peer, most)
  }

  const vehicles = `${formatCount(size)} vehicles`
  const p95Of = (name: SubjectName) => quantile(timesOf(name, 'pan'), 0.95)
  const pan = `${vehicles}, pan p95, nothing taken off`
  const longest = Math.max(0, ...timesOf('Kerbside', 'long tasks'))
  const longestLimit = size === LARGEST ? LARGE_TASK_MS : TASK_MS
  const formatTask = (ms: number) => (ms === 0 ? 'none of 50 ms' : formatMs(ms))
  return [
    compareStep('first draw', size === LARGEST ? limit : undefined),
    compareStep('refresh, 10 % moved', limit),
    compareStep('refresh, all moved', limit),
    compare(pan, p95Of('Kerbside'), p95Of('empty map'), 'empty map', PAN_LIMIT),
    atMost(`${vehicles}, longest main-thread task`, longest, longestLimit, formatTask, {
      isTime: true,
    }),
  ]
}
