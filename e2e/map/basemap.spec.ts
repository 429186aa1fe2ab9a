import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { changeAnswers } from '@/e2e/support/change-answers'
import { expect, test } from '@/e2e/support/fixtures'
import { tilePng } from '@/e2e/support/tile'
import type { NearPlaces } from '@/lib/api/contract/places'
import { archiveBytes } from '@/lib/testing/maps/archive-bytes'
import {
  AVENUE,
  COAST_LATITUDE,
  STREET,
  TEST_MAP_BOUNDS,
  writeTestMap,
} from '@/lib/testing/maps/test-map'
import { colourOf, type Theme } from '@/lib/testing/tokens'
import { pointOnMap, popupOf } from './on-map'
import { playQuickStream } from './quick-stream'

const coloursOf = (theme: Theme) => ({
  land: colourOf('map-land', theme),
  water: colourOf('map-water', theme),
  // A primary road.
  street: colourOf('map-main', theme),
})
const light = coloursOf('light')
const dark = coloursOf('dark')

const crossing = `${STREET.lat},${AVENUE.lng}`
// Longer than a name. The search circle's centre is not part of the basemap.
const street = { right: 200, down: 0, width: 300 }
const avenue = { right: 0, down: 200, height: 300 }
// The page is looked at while it loads.
const early = { waitUntil: 'commit' } as const
const canvases = '.leaflet-basemap-pane canvas.leaflet-tile-loaded'

let folder = ''
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerbside-map-'))
})
test.afterAll(() => rmSync(folder, { recursive: true }))

test('a map file is painted under every map, and no other host is asked @long', async ({
  page,
  startDashboard,
  tiles,
}) => {
  const { url } = await startDashboard({
    CITY_DIR: dirname(writeTestMap(join(folder, 'map.pmtiles'))),
  })
  await page.emulateMedia({ colorScheme: 'light' })
  const answer = await page.goto(`${url}/?position=${crossing}&map=${crossing}@15`, early)
  expect(answer?.headers()['content-security-policy']).not.toMatch(/https?:/)
  await painted(page, street, light.street)
  await painted(page, avenue, light.street)
  await painted(page, { right: 150, down: 90 }, light.land)
  // Where less motion is wanted, tiles do not fade in.
  await expect(page.locator('.leaflet-container')).not.toHaveClass(/leaflet-fade-anim/)
  await expect(page.getByRole('link', { name: 'OpenStreetMap' })).toHaveAttribute(
    'href',
    /\/copyright$/,
  )

  await page.emulateMedia({ colorScheme: 'dark' })
  await painted(page, { right: 150, down: 90 }, dark.land)
  await painted(page, street, dark.street)
  await page.emulateMedia({ colorScheme: 'light' })

  // Old tiles stay until new ones are painted.
  expect(await bareFramesOfZoom(page, { right: 150, down: 90 })).toBe(0)

  // Beyond the file's last zoom the same tiles are drawn larger, as sharp as the screen;
  // the coast is where it was.
  const setPixelRatio = await screenOf(page)
  await setPixelRatio(3)
  await page.goto(`${url}/?position=${crossing}&map=${COAST_LATITUDE},-0.11@18`, early)
  await expect.poll(() => pixelRatiosOfTiles(page)).toEqual([3])
  await painted(page, { right: 90, down: 6 }, light.water)
  await painted(page, { right: 90, down: -6 }, light.land)

  await setPixelRatio(1)

  // Outside of the file: land and sea of the atlas in the same colours, and no edge.
  const [west, , , north] = TEST_MAP_BOUNDS
  await page.goto(`${url}/?position=${crossing}&map=${north},${west}@12`, early)
  await painted(page, { right: 60, down: 60 }, light.land)
  await expect(page.locator('path.map-land')).toHaveCount(2)
  const sea = await page
    .locator('.leaflet-container')
    .evaluate((map) => getComputedStyle(map).backgroundColor)
  expect(sea).toBe(rgbOf(light.water))

  const found = await page.request.get(`${url}/api/vehicles?position=${crossing}&limit=1`)
  const [vehicle] = (await found.json()).data.vehicles
  for (const path of [`/vehicles/${vehicle.id}`, '/integration/booking']) {
    await page.goto(url + path, early)
    await expect(page.locator('.leaflet-basemap-pane')).toBeAttached()
  }
  expect(tiles.requested).toEqual([])
})

