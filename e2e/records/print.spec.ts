import type { Page } from '@playwright/test'
import { manyBookings } from '@/e2e/bookings/booking-records'
import { grid, openFile, rowOf } from '@/e2e/bookings/open-records'
import { expect, test } from '@/e2e/support/fixtures'

/** Number of pages on A4. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** The page's controls on paper, which should be none. */
async function printedControls(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header, nav, label, input, select, .leaflet-control-zoom, main button',
      ),
    ]
      .filter((element) => element.checkVisibility())
      // Labels that explain themselves, headers that sort and lines that unfold are texts on paper.
      .filter((element) => !element.closest('th, dt, [aria-expanded]'))
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
}

/**
 * Pixels of each colour on the first canvas of a pane, as the page is when it is laid out on paper.
 */
async function printedPixels(page: Page, pane: string, colours: readonly (readonly number[])[]) {
  const counted = page.evaluate(
    ([selector, wanted]) =>
      new Promise<number[]>((resolve) => {
        const count = () => {
          const canvas = document.querySelector(
            `.leaflet-${selector}-pane canvas`,
          ) as HTMLCanvasElement
          const context = canvas.getContext('2d') as CanvasRenderingContext2D
          const pixels = new Uint32Array(
            context.getImageData(0, 0, canvas.width, canvas.height).data.buffer,
          )
          const opaque = wanted.map(([red = 0, green = 0, blue = 0]) =>
            pixels.reduce(
              (sum, pixel) =>
                sum + Number(pixel === (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0),
              0,
            ),
          )
          resolve(opaque)
        }
        window.addEventListener('beforeprint', count, { once: true })
      }),
    [pane, colours] as const,
  )
  await page.pdf({ format: 'A4' })
  return counted
}

test('a table of 300 bookings is printed to its last row @long', async ({ page }) => {
  await openFile(page, JSON.stringify(manyBookings(300)))
  await expect(page.getByText('300 bookings')).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  expect(await pagesOf(page)).toBeGreaterThan(8)
  expect(await printedControls(page)).toEqual([])
  await expect(page.getByRole('row')).toHaveCount(301)
  await expect(rowOf(page, /JOB-299 .*Mill Lane/)).toBeVisible()
  await page.emulateMedia({ media: null })
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(60)
})

test('the map of the bookings is printed below them, in light colours from the dark theme too @long', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openFile(page, JSON.stringify(manyBookings(3)))
  await expect(page.getByText('3 bookings')).toBeVisible()
  await expect(page.locator('.leaflet-journeys-pane canvas')).toBeVisible()
  const [lightAccent, darkAccent] = await printedPixels(page, 'journeys', [
    [0x14, 0x59, 0x4c],
    [0x7f, 0xd1, 0xbb],
  ])
  expect(lightAccent).toBeGreaterThan(5)
  expect(darkAccent).toBe(0)
  expect(await pagesOf(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  // Paper is narrower than the window that has room for both.
  await page.setViewportSize({ width: 700, height: 900 })
  const table = await grid(page).boundingBox()
  const map = await page.locator('.leaflet-container').boundingBox()
  expect(map!.y).toBeGreaterThanOrEqual(table!.y + table!.height)
})

test('call signs are printed dark on light, also from the dark theme @long', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.getByText(/^\d{3,} vehicles$/)).toBeVisible()
  await expect(page.getByRole('option', { name: /KB-/ }).first()).toBeVisible()
  const colours = [
    [0x10, 0x20, 0x1a],
    [0x0d, 0x13, 0x11],
  ]
  await expect
    .poll(async () => {
      const [lightText = 0, darkHalo] = await printedPixels(page, 'vehicles', colours)
      return { isLabelled: lightText > 20, darkHalo }
    })
    .toEqual({ isLabelled: true, darkHalo: 0 })
})

