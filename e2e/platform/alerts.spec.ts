import { expectNoAxeViolations } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { sendRequest } from '@/e2e/support/send-request'
import { acceptLink, addSession, setUpLink } from '@/e2e/support/set-up'
import { STANDING_CENTRE, standingFleet } from '@/e2e/support/standing-fleet'

/** The rule's limit of a minute, then a sweep, a step and the stream. */
const OPENS_WITHIN_MS = 120_000

test('a vehicle that stands still is one alert on every page, leads to it, and is taken for all @long', async ({
  page,
  browser,
  startService,
  startDashboard,
}) => {
  const statuses = ['busy', 'available', 'available']
  const fleet = standingFleet(3, (index) => ({ status: statuses[index] }))
  const service = await startService({ fleet })
  const { url, process } = await startDashboard({
    ...service.env,
    KERBSIDE_AUTH: 'on',
    MAP_POSITION: `${STANDING_CENTRE.lat},${STANDING_CENTRE.lng}`,
  })
  const cookie = await acceptLink(setUpLink(process), 'ana@fleet.example', 'Ana')
  const body = { rule: 'standing-busy', isOn: true, minutes: 1 }
  await sendRequest(url, '/api/alerts/rules', { method: 'PUT', cookie, body })
  await addSession(page.context(), url, cookie)
  await page.goto(`${url}/bookings`)
  await expect(page.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^Bookings/)

  const notice = page.getByRole('status').filter({ hasText: 'v-1 is standing still' })
  await expect(notice).toBeVisible({ timeout: OPENS_WITHIN_MS })
  await expect(page).toHaveTitle(/^\(1\) Bookings/)
  await expectNoAxeViolations(page)

  const invitation = { email: 'ben@fleet.example', role: 'dispatcher' }
  const invited = await sendRequest(url, '/api/operators', {
    method: 'POST',
    cookie,
    body: invitation,
  })
  const otherCookie = await acceptLink(JSON.parse(invited.text).data.url, null, 'Ben')
  const other = await browser.newContext()
  await addSession(other, url, otherCookie)
  const second = await other.newPage()
  await second.goto(`${url}/lookup`)
  await second.getByRole('button', { name: 'Alerts: 1 open' }).click()
  const lines = second.getByRole('list', { name: 'Open alerts' }).getByRole('listitem')
  await expect(lines).toHaveText([/v-1 is standing still while busy/])

  // By itself: it covers what is under it.
  await expect(notice).toBeHidden()
  await page.locator('h1').click()
  await page.keyboard.press('a')
  const panel = page.getByRole('dialog', { name: 'Alerts' })
  await expect(panel).toBeFocused()
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'More for v-1' }).click()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'Take' })).toBeHidden()
  await panel.getByRole('button', { name: 'More for v-1' }).click()
  await panel.getByRole('button', { name: 'Take' }).click()
  await expect(panel).toContainText('taken by Ana')
  await expect(lines).toContainText(['taken by Ana'])
  await expect(page).toHaveTitle(/^Bookings/)

  await panel.getByRole('link', { name: 'Show v-1' }).click()
  const card = page.getByRole('region', { name: 'Selected vehicle' })
  await expect(card).toContainText('Make 1')
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await page.keyboard.press('a')
  await panel.getByRole('link', { name: 'Show v-1' }).click()
  await expect(card).toContainText('Make 1')

  await page.keyboard.press('a')
  await panel.getByRole('button', { name: 'Rules' }).click()
  const rules = page.getByRole('dialog', { name: 'Rules of alerts' })
  await rules.getByRole('checkbox', { name: 'A busy vehicle is standing still' }).click()
  await expect(lines).toHaveCount(0)
  await expect(second.getByText('No alert is open.')).toBeVisible()
  await other.close()
})
