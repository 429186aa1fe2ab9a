import { expect, test } from '@/e2e/support/fixtures'

test.use({ baseURL: ({ guarded }, use) => use(guarded.url) })

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
]

test('the whole menu is on the screen at every size, and a viewer is offered nothing refused', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  await signIn('Fran Bilas', 'viewer')
  await page.goto('/bookings')
  const menu = page.getByRole('navigation', { name: 'Pages' })
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const name of ['Vehicles', 'Look up', 'Bookings', 'Integration'])
      await expect(menu.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    const overflow = await page
      .locator('header')
      .evaluate((header) => header.scrollWidth - header.clientWidth)
    expect(overflow, `pixels cut off at ${size.width}`).toBe(0)
  }
  await expect(
    page.getByText('Bookings received by webhook are not shown to viewers'),
  ).toBeVisible()

  await page.locator('h1').click()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toContainText('In the list: open the selected booking')
  await page.keyboard.press('Escape')
  await page.getByLabel('Records as JSON').pressSequentially('?')
  await expect(keys).toBeHidden()
  await page.keyboard.press('Escape')

  await page.goto('/integration')
  const tabs = page.getByRole('navigation', { name: 'Integration' }).getByRole('link')
  const forViewers = ['Specification', 'Observations', 'Kerbside API', 'Example vehicle']
  await expect(tabs).toHaveText(forViewers)

  consoleErrors.allow(/status of 404/)
  await page.goto('/vehicles/v-7?from=2026-05-01T15:00:00.000Z&to=2026-05-01T16:00:00.000Z')
  await expect(page.getByText('The service has no vehicle with the id')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Where it was' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Where was it?' })).toHaveCount(0)
})

test('administrators find the webhook addresses under Integration; a dispatcher gets no page of them', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('Marlyn Meltzer', 'administrator')
  await page.goto('/integration')
  await page.getByRole('link', { name: 'Webhook addresses' }).click()
  await expect(page.getByRole('row', { name: /^Demo data/ })).toBeVisible()

  await page.goto('about:blank')
  await context.clearCookies()
  await signIn('Joan Clarke', 'dispatcher')
  await page.goto('/integration/webhooks')
  await expect(page.getByText('You are signed in as dispatcher.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create address' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Example booking' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Webhook addresses' })).toHaveCount(0)
})
