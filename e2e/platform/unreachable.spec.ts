import { expect, test } from '@/e2e/support/fixtures'

/*
 * Rows 2 and 3 of the table of faults: a name that does not resolve and no secure connection are faults of the address,
 * so they are there from the start.
 */

const cases = [
  { what: 'name does not resolve', title: 'Service unreachable', advice: 'Kerbside keeps trying' },
  {
    what: 'port speaks no TLS',
    title: 'No secure connection to the service',
    advice: 'Contact your administrator',
  },
]

for (const { what, title, advice } of cases) {
  test(`a service whose ${what} shows the reason, never an empty list`, async ({
    page,
    startService,
    startDashboard,
    consoleErrors,
  }) => {
    const service = await startService()
    const baseUrl = what.startsWith('name')
      ? 'https://no-such-host.invalid'
      : service.env.SERVICE_BASE_URL.replace('http:', 'https:')
    const { url } = await startDashboard({ ...service.env, SERVICE_BASE_URL: baseUrl })
    consoleErrors.allow(/status of 50[234]/)
    await page.goto(url)
    const alert = page.locator('main').getByRole('alert').filter({ hasText: title })
    await expect(alert).toContainText(advice)
    await expect(page.getByText(/No vehicle|0 vehicles/)).toBeHidden()
    await page.goto(`${url}/vehicles/example`)
    await expect(page.locator('main').getByRole('alert').filter({ hasText: title })).toBeVisible()
    expect(service.requests).toEqual([])
  })
}
