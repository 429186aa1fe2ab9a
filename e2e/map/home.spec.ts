import { createAddress } from '@/e2e/bookings/arrived-bookings'
import { expect, test } from '@/e2e/support/fixtures'
import { sendRequest } from '@/e2e/support/send-request'
import { distance, middleOf, parameterOf } from './on-map'

test('a closed pick-up and the key 0 lead back to the home area, from another page too', async ({
  page,
  standing: { url },
}) => {
  await page.goto(`${url}/?position=51.5004,-0.1003&radius=700&panel=pickup`)
  await expect(page.getByText(/^Visiting /)).toBeVisible()
  await page.getByRole('combobox', { name: 'Pick-up point' }).fill('51.502,-0.102')
  await page.keyboard.press('Enter')
  await expect.poll(() => parameterOf(page, 'position')).toBe('51.502,-0.102')
  await expect.poll(() => parameterOf(page, 'before')).toBe('51.5004,-0.1003,700')
  await page.getByRole('button', { name: 'Close the pick-up board' }).click()
  await expect.poll(() => parameterOf(page, 'position')).toBe('51.5004,-0.1003')
  expect(parameterOf(page, 'radius')).toBe('700')
  expect(parameterOf(page, 'before')).toBeNull()

  // The pick-up again, as it was.
  await page.locator('.leaflet-container').focus()
  await page.keyboard.press('u')
  await expect.poll(() => parameterOf(page, 'pickup')).toBe('51.502,-0.102')
  expect(parameterOf(page, 'position')).toBe('51.502,-0.102')

  await page.getByRole('button', { name: 'Back to home' }).click()
  await expect.poll(() => parameterOf(page, 'position')).toBeNull()
  expect(parameterOf(page, 'pickup')).toBeNull()
  await expect(page.getByText(/^Visiting /)).toBeHidden()
  const centre = await middleOf(page.locator('.map-centre'))
  const map = await middleOf(page.locator('.leaflet-container'))
  expect(distance(centre, map)).toBeLessThan(60)

  await page.goto(`${url}/lookup`)
  // The field has the focus, where 0 is a digit.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('0')
  await expect(page).toHaveURL(`${url}/`)
  await expect(page).toHaveTitle(/1 km around 51\.51, -0\.118 · Kerbside$/)
})

test('an area becomes the home area of the desk by its name, in every browser', async ({
  page,
  browser,
  startService,
  startDashboard,
}) => {
  const service = await startService()
  const { url } = await startDashboard(service.env)
  await page.goto(`${url}/?position=51.51,-0.12&radius=2000`)
  await page.getByRole('button', { name: /^2 km around/ }).click()
  await page.getByRole('button', { name: 'Make this the home area' }).click()
  await page.getByLabel('Name').fill('Strand')
  await page.getByRole('button', { name: 'Make it the home area' }).click()
  await expect.poll(() => parameterOf(page, 'position')).toBeNull()
  await expect(page).toHaveTitle(/2 km around Strand · Kerbside$/)

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(url)
  await expect(other).toHaveTitle(/2 km around Strand · Kerbside$/)
  const box = await other.locator('.map-centre').boundingBox()
  expect(box).not.toBeNull()
  await other.goto(`${url}/?position=51.52,-0.12`)
  await expect(other.getByRole('button', { name: 'Back to Strand' })).toBeVisible()
  await context.close()
})

test('the last change of filters or of a star is taken back by u and by the toolbar', async ({
  page,
  standing: { url },
}) => {
  await page.goto(`${url}/?position=51.5,-0.1&radius=5000`)
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeDisabled()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(8)
  await options.first().click()
  await page.keyboard.press('w')
  const star = page.getByRole('button', { name: 'Watch this vehicle' })
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await undo.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await expect(undo).toBeDisabled()
})

test('the notice of an alert leaves the way back home free', async ({
  page,
  startService,
  startDashboard,
}) => {
  const service = await startService()
  const { url } = await startDashboard(service.env)
  const address = new URL(await createAddress(url, 'Bookings'))
  await page.goto(`${url}/?position=51.51,-0.12&radius=2000`)
  const back = page.getByRole('button', { name: 'Back to home' })
  await expect(back).toBeVisible()
  const booking = { id: 'b-1', our_ref: 'JOB-1', status: 'failed', error: 'Card declined' }
  await sendRequest(url, address.pathname, { method: 'POST', body: { booking } })
  await expect(page.getByRole('status').filter({ hasText: 'JOB-1 failed' })).toBeVisible()
  // Playwright refuses to click what is covered.
  await back.click({ timeout: 30_000 })
  await expect.poll(() => parameterOf(page, 'position')).toBeNull()
  await expect(page.getByRole('status').filter({ hasText: 'JOB-1 failed' })).toBeVisible()
})
