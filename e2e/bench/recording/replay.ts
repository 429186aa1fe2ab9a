import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { SuitePart } from '@/e2e/runner/suite'
import { openBrowser } from '@/e2e/support/browser'
import { startProcess } from '@/e2e/support/dashboard'
import { formatCount, formatMs, quantile } from '@/e2e/support/statistics'
import { liveMeta } from '@/lib/testing/vehicles'
import { driveFleet } from './driven-fleet'

const VEHICLES = 20_000
const CENTRE = { lat: -34.90647, lng: -56.19944 }
const FRAME_MS = 5000
const PART = 1000
/** Of different changes; they are repeated. */
const FRAMES = 12
const SPAN_MS = 60 * 60_000
const SEEK_MS = 150
const TASK_MS = 50
const PLAYED_MS = 12_000
const QUIET_MS = 250

/** The replay in Chromium: a jump until its vehicles are painted, and playing at 60 times the speed. */
export const replayBench: SuitePart = async ({ quick, log }) => {
  log('replay: driving a fleet …')
  const recording = await serveRecording()
  const dashboard = startProcess({ NODE_ENV: 'production' })
  const browser = await openBrowser(log, { isUnlimited: false })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    // esbuild names the functions that are sent to the page by one that the page lacks.
    await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
    await page.addInitScript(watchPage)
    await page.route('**/api/recording**', (route) => {
      const { pathname, search } = new URL(route.request().url())
      return route.continue({ url: `${recording.url}${pathname}${search}` })
    })
    await page.route('https://tile.openstreetmap.org/**', (route) => route.fulfill({ status: 204 }))
    const at = new Date(recording.fromMs + 60_000).toISOString()
    await page.goto(
      `${await dashboard.url}/?position=${CENTRE.lat},${CENTRE.lng}&radius=20000&at=${at}&cluster=on`,
    )
    await page.getByRole('region', { name: /^Map of 20,?000 vehicles/ }).waitFor({ timeout: 60_000 })
    log('replay: jumps …')
    const seeks: number[] = []
    for (let n = 0; n <= (quick ? 10 : 60); n++) {
      const wantedMs = recording.fromMs + Math.floor((0.1 + 0.8 * ((n * 0.618) % 1)) * 60) * 60_000
      const ms = await measureSeek(page, wantedMs)
      // The first one warms up.
      if (n > 0) seeks.push(ms)
    }
    log('replay: playing …')
    await measureSeek(page, recording.fromMs + 5 * 60_000)
    await page.getByLabel('Speed').selectOption('60')
    const played = await measurePlaying(page)
    return {
      title: `Replay: ${formatCount(VEHICLES)} vehicles, 38 % moving a list`,
      rows: [
        {
          what: `a jump until the vehicles are painted, without decoding: p50 ${formatMs(quantile(seeks, 0.5))}, p95 of ${seeks.length}`,
          reached: formatMs(quantile(seeks, 0.95)),
          wanted: `≤ ${SEEK_MS} ms`,
          met: quantile(seeks, 0.95) <= SEEK_MS,
          isTime: true,
        },
        {
          what: `playing at 60×: longest main-thread task in ${PLAYED_MS / 1000} s; ${formatCount(played.seconds)} s of the past were played`,
          reached: formatMs(played.longestMs),
          wanted: `≤ ${TASK_MS} ms`,
          met: played.longestMs <= TASK_MS,
          isTime: true,
        },
      ],
    }
  } finally {
    await browser.close()
    await dashboard.stop()
    recording.close()
  }
}

