import type { Page, Route } from '@playwright/test'
import type { SuitePart } from '@/e2e/runner/suite'
import { atLeast, atMost } from '@/e2e/runner/table'
import { openBrowser } from '@/e2e/support/browser'
import { startProcess } from '@/e2e/support/dashboard'
import { formatCount, formatMs, formatNumber } from '@/e2e/support/statistics'
import { FRAMES_TYPE } from '@/lib/api/contract/recording'
import { systemClock } from '@/lib/app/clock'
import { createStoredRecordings } from '@/lib/recording/stored-recordings'
import { startRecordingThread } from '@/lib/testing/recording/recording-thread'
import { AREA, recordFleet } from './record-fleet'

const VEHICLES = 20_000
const SPAN_MS = 60 * 60_000
const TASK_MS = 50
const PLAYED_MS = 4000
const SPEED = 30

/** The replay in Chromium, at 30 times the speed. */
export const replayBench: SuitePart = async ({ quick, log }) => {
  log('replay: recording a fleet …')
  const recording = await openRecording(quick ? 7 : 15)
  const dashboard = startProcess({ NODE_ENV: 'production' })
  const browser = await openBrowser({ isUnlimited: false })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(() => {
      window.longestTaskMs = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          window.longestTaskMs = Math.max(window.longestTaskMs, duration)
      }).observe({ type: 'longtask' })
    })
    await page.route('**/api/recording**', recording.answer)
    await page.route('https://tile.openstreetmap.org/**', (route) => route.fulfill({ status: 204 }))
    const at = new Date(recording.toMs).toISOString()
    const { lat, lng } = AREA.position
    await page.goto(`${await dashboard.url}/?position=${lat},${lng}&radius=20000&at=${at}&cluster=on`)
    await page.getByRole('region', { name: /^Map of 20,?000 vehicles/ }).waitFor({ timeout: 60_000 })
    await page.getByLabel('Speed').selectOption(String(SPEED))
    const runs: Played[] = []
    for (let n = 1; n <= (quick ? 3 : 8); n++) {
      log(`replay: playing, run ${n} …`)
      runs.push(await measurePlaying(page))
    }
    const longestMs = Math.max(...runs.map((run) => run.longestMs))
    const seconds = Math.min(...runs.map((run) => run.seconds))
    return {
      title: `Replay: ${formatCount(VEHICLES)} vehicles, 38 % moving a list`,
      rows: [
        atMost(
          `playing at ${SPEED}×: longest main-thread task of ${runs.length} runs of ${PLAYED_MS / 1000} s`,
          longestMs,
          TASK_MS,
          formatMs,
          { isTime: true },
        ),
        atLeast('the same runs: fewest seconds of the past a second', seconds, SPEED * 0.95, formatNumber, {
          isTime: true,
        }),
      ],
    }
  } finally {
    await browser.close()
    await dashboard.stop()
    await recording.close()
  }
}

/** Records a fleet, and answers as the routes do. */
async function openRecording(minutes: number) {
  const { store } = await recordFleet(VEHICLES, 0.38, minutes * 60_000)
  const thread = startRecordingThread()
  const options = { store, thread, recorder: { failure: null }, keptMs: SPAN_MS, always: new Set<string>() }
  const recordings = createStoredRecordings({ ...options, clock: systemClock })
  const timeline = () => recordings.timeline(AREA, { fromMs: 0, toMs: Number.POSITIVE_INFINITY })
  const { toMs } = (await timeline()).stretches[0]!

  async function answer(route: Route): Promise<void> {
    const { pathname, searchParams } = new URL(route.request().url())
    const json = { data: await timeline(), meta: { fetchedAt: '', ageMs: 0 } }
    if (pathname === '/api/recording') return route.fulfill({ json })
    const [after, start] = [searchParams.get('after'), searchParams.get('start')]
    const from = after === null ? { atMs: Date.parse(searchParams.get('from') ?? ''), start } : { after }
    const { parts } = await recordings.frames({
      ...{ search: AREA, from, toMs: Date.parse(searchParams.get('to') ?? '') },
    })
    const bytes: Uint8Array[] = []
    for await (const part of parts) bytes.push(part)
    return route.fulfill({ contentType: FRAMES_TYPE, body: Buffer.concat(bytes) })
  }

  return { toMs, answer, close: () => thread.stop() }
}

interface Played {
  readonly longestMs: number
  /** Of the past, a second of this clock. */
  readonly seconds: number
}

async function measurePlaying(page: Page): Promise<Played> {
  await page.getByRole('slider', { name: 'Moment of the replay' }).press('Home')
  await page.waitForTimeout(2_000)
  const moment = async () => Date.parse((await page.locator('time').first().getAttribute('datetime')) ?? '')
  const from = await moment()
  await page.evaluate(() => {
    window.longestTaskMs = 0
  })
  await page.keyboard.press('l')
  await page.keyboard.press(' ')
  await page.waitForTimeout(PLAYED_MS)
  const longestMs = await page.evaluate(() => window.longestTaskMs)
  await page.keyboard.press(' ')
  return { longestMs, seconds: ((await moment()) - from) / PLAYED_MS }
}

declare global {
  interface Window {
    longestTaskMs: number
  }
}
