import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { tooSmall } from '@/e2e/support/phone'
import { atRest, boxOf, middleOf } from './on-map'

test('everything to tap is 44 pixels wide and high, the sheet is collapsed, half or full, and a row leads to its record @phone', async ({
  page,
}) => {
  await page.goto('/')
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect(first).toBeVisible()
  expect(
    await tooSmall(page, 'button, select, input, nav a, [role=option], .leaflet-bar a'),
  ).toEqual([])
  const sheet = page.getByRole('complementary', { name: 'Search and list' })
  const height = async () => (await sheet.boundingBox())?.height ?? 0
  const half = await height()
  await page.getByRole('button', { name: 'Show more list' }).tap()
  await expect.poll(height).toBeGreaterThan(half * 1.8)
  await page.getByRole('button', { name: 'Show more map' }).tap()
  await expect.poll(height).toBe(half)
  await page.getByRole('button', { name: 'Show more map' }).tap()
  await expect.poll(height).toBeLessThan(60)
  await expect(first).toBeHidden()
  const line = page.getByRole('button', { name: /^1 km around / })
  await atRest(() => middleOf(line))
  const handle = await boxOf(line)
  await page.mouse.move(handle.x + 9, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x + 9, handle.y - 330, { steps: 5 })
  await page.mouse.up()
  await expect.poll(height).toBe(half)
  await expect(page.getByLabel('Radius')).toBeHidden()
  await line.tap()
  await page.getByLabel('Radius').fill('3km')
  await page.getByRole('button', { name: 'Apply' }).tap()
  await expect(page.getByRole('button', { name: /^3 km around / })).toBeVisible()
  await expect(page).toHaveURL(/radius=3000/)
  await first.tap()
  await page.getByRole('link', { name: 'Open record' }).tap()
  await expect(page.getByRole('heading', { name: 'Location', exact: true })).toBeVisible()
})

test('the sheet, a turned phone and low windows show whole rows; filters, pick-up board, saved areas and legend can be reached @phone', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expect.poll(() => countWholeRows(page), 'half sheet').toBeGreaterThanOrEqual(4)
  await page.getByRole('button', { name: 'Show more list' }).tap()
  await expect.poll(() => countWholeRows(page)).toBeGreaterThanOrEqual(10)
  const phone = page.viewportSize() ?? { width: 0, height: 0 }
  for (const [width, height, least] of [
    [844, 390, 4],
    [932, 430, 5],
    [800, 450, 5],
    [1024, 576, 8],
    [1440, 900, 13],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(() => countWholeRows(page), `${width}×${height}`)
      .toBeGreaterThanOrEqual(least)
  }
  // Text at 200 %: the rows grow with it, and nothing runs out of its row.
  const rows = page.getByRole('listbox').getByRole('option')
  const usual = await rows.nth(1).boundingBox()
  const setFontSize = (size: string) =>
    page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), size)
  await setFontSize('30px')
  await expect
    .poll(async () => (await rows.nth(1).boundingBox())?.height)
    .toBeGreaterThan((usual?.height ?? 0) * 1.5)
  const overflowing = await rows.evaluateAll(
    (all) => all.filter((row) => row.scrollHeight > row.clientHeight).length,
  )
  expect(overflowing).toBe(0)
  await setFontSize('')
  await page.setViewportSize(phone)

  await page.getByRole('button', { name: 'Filters' }).tap()
  await expect(page.getByLabel('Seats, at least')).toBeVisible()
  await page.getByRole('list', { name: 'Vehicles by status' }).getByRole('button').first().tap()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await page.getByRole('tab', { name: 'Pick-up' }).tap()
  await page.getByRole('button', { name: /^Pick-up at / }).tap()
  await expect(page.getByText(/ of [\d,]+ suitable/)).toBeVisible()
  await page.getByRole('tab', { name: 'Saved' }).tap()
  await expect(page.getByLabel('Save this view as')).toBeVisible()
  await page.getByRole('button', { name: 'Show more map' }).tap()
  await page.getByRole('button', { name: 'Layers and legend' }).tap()
  await expect(page.getByText('Trail of the selected vehicle')).toBeVisible()
})

test('the filters leave rows to work with, and the card of a vehicle nothing under it @phone', async ({
  page,
}) => {
  await page.goto('/')
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect(first).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).tap()
  await expect(page.getByLabel('Seats, at least')).toBeAttached()
  await expect.poll(() => countWholeRows(page)).toBeGreaterThanOrEqual(5)
  await page.getByRole('button', { name: 'Filters' }).tap()
  await first.tap()
  const card = page.getByRole('region', { name: 'Selected vehicle' })
  await expect(card.getByRole('link', { name: 'Open record' })).toBeVisible()
  const others = [
    page.getByRole('button', { name: 'Use my location' }),
    page.locator('.leaflet-control-scale'),
    page.locator('.leaflet-control-attribution'),
  ]
  for (const other of others)
    await expect(async () =>
      expect(overlap(await boxOf(card), await boxOf(other))).toBe(0),
    ).toPass()
})

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pixels. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** Rows that lie in the list and in the window from edge to edge. */
function countWholeRows(page: Page): Promise<number> {
  return page.getByRole('listbox').evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect()
    const lowest = Math.min(bottom, window.innerHeight)
    return [...list.querySelectorAll('[role=option]')].filter((row) => {
      const box = row.getBoundingClientRect()
      return box.top >= top - 1 && box.bottom <= lowest + 1
    }).length
  })
}