test('what is loading is said on paper, without placeholders or a map without vehicles @long', async ({
  page,
}) => {
  await page.route('**/api/live?*', () => {})
  await page.goto('/')
  const loading = page.getByRole('status').filter({ hasText: 'Loading vehicles' })
  await expect(loading).toBeVisible()
  await expect(page.locator('.leaflet-container')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.leaflet-container')).toBeHidden()
  await expect(loading.locator('div').first()).toBeHidden()
  await expect(loading.getByText('Loading vehicles')).toHaveCSS('position', 'static')
})

test('a vehicle’s place is printed whole with its map, and e-mail addresses break at their signs @long', async ({
  page,
  request,
}) => {
  const answer = await request.get('/api/vehicles?position=51.509865,-0.118092&limit=1')
  const { data } = await answer.json()
  await page.goto(`/vehicles/${data.vehicles[0].id}`)
  await expect(page.getByRole('heading', { name: 'Technical' })).toBeVisible()
  const live = page.getByRole('region', { name: 'Location' })
  await expect(live.locator('.leaflet-container')).toBeVisible()
  // As Settings sets it for a chosen theme.
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'dark' }))
  await expect(live).toHaveCSS('color', 'rgb(236, 238, 236)')
  await page.emulateMedia({ media: 'print' })
  await expect(live).toHaveCSS('color', 'rgb(28, 29, 27)')
  await page.setViewportSize({ width: 700, height: 900 })
  const [card, map, facts] = await Promise.all(
    [live, live.locator('.leaflet-container'), live.locator('dl')].map((one) => one.boundingBox()),
  )
  // Beside the map, or below it where that takes the width of the paper.
  const isBeside = facts!.x > map!.x + map!.width
  const isBelow = facts!.y >= map!.y + map!.height
  expect(isBeside || isBelow).toBe(true)
  expect(map!.x + map!.width).toBeLessThanOrEqual(card!.x + card!.width)
  expect(facts!.x + facts!.width).toBeLessThanOrEqual(card!.x + card!.width)
  await page.goto('/integration/vehicle')
  await expect(page.getByRole('heading', { name: 'Technical' })).toBeVisible()
  const broken = await page.locator('a[href^="mailto:"]').evaluateAll((links) =>
    links.flatMap((link) => {
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT)
      const parts: string[] = []
      while (texts.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        if (range.getClientRects().length > 1) parts.push(String(range))
      }
      return parts
    }),
  )
  expect(broken, 'words of addresses on two lines').toEqual([])
  await expect(page.locator('a[href^="mailto:"]').first()).toBeVisible()
})

test('a vehicle’s record and the map with its list are printed whole @long', async ({ page }) => {
  await page.goto('/')
  const rows = page.getByRole('listbox').getByRole('option')
  await expect(page.getByText(/^\d{3,} vehicles$/)).toBeVisible()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible()
  expect(await pagesOf(page)).toBeGreaterThan(2)
  expect(await printedControls(page)).toEqual([])
  await expect.poll(() => rows.count()).toBeGreaterThan(100)
  const boxes = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().toJSON()),
  )
  expect(new Set(boxes.map(({ left }) => Math.round(left))).size, 'columns of the list').toBe(2)
  const pageWidth = await page.evaluate(() => document.documentElement.clientWidth)
  await expect(rows.first(), 'a caption above a row stands there').toHaveCSS('position', 'relative')
  expect(boxes[0].width, 'a column').toBeGreaterThan(0.4 * pageWidth)
  const overprinted = await rows.evaluateAll((all) =>
    all.filter((row) => {
      const seats = row.querySelector('[data-asked]')
      const status = seats?.closest('p')?.previousElementSibling
      const before = status?.getClientRects()
      const after = seats?.getClientRects()
      const end = before?.item(before.length - 1)
      const start = after?.item(0)
      return end && start && start.top < end.bottom && start.left < end.right - 1
    }),
  )
  expect(overprinted.length, 'seats over the status').toBe(0)
  await page.emulateMedia({ media: null })

  await page.keyboard.press('h')
  await expect(page.getByRole('region', { name: 'Replay' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.leaflet-container')).toBeVisible()
  const topOf = (text: string) => page.locator(text).last().boundingBox()
  // The map may be another element once the first list is there.
  await expect(async () => {
    const clock = await topOf('time:visible')
    const map = await topOf('.leaflet-container')
    expect(clock!.y + clock!.height, 'the moment is above the map').toBeLessThanOrEqual(map!.y)
  }).toPass()
  await page.emulateMedia({ media: null })

  await page.goto('/integration/vehicle')
  await expect(page.getByRole('heading', { name: 'Technical' })).toBeVisible()
  expect(await pagesOf(page)).toBeGreaterThan(1)
  expect(await printedControls(page)).toEqual([])
  const { bottom, height } = await page.evaluate(() => ({
    bottom: Math.max(
      ...[...document.querySelectorAll('main section')].map(
        (one) => one.getBoundingClientRect().bottom,
      ),
    ),
    height: document.documentElement.scrollHeight,
  }))
  expect(bottom).toBeLessThanOrEqual(height)
})