/** Answers the timeline, and frames out of a few different ones. */
async function serveRecording() {
  const parts: string[] = []
  const changes: string[] = []
  const toMs = Math.floor(Date.now() / 60_000) * 60_000
  const fromMs = toMs - SPAN_MS
  for await (const { upserts, records } of driveFleet(VEHICLES, { drivers: 1, rest: 2.2 })) {
    if (parts.length === 0)
      for (let at = 0; at < records.length; at += PART)
        parts.push(JSON.stringify(records.slice(at, at + PART)))
    else changes.push(JSON.stringify(upserts))
    if (changes.length === FRAMES) break
  }
  const meta = (ms: number) =>
    JSON.stringify(liveMeta({ fetchedAt: new Date(ms).toISOString(), loaded: VEHICLES, about: VEHICLES }))
  const send = (response: ServerResponse, name: string, fields: string) =>
    response.write(`event: ${name}\ndata: {${fields}}\n\n`)

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/api/recording') {
      const area = { search: null, name: null, fromMs, toMs, bytes: 0, isRecording: false }
      const counts = [{ atMs: fromMs, total: VEHICLES, byStatus: { available: VEHICLES } }]
      const stretches = [{ fromMs, toMs, start: 'a' }]
      const data = { area, stretches, gaps: [], counts, failure: null, keptHours: 2, now: toMs }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data, meta: { fetchedAt: '', ageMs: 0 } }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const after = searchParams.get('after')
    const untilMs = Math.min(toMs, Date.parse(searchParams.get('to') ?? ''))
    let ms = after ? Number(after) + FRAME_MS : Date.parse(searchParams.get('from') ?? '')
    if (after === null) {
      parts.forEach((vehicles, part) => {
        send(
          response,
          'snapshot',
          `"epoch":"e","writtenAt":${ms},"part":${part},"parts":${parts.length},"meta":${meta(ms)},"vehicles":${vehicles}`,
        )
      })
      ms += FRAME_MS
    }
    for (; ms <= untilMs; ms += FRAME_MS) {
      const upserts = changes[Math.floor(ms / FRAME_MS) % FRAMES]
      send(
        response,
        'delta',
        `"epoch":"e","writtenAt":${ms},"removed":[],"departures":[],"meta":${meta(ms)},"upserts":${upserts}`,
      )
    }
    send(response, 'end', `"next":"${ms - FRAME_MS}","lastMs":${ms - FRAME_MS}`)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    fromMs,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface Watched {
  /** When a canvas was last drawn on. */
  drawnMs: number
  /** Longest main-thread task since it was set to 0. */
  longestMs: number
}

/** In the page, before its scripts. */
function watchPage(): void {
  const watched: Watched = { drawnMs: 0, longestMs: 0 }
  Object.assign(window, { watched })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longestMs = Math.max(watched.longestMs, duration)
  }).observe({ type: 'longtask' })
  const { prototype } = CanvasRenderingContext2D
  for (const name of ['drawImage', 'fill', 'clearRect'] as const) {
    const draw = prototype[name] as (...values: unknown[]) => void
    Object.assign(prototype, {
      [name](this: unknown, ...values: unknown[]) {
        watched.drawnMs = performance.now()
        return draw.apply(this, values)
      },
    })
  }
}

/** From the change of the slider until the list is that of the moment and the map is drawn. */
function measureSeek(page: Page, wantedMs: number): Promise<number> {
  return page.getByRole('slider', { name: 'Moment of the replay' }).evaluate(
    async (slider: HTMLInputElement, [wanted, quiet]) => {
      const { watched } = window as unknown as { watched: Watched }
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      const beganMs = performance.now()
      set?.call(slider, String(wanted))
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      const shown = () => Date.parse(document.querySelector('time')?.dateTime ?? '')
      while (shown() !== wanted) await new Promise(requestAnimationFrame)
      const listedMs = performance.now()
      while (performance.now() - Math.max(watched.drawnMs, listedMs) < quiet)
        await new Promise((resolve) => setTimeout(resolve, 20))
      return Math.max(watched.drawnMs, listedMs) - beganMs
    },
    [wantedMs, QUIET_MS] as const,
  )
}

async function measurePlaying(page: Page): Promise<{ longestMs: number; seconds: number }> {
  await page.waitForTimeout(2_000)
  const before = await page.locator('time').getAttribute('datetime')
  await page.evaluate(() => {
    Object.assign((window as unknown as { watched: Watched }).watched, { longestMs: 0 })
  })
  await page.keyboard.press('l')
  await page.keyboard.press(' ')
  await page.waitForTimeout(PLAYED_MS)
  const after = await page.locator('time').getAttribute('datetime')
  const longestMs = await page.evaluate(() => (window as unknown as { watched: Watched }).watched.longestMs)
  return { longestMs, seconds: (Date.parse(after ?? '') - Date.parse(before ?? '')) / 1000 }
}