test('the sea has no seams where tiles meet between whole zooms', async ({
  page,
  startDashboard,
}) => {
  const { url } = await startDashboard({
    CITY_DIR: dirname(writeTestMap(join(folder, 'map.pmtiles'))),
  })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(`${url}/?position=${crossing}&map=${COAST_LATITUDE},-0.11@15.5`, early)
  await painted(page, { right: 0, down: 100 }, light.water)
  for (const pane of ['vehicles', 'overlay'])
    await page
      .locator(`.leaflet-${pane}-pane`)
      .evaluate((element) => element.toggleAttribute('hidden', true))
  // Wider than a tile, and east of the avenue.
  const { x, y } = await pointOnMap(page, 0.5, 0.5)
  const sea = { x, y: y + 60, width: 400, height: 40 }
  await expect.poll(() => rangeOnScreen(page, sea)).toBeLessThanOrEqual(2)
})

test('a map file of pictures is shown as it is @long', async ({ page, startDashboard }) => {
  const city = join(folder, 'pictures')
  mkdirSync(city)
  const y = (1 - Math.asinh(Math.tan((STREET.lat * Math.PI) / 180)) / Math.PI) / 2
  const x = (AVENUE.lng + 180) / 360
  const z = 14
  const tile = { z, x: Math.floor(x * 2 ** z), y: Math.floor(y * 2 ** z), bytes: tilePng }
  writeFileSync(
    join(city, 'map.pmtiles'),
    archiveBytes({ tiles: [tile], tileType: 2, metadata: {} }),
  )
  const { url } = await startDashboard({ CITY_DIR: city })
  await page.goto(`${url}/?map=${crossing}@14`, early)
  const picture = page.locator(`.leaflet-tile-pane img[src$="/14/${tile.x}/${tile.y}"]`)
  await expect(picture).toHaveJSProperty('naturalWidth', 256)
})

test('without configuration the vehicles are on the streets of a city, and no other host is asked', async ({
  page,
  startDashboard,
  tiles,
}) => {
  const { url } = await startDashboard({ REFERENCE_CENTRE: '' })
  await page.emulateMedia({ colorScheme: 'light' })
  // The harbour of Montevideo is north of the middle, the old town around it.
  await page.goto(`${url}/?map=-34.9,-56.205@15&radius=3000`, early)
  // The first page of a process, which reads the city's map and streets meanwhile.
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await painted(page, { right: 0, down: -250 }, light.water)
  expect(await colourAt(page, { right: 60, down: 180 })).not.toBe(light.water)
  await sayAddresses(page, url)
  expect(tiles.requested).toEqual([])
})

/** A vehicle at a known address is said to be there, wherever its place is shown. */
async function sayAddresses(page: Page, url: string): Promise<void> {
  const lat = -34.90587
  const lng = -56.18944
  const address = 'near Av. 18 de Julio 1234'
  await expect.poll(() => indexState(page)).toBe('ready')
  // Its first vehicle is this far east of the centre, and none moves.
  const stream = await playQuickStream(page, { lat, lng: lng - 0.004 })
  await page.goto(`${url}/?position=${lat},${lng}`)
  const row = page.getByRole('option', { name: 'Make 0,' })
  const text = /^Make 0, taxi, 0 m [NESW]+, near Av. 18 de Julio 1234, available, seen \d+s ago$/
  await expect(row).toHaveAccessibleName(text)
  await expect(row).toContainText('Available')
  await expect(row).toContainText(`Taxi · ${address}`)
  await expect(
    page.getByRole('button', { name: /^1 km around Av. 18 de Julio 1234 / }),
  ).toBeVisible()
  const ground = await pointOnMap(page, 0.6, 0.3)
  await page.mouse.click(ground.x, ground.y)
  const place = popupOf(page).getByTitle(/^-?[\d.]+,-?[\d.]+$/)
  const { near } = await askNear(
    page,
    (await place.getAttribute('title'))?.split(',').map(Number) ?? [],
  )
  await expect(place).toHaveText(`near ${near[0]?.name}`)
  await page.keyboard.press('Escape')
  await row.click()
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toContainText(address)
  await expect(page.locator('[aria-live=polite]').filter({ hasText: text })).toBeAttached()
  // A record has it as the map’s text, and to be copied.
  const position = { lat, lng }
  await changeAnswers(page, '**/api/vehicles/*/status', ({ record, ...rest }) => ({
    ...rest,
    record: { ...record, position },
  }))
  const found = await page.request.get(`${url}/api/vehicles?position=${lat},${lng}&limit=1`)
  const [vehicle] = (await found.json()).data.vehicles
  await page.goto(`${url}/vehicles/${vehicle.id}`)
  await expect(
    page.getByRole('region', { name: `Map of the vehicle’s position, ${address}` }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy coordinates' })).toBeVisible()
  await page.close()
  stream.close()
}

/** The index is built from the first question on. */
async function indexState(page: Page): Promise<string> {
  return (await askNear(page, [0, 0])).index
}

function askNear(page: Page, [lat, lng]: readonly number[]): Promise<NearPlaces> {
  return page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/places/near', { method: 'POST', headers, body })
      return (await answer.json()).data
    },
    JSON.stringify({ positions: [{ lat, lng }] }),
  )
}

