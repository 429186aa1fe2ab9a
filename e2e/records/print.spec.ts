import type { Page } from '@playwright/test'
import { manyBookings } from '@/e2e/bookings/booking-records'
import { openFile, rowOf } from '@/e2e/bookings/open-records'
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
    [...document.querySelectorAll('header, nav, input, select, .leaflet-control-zoom, main button')]
      .filter((element) => element.checkVisibility())
      // Labels that explain themselves, headers that sort and lines that unfold are texts on paper.
      .filter((element) => !element.closest('th, dt, [aria-expanded]'))
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
}

test('a table of 300 bookings is printed to its last row', async ({ page }) => {
  await openFile(page, JSON.stringify(manyBookings(300)))
  await expect(page.getByText('300 records')).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  expect(await pagesOf(page)).toBeGreaterThan(8)
  expect(await printedControls(page)).toEqual([])
  await expect(page.getByRole('row')).toHaveCount(301)
  await expect(rowOf(page, /JOB-299 .*Mill Lane/)).toBeVisible()
  await page.emulateMedia({ media: null })
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(60)
})

test('a vehicle’s record and the map with its list are printed whole', async ({ page }) => {
  await page.goto('/')
  const rows = page.getByRole('listbox').getByRole('option')
  await expect(page.getByText(/^\d{3,} vehicles$/)).toBeVisible()
  expect(await pagesOf(page)).toBeGreaterThan(2)
  expect(await printedControls(page)).toEqual([])
  await expect.poll(() => rows.count()).toBeGreaterThan(100)
  const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()))
  expect(new Set(boxes.map(({ left }) => Math.round(left))).size, 'columns of the list').toBe(2)
  const pageWidth = await page.evaluate(() => document.documentElement.clientWidth)
  expect(boxes[0].width, 'a column').toBeGreaterThan(0.4 * pageWidth)
  const overprinted = await rows.evaluateAll((all) =>
    all.filter((row) => {
      const seats = row.querySelector('[data-asked]')
      const [before, after] = [seats?.previousElementSibling, seats].map((one) => one?.getClientRects())
      const [end, start] = [before?.item(before.length - 1), after?.item(0)]
      return end && start && start.top < end.bottom && start.left < end.right - 1
    }),
  )
  expect(overprinted.length, 'seats over the status').toBe(0)
  await page.emulateMedia({ media: null })

  await page.keyboard.press('h')
  await expect(page.getByRole('region', { name: 'Replay' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const topOf = (text: string) => page.locator(text).last().boundingBox()
  const [clock, map] = [await topOf('time:visible'), await topOf('.leaflet-container')]
  expect(clock!.y + clock!.height, 'the moment is above the map').toBeLessThanOrEqual(map!.y)
  await page.emulateMedia({ media: null })

  await page.goto('/vehicles/example')
  await expect(page.getByRole('heading', { name: 'Technical' })).toBeVisible()
  expect(await pagesOf(page)).toBeGreaterThan(1)
  expect(await printedControls(page)).toEqual([])
  const { bottom, height } = await page.evaluate(() => ({
    bottom: Math.max(
      ...[...document.querySelectorAll('main section')].map((one) => one.getBoundingClientRect().bottom),
    ),
    height: document.documentElement.scrollHeight,
  }))
  expect(bottom).toBeLessThanOrEqual(height)
})
