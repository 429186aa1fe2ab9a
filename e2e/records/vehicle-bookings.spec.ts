import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '@/e2e/support/accessibility'
import { changeAnswers } from '@/e2e/support/change-answers'
import { expect, test } from '@/e2e/support/fixtures'
import { STANDING_CENTRE } from '@/e2e/support/standing-fleet'

const MAP = `/?position=${STANDING_CENTRE.lat},${STANDING_CENTRE.lng}&vehicle=v-6`

/** Delivers bookings of v-6 to a new webhook address, the first the oldest. */
async function deliver(page: Page, url: string, bookings: readonly object[]): Promise<void> {
  const headers = { origin: url }
  const made = await page.request.post(`${url}/api/webhooks`, { headers, data: { name: 'Test' } })
  const { data: address } = await made.json()
  for (const booking of bookings) {
    const answer = await page.request.post(address.url, {
      data: { booking: { vehicle_id: 'v-6', ...booking } },
    })
    expect(answer.status()).toBe(200)
  }
  const arrived = async () => {
    const answer = await page.request.get(`${url}/api/vehicles/v-6/bookings`)
    return (await answer.json()).data.bookings.length
  }
  await expect.poll(arrived).toBe(bookings.length)
}

test('a vehicle leads to its arrived bookings, on the map and in its record, and they lead back', async ({
  page,
  context,
  standing,
}) => {
  await deliver(page, standing.url, [
    { id: 'linked-1', our_ref: 'JOB-1', status: 'under way', when: 'now' },
    { id: 'linked-2', our_ref: 'JOB-2', status: 'done', when: 'now' },
  ])
  const card = page.getByRole('region', { name: 'Selected vehicle' })
  await page.goto(`${standing.url}/?position=0,0&vehicle=v-6`)
  await expect(card).toContainText('Outside the searched circle.')
  await expect(card).toContainText('Last booking JOB-2, done')
  await page.goto(standing.url + MAP)
  await expect(card).toContainText('Last booking JOB-2, done · 1 more in its record')
  await card.getByRole('link', { name: 'JOB-2' }).click()
  await expect(page.getByRole('heading', { name: 'JOB-2' })).toBeVisible()

  // Of an active booking that has not arrived the id is all there is.
  let activeBookingId = 'linked-9'
  await changeAnswers(context, '**/api/vehicles/v-6', ({ record, raw, ...rest }) => ({
    ...rest,
    record: { ...record, active_booking_id: activeBookingId },
    raw: { ...raw, active_booking_id: activeBookingId },
  }))
  await page.getByRole('link', { name: 'Vehicle v-6' }).click()
  await expect(page).toHaveURL(/\/vehicles\/v-6$/)
  const arrived = page.getByRole('region', { name: 'Bookings', exact: true })
  await expect(arrived.getByRole('listitem')).toHaveText([/^JOB-2, done/, /^JOB-1, under way/])
  const record = page.getByRole('region', { name: 'Record' })
  await expect(record).toContainText('linked-9')
  await expect(record.getByRole('link', { name: 'linked-9' })).toHaveCount(0)

  activeBookingId = 'linked-1'
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(arrived.getByRole('listitem')).toHaveText([
    /^JOB-1, under way ?Active/,
    /^JOB-2, done/,
  ])
  await expectNoAxeViolations(page)
  await record.getByRole('link', { name: 'linked-1' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'JOB-1' })).toBeVisible()
})
