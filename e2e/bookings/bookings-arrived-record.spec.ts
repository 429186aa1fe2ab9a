import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import { arrived, createAddress } from './arrived-bookings'
import { rowOf } from './open-records'

/**
 * Two statuses of which the second was received after the first, so that a
 * delivery differs by them.
 */
function firstChange({ statuses }: ArrivedBooking): readonly [string, string] | null {
  const [first, second, ...later] = statuses
  if (!first?.status || !second?.status || second.receivedAt <= first.receivedAt) return null
  return later.every(({ receivedAt }) => receivedAt > second.receivedAt)
    ? [first.status, second.status]
    : null
}

/** Delivers a text in which there is no booking. */
async function deliverUnreadable(
  request: APIRequestContext,
  text: string,
  baseURL = '',
): Promise<void> {
  const address = await createAddress(baseURL, 'The night shift')
  expect((await request.post(address, { data: text })).status()).toBe(200)
  const shown = async () => (await request.get('/api/webhooks/unrecognised')).text()
  await expect.poll(shown).toContain(text)
}

test('a delivery that is not recognised is counted beside the list, and shown as it came', async ({
  page,
  request,
  baseURL,
}) => {
  const unreadable = `no booking ${Date.now()}`
  await deliverUnreadable(request, unreadable, baseURL)
  await page.goto('/bookings?source=all')
  // Counted every 5 s.
  await page.getByRole('link', { name: /deliver(y|ies) not recognised/ }).click()
  await expect(page.getByRole('heading', { name: 'Unrecognised deliveries' })).toBeVisible()
  const item = page.getByRole('listitem').filter({ hasText: 'To “The night shift”' }).first()
  await expect(item).toContainText('Unreadable')
  await item.getByText('Technical').click()
  await expect(item.getByRole('region', { name: 'Body as it came' })).toHaveText(unreadable)
})

test('an arrived booking shows its deliveries, what differs and its vehicle, and leads back to its row', async ({
  page,
  request,
}) => {
  await page.goto('/bookings?source=all')
  const chosen = (await arrived(request)).find(
    (one) => one.record && one.ourRef && firstChange(one),
  )
  const [from, to] = (chosen && firstChange(chosen)) ?? []
  const search = page.getByLabel('Search the bookings')
  await search.fill(chosen?.id ?? '')
  await rowOf(page, `${chosen?.ourRef}`).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: chosen?.ourRef ?? '' })).toBeVisible()
  // The number of open alerts may come first.
  const title = `Booking ${chosen?.ourRef} · Kerbside`
  await expect.poll(async () => (await page.title()).endsWith(title)).toBe(true)
  const deliveries = page.getByRole('list', { name: 'Deliveries, the newest first' })
  await expect(
    deliveries
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`Status: ${from}.*${to}`.replaceAll('_', ' '), 'i') })
      .first(),
  ).toBeVisible()
  const first = deliveries.locator(':scope > li').last()
  await first.getByText('Technical').click()
  await expect(first.getByRole('region', { name: 'Body as it came' })).toContainText(
    `${chosen?.id}`,
  )
  await expect(
    page.getByRole('link', { name: `Vehicle ${chosen?.vehicleOurRef}` }),
  ).toHaveAttribute('href', `/vehicles/${chosen?.vehicleId}`)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(search).toHaveValue(chosen?.id ?? '')
  await expect(rowOf(page, `${chosen?.ourRef}`)).toHaveAttribute('aria-selected', 'true')
})
