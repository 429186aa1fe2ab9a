import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'
import { tilePng } from '@/e2e/bench/pictures'
import { createSpreadFleet } from '@/e2e/bench/server/fleet'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { openBrowser } from '@/e2e/support/browser'
import { startProcess } from '@/e2e/support/dashboard'
import { openService } from '@/e2e/support/service'
import { formatMs, formatNumber } from '@/e2e/support/statistics'
import { measureInteractions } from './interactions'

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
    const page = await openLoaded(browser, url)
    const interactions = await measureInteractions(page, quick ? 6 : 30)
    await page.close()
    return {
      title: 'Page: the map of the production build, gzip',
      rows: [...bytes, interactionRow(interactions)],
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

async function openLoaded(browser: Browser, url: string): Promise<Page> {
  const page = await openPage(browser)
  await page.goto(url)
  await page.getByRole('region', { name: WHOLE_MAP }).waitFor({ timeout: LOADED_MS })
  return page
}

/** Sizes of the scripts in the page's HTML, and of all loaded until the map is drawn. */
async function weigh(browser: Browser, url: string, log: (line: string) => void): Promise<ResultRow[]> {
  const { html, sizes } = await scriptsOf(browser, url)
  const first = new Set(
    [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => new URL(src ?? '', url).href),
  )
  const total = (addresses: string[]) =>
    addresses.reduce((sum, address) => sum + (sizes.get(address) ?? 0), 0)
  const before = total([...sizes.keys()].filter((address) => first.has(address)))
  const all = total([...sizes.keys()])
  if (before === 0 || all <= before)
    throw new Error(`Scripts of ${before} bytes before the map, ${all} with it`)
  for (const [address, size] of sizes) {
    log(
      `  ${formatNumber(size / 1000)} KB ${first.has(address) ? 'at once' : 'later'} ${new URL(address).pathname}`,
    )
  }
  return [
    bytesRow('JavaScript before the map', before, BEFORE_MAP_BYTES),
    bytesRow('JavaScript with the map', all, WITH_MAP_BYTES),
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
  for (const [address, response] of [...scripts]) sizes.set(address, gzipSync(await response.body()).length)
  await page.close()
  return { html, sizes }
}

function bytesRow(what: string, bytes: number, limit: number): ResultRow {
  return {
    what,
    reached: `${formatNumber(bytes / 1000)} KB`,
    wanted: `≤ ${limit / 1000} KB`,
    met: bytes <= limit,
  }
}

function interactionRow(ms: readonly number[]): ResultRow {
  const worst = Math.max(...ms)
  return {
    what: `interaction to next paint while 10,000 vehicles refresh, worst of ${ms.length}`,
    reached: formatMs(worst),
    wanted: `≤ ${INTERACTION_MS} ms`,
    met: worst <= INTERACTION_MS,
  }
}
