import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { boxOf } from './on-map'

const firstRow = (page: Page) => page.getByRole('listbox').getByRole('option').first()

test('two bands stand above the first vehicle, which a wide window shows at once', async ({
  page,
}) => {
  await page.goto('/')
  await expect(firstRow(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible()
  await expect.poll(async () => (await boxOf(firstRow(page))).y).toBeLessThanOrEqual(160)
  const tabs = page.getByRole('tablist', { name: 'Panel' })
  const hidden = await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)
  expect(hidden, 'pixels of six tabs beyond their band').toBeLessThanOrEqual(0)
})

test('a second line that is too long ends with an ellipsis after a word @phone', async ({
  page,
}) => {
  await page.goto('/')
  await expect(firstRow(page)).toBeVisible()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '30px'))
  const lines = page.getByRole('listbox').getByRole('option').locator('p')
  const endings = () =>
    lines.evaluateAll((all) =>
      all
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight * 1.5)
        // The first line leaves out whole what it has no room for.
        .filter((line) => getComputedStyle(line).flexWrap !== 'wrap')
        .map((line) => getComputedStyle(line).webkitLineClamp),
    )
  await expect.poll(async () => [...new Set(await endings())]).toEqual(['1'])
})

test('on a phone the first vehicle is close under the edge of the sheet @phone', async ({
  page,
}) => {
  await page.goto('/')
  await expect(firstRow(page)).toBeVisible()
  const sheet = page.getByRole('complementary', { name: 'Search and list' })
  await expect
    .poll(async () => (await boxOf(firstRow(page))).y - (await boxOf(sheet)).y)
    .toBeLessThanOrEqual(120)
})

test('nothing of the toolbar moves when what it opens is shown, and the legend opens when asked only', async ({
  page,
}) => {
  await page.goto('/')
  await expect(firstRow(page)).toBeVisible()
  const open = page.getByRole('button', { name: 'Layers and legend' })
  const places = () =>
    Promise.all(
      ['Use my location', 'Layers and legend', 'Replay', 'Keyboard shortcuts', 'Zoom in'].map(
        (name) => boxOf(page.getByRole('button', { name, exact: true })),
      ),
    )
  await expect(page.getByRole('button', { name: 'Replay', exact: true })).toBeVisible()
  const legend = page.getByRole('region', { name: 'Layers and legend' })
  await expect(legend).toHaveCount(0)
  const before = await places()
  await open.click()
  await expect(legend).toBeVisible()
  await legend.getByRole('checkbox', { name: 'Show the wait map' }).check()
  await expect(page.getByRole('region', { name: 'Wait map' })).toBeVisible()
  expect(await places()).toEqual(before)
  await open.click()
  await expect(legend).toHaveCount(0)
})
