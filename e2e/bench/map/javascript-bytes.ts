import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'
import { tilePng } from '@/e2e/bench/pictures'
import { createSpreadFleet } from '@/e2e/bench/server/fleet'
import type { SuitePart } from '@/e2e/runner/suite'
import { atMost, type ResultRow } from '@/e2e/runner/table'
import { openBrowser } from '@/e2e/support/browser'
import { startProcess } from '@/e2e/support/dashboard'
import { openService } from '@/e2e/support/service'
import { formatMs, formatNumber } from '@/e2e/support/statistics'

const CENTRE = { lat: 51.5, lng: -0.1 }
const VEHICLES = 10_000
const SPREAD_METRES = 3000
const RADIUS_METRES = 5000
const LOADED_MS = 60_000
const SETTLED_MS = 2000
const WHOLE_MAP = /^Map of 10,?000 vehicles/
const TILES = 'https://tile.openstreetmap.org/**'
const BEFORE_MAP_BYTES = 175_000
const WITH_MAP_BYTES = 272_000
const INTERACTION_MS = 100
/** Between two interactions. */
const GAP_MS = 130

/** The map page of the production build in Chromium, with 10,000 vehicles of which a tenth moves. */
export const pageBench: SuitePart = async ({ quick, log }) => {
  const service = await openService({
    ...{ fleet: createSpreadFleet(VEHICLES, CENTRE, SPREAD_METRES), gaps: { limitMaximum: 1000 } },
  })
  const dashboard = startProcess({
    ...{ ...service.env, NODE_ENV: 'production', LIVE_PAGE_SIZE: '1000', RECORDING_HOURS: '1' },
  })
  const browser = await openBrowser({ isUnlimited: false })
  try {
    const url = `${await dashboard.url}/?position=${CENTRE.lat},${CENTRE.lng}&radius=${RADIUS_METRES}`
    log('page: loading …')
    const bytes = await weigh(browser, url, log)
    log('page: clicks and keys while vehicles move …')
    const page = await openPage(browser)
    await page.goto(url)
    await page.getByRole('region', { name: WHOLE_MAP }).waitFor({ timeout: LOADED_MS })
    const interactions = await measureInteractions(page, quick ? 6 : 30)
    await page.close()
    return {
      title: 'Page: the map of the production build, gzip',
      rows: [
        ...bytes,
        atMost(
          `interaction to next paint while 10,000 vehicles refresh, worst of ${interactions.length}`,
          Math.max(...interactions),
          INTERACTION_MS,
          formatMs,
        ),
      ],
    }
  } finally {
    await browser.close()
    await dashboard.stop()
    await service.stop()
  }
}

/** Tiles of one picture: the benchmark runs offline. */
async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.route(TILES, (route) => route.fulfill({ contentType: 'image/png', body: tilePng }))
  return page
}

/** Sizes of the scripts in the page's HTML, and of all loaded until the map is drawn. */
async function weigh(
  browser: Browser,
  url: string,
  log: (line: string) => void,
): Promise<ResultRow[]> {
  const { html, sizes } = await scriptsOf(browser, url)
  const first = new Set(
    [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(
      ([, src]) => new URL(src ?? '', url).href,
    ),
  )
  const total = (addresses: string[]) =>
    addresses.reduce((sum, address) => sum + (sizes.get(address) ?? 0), 0)
  const before = total([...sizes.keys()].filter((address) => first.has(address)))
  const all = total([...sizes.keys()])
  if (before === 0 || all <= before)
    throw new Error(`Scripts of ${before} bytes before the map, ${all} with it`)
  for (const [address, size] of sizes) {
    log(
      `  ${formatKilobytes(size)} ${first.has(address) ? 'at once' : 'later'} ${new URL(address).pathname}`,
    )
  }
  return [
    atMost('JavaScript before the map', before, BEFORE_MAP_BYTES, formatKilobytes),
    atMost('JavaScript with the map', all, WITH_MAP_BYTES, formatKilobytes),
  ]
}

/** The page's HTML, and the sizes of its scripts until the map is drawn. */
async function scriptsOf(browser: Browser, url: string) {
  const page = await openPage(browser)
  const scripts = new Map<string, Response>()
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (type.includes('javascript')) scripts.set(response.url(), response)
  })
  await page.goto(url)
  const html = await (await page.request.get(url)).text()
  await page.locator('.leaflet-container canvas').first().waitFor({ timeout: LOADED_MS })
  await page.waitForTimeout(SETTLED_MS)
  const sizes = new Map<string, number>()
  for (const [address, response] of [...scripts])
    sizes.set(address, gzipSync(await response.body()).length)
  await page.close()
  return { html, sizes }
}

const formatKilobytes = (bytes: number) => `${formatNumber(bytes / 1000)} KB`

/**
 * Alternates clicks and keys while the page refreshes.
 * @returns milliseconds until the next paint of each; Chromium rounds to 8 ms and reports none below 16
 */
async function measureInteractions(page: Page, seconds: number): Promise<number[]> {
  await page.evaluate(() => {
    const longest = new Map<number, number>()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId, duration } = entry as PerformanceEventTiming
        if (interactionId)
          longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    window.longestInteractions = longest
  })
  const box = await page.locator('.leaflet-container').boundingBox()
  const list = page.getByRole('listbox').first()
  if (!box) throw new Error('There is no map')
  const endMs = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < endMs; n++) {
    if (n % 4 === 0)
      await page.mouse.click(box.x + box.width / 2 + (n % 40) * 4, box.y + box.height / 2 + 60)
    else if (n % 4 === 1) await list.focus()
    else await page.keyboard.press('ArrowDown')
    await page.waitForTimeout(GAP_MS)
  }
  const measured = await page.evaluate(() => [...window.longestInteractions.values()])
  if (measured.length === 0) throw new Error('No click and no key was measured')
  return measured
}

declare global {
  interface Window {
    /** Milliseconds by interaction. */
    longestInteractions: Map<number, number>
  }
}
