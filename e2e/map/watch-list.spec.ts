import { expectNoAxeViolations } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { STANDING_CENTRE } from '@/e2e/support/standing-fleet'

const { lat, lng } = STANDING_CENTRE

/** A status is read every minute where no map shows the vehicle. */
const ALERTED_MS = 200_000

test('a watched vehicle shows what its record was and is, and its status is an alert', async ({
  page,
  standing: { url, service },
}) => {
  test.setTimeout(2 * ALERTED_MS)
  await page.goto(`${url}/?position=${lat},${lng}`)
  const row = page.getByRole('option', { name: /Make 2/ })
  await row.hover()
  await row.locator('[data-row-star]').click()
  await expect(page.getByRole('option', { name: /Make 2.*, watched$/ })).toBeVisible()
  await page.getByRole('option', { name: /Make 3/ }).click()
  await page.keyboard.press('w')
  await page.getByRole('tab', { name: 'Watched' }).click()
  const watched = page.getByRole('list', { name: 'Watched vehicles', exact: true })
  await expect(watched.getByRole('heading')).toHaveText([/v-2/, /v-3/])
  await page.keyboard.press('Escape')

  const readRecord = () => page.request.get(`${url}/api/vehicles/v-2`)
  const refresh = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await readRecord()
  service.answerWith(async (request, answer) => {
    const body = await (await answer(request)).json()
    for (const one of body.vehicles ?? []) if (one.id === 'v-2') one.status = 'on_trip'
    Object.assign(body.vehicle ?? {}, {
      make: 'Make Two',
      active_booking_id: 'b-1',
      driver_name: 'Grace',
    })
    return Response.json(body)
  })
  await readRecord()
  await page.keyboard.press('r')
  await refresh()
  const changes = watched.getByRole('listitem').filter({ hasText: 'v-2' }).getByRole('list')
  await expect(changes).toContainText('Make 2 → changed to Make Two')
  await expect(changes).toContainText(/Record · Active booking.*Booked since \d\d:\d\d/)
  await expect(changes).toContainText(/Driver · Name:\s*changed/)
  await expect(changes).not.toContainText('Grace')
  await watched.getByRole('button', { name: 'Show values' }).first().click()
  await expect(changes).toContainText('not reported → changed to Grace')
  const notice = page.getByRole('status').filter({ hasText: /^v-2 is/ })
  await expect(notice).toContainText('v-2 is now on trip', { timeout: ALERTED_MS })
  await expectNoAxeViolations(page)

  // It is an alert on every page.
  await page.getByRole('link', { name: 'Look up' }).click()
  await expect(page.getByRole('heading', { name: 'Look up a vehicle' })).toBeVisible()
  service.answerWith(null)
  await expect(notice).toContainText('v-2 is free again', { timeout: ALERTED_MS })

  await notice.getByRole('link', { name: 'Show' }).click()
  const card = page.getByRole('region', { name: 'Selected vehicle' })
  const star = card.getByRole('button', { name: 'Watch this vehicle' })
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await star.click()
  await page.getByRole('tab', { name: 'Watched' }).click()
  await watched.getByRole('button', { name: 'Watch this vehicle' }).last().click()
  await expect(page.getByText('No vehicles are watched')).toBeVisible()
})