function rgbOf(colour: string): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
  return `rgb(${parts.join(', ')})`
}

/** Waits for a colour. */
async function painted(page: Page, patch: Patch, colour: string): Promise<void> {
  await expect.poll(() => colourAt(page, patch), { intervals: [50] }).toBe(colour)
}

/**
 * Zooms in.
 * @returns number of frames without a painted tile at a point, up to the first new one there
 */
function bareFramesOfZoom(page: Page, { right, down }: Patch): Promise<number> {
  return page.evaluate(
    async ([selector, right, down]) => {
      const map = document.querySelector('.leaflet-container')?.getBoundingClientRect() as DOMRect
      const x = map.left + map.width / 2 + right
      const y = map.top + map.height / 2 + down
      const tilesThere = () =>
        [...document.querySelectorAll<HTMLCanvasElement>(selector)].filter((tile) => {
          const { left, top, right, bottom } = tile.getBoundingClientRect()
          return tile.width > 0 && left <= x && x < right && top <= y && y < bottom
        })
      const before = new Set(tilesThere())
      document.querySelector<HTMLElement>('.leaflet-control-zoom-in')?.click()
      for (let bare = 0; ; ) {
        await new Promise(requestAnimationFrame)
        const tiles = tilesThere()
        if (tiles.length === 0) bare += 1
        if (tiles.some((tile) => !before.has(tile))) return bare
      }
    },
    [canvases, right, down] as const,
  )
}

function pixelRatiosOfTiles(page: Page): Promise<number[]> {
  return page
    .locator(canvases)
    .evaluateAll((tiles) => [
      ...new Set(
        tiles.map((tile) => (tile as HTMLCanvasElement).width / tile.getBoundingClientRect().width),
      ),
    ])
}

async function screenOf(page: Page): Promise<(deviceScaleFactor: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  return async (deviceScaleFactor) => {
    await session.send('Emulation.setDeviceMetricsOverride', {
      ...size,
      deviceScaleFactor,
      mobile: false,
    })
  }
}

/** Between the brightest and the darkest of a part of the screen, of 255. */
async function rangeOnScreen(page: Page, clip: Clip): Promise<number> {
  const bytes = [...(await page.screenshot({ clip }))]
  return page.evaluate(async (png) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(png)]))
    const { width, height } = picture
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    context.drawImage(picture, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const reds = [...data].filter((_, at) => at % 4 === 0)
    return Math.max(...reds) - Math.min(...reds)
  }, bytes)
}

interface Clip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Patch {
  /** Offset of its middle from the map's, and its size, in pixels. */
  right: number
  down: number
  width?: number
  height?: number
}

/**
 * The most frequent colour of a patch of the map, without marks on top; names
 * cover a part of a street.
 */
function colourAt(
  page: Page,
  { right, down, width = 1, height = 1 }: Patch,
): Promise<string | null> {
  return page.evaluate(
    ([selector, right, down, width, height]) => {
      const map = document.querySelector('.leaflet-container')?.getBoundingClientRect()
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const patch = canvas.getContext('2d', { willReadFrequently: true })
      if (!map || !patch) return null
      const left = map.left + map.width / 2 + right - width / 2
      const top = map.top + map.height / 2 + down - height / 2
      for (const tile of document.querySelectorAll<HTMLCanvasElement>(selector)) {
        const box = tile.getBoundingClientRect()
        patch.drawImage(tile, box.left - left, box.top - top, box.width, box.height)
      }
      const { data } = patch.getImageData(0, 0, width, height)
      const counts = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        const parts = [...data.subarray(at, at + 3)].map((part) =>
          part.toString(16).padStart(2, '0'),
        )
        const colour = `#${parts.join('')}`
        counts.set(colour, (counts.get(colour) ?? 0) + 1)
      }
      return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
    },
    [canvases, Math.round(right), Math.round(down), width, height] as const,
  )
}
