import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { STANDING_CENTRE } from '@/e2e/support/standing-fleet'

const notice = (page: Page) =>
  page.getByText('This page stays open. Click again once the connection is back.')
const rows = (page: Page) => page.getByRole('listbox').getByRole('option')

test('without Kerbside a click keeps the map, and works once it answers @long', async ({
  page,
  standing,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|status of 502/)
  // Vehicles that stand still: a double-click on a row that moves would be one on another.
  await page.goto(`${standing.url}/?position=${STANDING_CENTRE.lat},${STANDING_CENTRE.lng}`)
  await rows(page).nth(2).click()
  const record = page.getByRole('link', { name: 'Open record' })
  await expect(record).toBeVisible()
  const url = page.url()
  const map = page.getByRole('region', { name: /^Map of [1-9]\d* vehicles/ })
  const isKept = async () => {
    await expect(notice(page)).toBeVisible()
    expect(page.url()).toBe(url)
    await expect(map).toBeVisible()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5)
    await page.getByRole('button', { name: 'Dismiss the notice' }).click()
    await expect(notice(page)).toBeHidden()
  }

  await page.context().setOffline(true)
  await record.click()
  await isKept()
  await page.getByRole('link', { name: 'Look up' }).click()
  await isKept()
  await page.getByRole('listbox').getByRole('option', { selected: true }).dblclick()
  await isKept()
  await page.context().setOffline(false)

  // A proxy in front of a stopped Kerbside answers in its place.
  await page.route('**', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await record.click()
  await expect(notice(page)).toBeVisible()
  expect(page.url()).toBe(url)
  await page.unroute('**')
  await record.click()
  await expect(page).toHaveURL(/\/vehicles\//)
  await expect(page.getByRole('heading', { name: 'Driver' })).toBeVisible()
  await expect(notice(page)).toBeHidden()
})
