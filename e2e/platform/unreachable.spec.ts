import { expect, test } from '@/e2e/support/fixtures'

// Row 3 of the table of faults: the address has this fault, so it is there from the start.
test('a service whose port speaks no TLS shows the reason, never an empty list', async ({
  page,
  startService,
  startDashboard,
  consoleErrors,
}) => {
  const service = await startService()
  const address = service.env.SERVICE_BASE_URL.replace('http:', 'https:')
  const { url } = await startDashboard({ ...service.env, SERVICE_BASE_URL: address })
  consoleErrors.allow(/status of 50[234]/)
  await page.goto(url)
  const alert = page
    .locator('main')
    .getByRole('alert')
    .filter({ hasText: 'No secure connection to the service' })
  await expect(alert).toContainText('Contact your administrator')
  await expect(page.getByText(/No vehicle|0 vehicles/)).toBeHidden()
  await page.goto(`${url}/vehicles/example`)
  await expect(alert).toBeVisible()
  expect(service.requests).toEqual([])
})
