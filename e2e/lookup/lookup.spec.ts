import { expect, test } from '@/e2e/support/fixtures'
import { standingFleet } from '@/e2e/support/standing-fleet'

test('a near miss is offered, not taken, and what is found leads to the map as it was left', async ({
  page,
  standing: { url, service },
}) => {
  const lat = 51.5
  const lng = -5.1
  const references = ['KB-17', 'KB-18', 'Depot/7', 'depot/7']
  const properties = (index: number) => ({ our_ref: references[index], make: 'Toyota Prius' })
  service.show(
    standingFleet(references.length, properties, { at: { lat, lng }, prefix: 'near-miss' }),
  )
  await page.goto(`${url}/?position=${lat},${lng}&radius=5000&status=available`)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.getByRole('link', { name: 'Look up' }).click()
  const typed = 'kb\u201117 '
  await page.getByLabel('Our reference').fill(typed)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  const offered = page.getByRole('link', { name: /^KB-17/ })
  await expect(offered).toBeVisible()
  expect(new URL(page.url()).searchParams.get('our_ref')).toBe(typed)
  const asked = () =>
    service.requests.flatMap(({ url }) => new URL(url).searchParams.getAll('our_ref'))
  // Vehicles whose call signs are known are offered before.
  await expect.poll(asked).toEqual(expect.arrayContaining(['kb-17', 'KB-17']))
  expect(asked()[0]).toBe(typed)
  expect(asked().length).toBeLessThanOrEqual(7)
  await offered.click()
  await expect(page).toHaveTitle(/^(\(\d\) )?KB-17 · Look up · Kerbside$/)
  const found = page.getByRole('region', { name: /^KB-17/ })
  await expect(found.getByText('Available', { exact: true })).toBeVisible()
  await expect(found.getByText(/^Seen \d+s ago, unchanged for at least/)).toBeVisible()
  await expect(found.getByText('51.5, -5.1')).toBeVisible()
  await found.getByRole('link', { name: 'Show on map' }).click()
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toBeVisible()
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toMatchObject({
    radius: '5000',
    status: 'available',
    vehicle: 'near-miss-1',
  })
  await page.getByRole('link', { name: 'Look up' }).click()
  for (const [ourRef, id] of [
    ['Depot/7', 'near-miss-3'],
    ['depot/7', 'near-miss-4'],
  ] as const) {
    await page.getByLabel('Our reference').fill(ourRef)
    await page.getByRole('button', { name: 'Look up', exact: true }).click()
    await expect(page).toHaveTitle(`${ourRef} · Look up · Kerbside`)
    const record = page.getByRole('link', { name: 'Open record' })
    await expect(record).toHaveAttribute('href', `/vehicles/${id}`)
  }
  await page.getByRole('link', { name: 'Open record' }).click()
  await expect(page).toHaveTitle(/depot\/7.*Toyota Prius/)
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(page).toHaveTitle(/^(\(\d\) )?Bookings · Kerbside$/)
  await expect(page.locator('head > title')).toHaveCount(1)
})

test('a number and a plate lead to the vehicles that Kerbside has read', async ({ page }) => {
  const lookUp = (ourRef: string) =>
    page.goto(`/lookup?${new URLSearchParams({ our_ref: ourRef })}`)
  await lookUp('KB-17')
  const found = page.getByRole('heading', { name: /^KB-17/ })
  await expect(found).toBeVisible()
  await expect(page).toHaveTitle(/^(\(\d\) )?KB-17 · Look up · Kerbside$/)
  // Spaces that repeat are one in a title, which is set again when the head changes.
  await lookUp(' a  b ')
  const title = page.locator('head > title')
  for (let times = 0; times < 2; times++) {
    await expect.poll(() => page.evaluate(() => document.title)).toBe('a b · Look up · Kerbside')
    await title.evaluate((element) => {
      element.textContent = 'Look up'
    })
  }
  await expect.poll(() => page.evaluate(() => document.title)).toBe('a b · Look up · Kerbside')
  await expect(page.getByText(/plate or part of a call sign/)).toBeVisible()
  await lookUp('17')
  const offered = page.getByRole('link', { name: /^KB-17(?!\d)/ })
  await expect(offered).toBeVisible()
  const plate = ((await offered.textContent()) ?? '').slice('KB-17'.length)
  expect(plate).toMatch(/\S/)
  await lookUp(plate)
  await offered.click()
  await expect(found).toBeVisible()
})

test('a reference that begins as a count of alerts does titles the tab as it is', async ({
  page,
}) => {
  await page.goto('/lookup?our_ref=(2)%20x')
  await expect(page).toHaveTitle(/^\(2\) x · /)
  // Nothing found is no failure.
  const empty = page.getByRole('status').filter({ hasText: 'We searched for exactly: (2)' })
  await expect(empty).toContainText('The service has no vehicle with this reference')
  await expect(empty).toContainText('Check capitals, spaces')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})
