import { expect, test } from '@/e2e/support/fixtures'
import { type Prism, startPrism } from './prism'

/*
 * Prism serves the OpenAPI document generated from the field tables, and refuses requests that it does not allow:
 * without the key, with a parameter of the wrong type, of an unknown path.
 */
let prism: Prism

test.beforeAll(async () => {
  prism = await startPrism()
})
test.afterAll(() => prism.stop())

test('every screen works with a service generated from the OpenAPI document', async ({
  page,
  startDashboard,
}) => {
  // Five screens, each with a first response.
  test.slow()
  expect((await fetch(`${prism.url}/api/beta/vehicles/example`)).status).toBe(401)
  const { url } = await startDashboard({
    SERVICE_BASE_URL: prism.url,
    SERVICE_API_KEY: 'any-key',
    KERBSIDE_AUTH: 'off',
  })

  await page.goto(url)
  await expect(page.getByText(/^1 vehicle$/)).toBeVisible()
  await page.getByRole('button', { name: / around / }).click()
  await expect(page.getByText('The record matches the specification')).toBeVisible()
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('link', { name: 'Open record' }).click()

  await expect(page).toHaveURL(/\/vehicles\/v-example$/)
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await expect(inspector.getByText('No issues')).toBeVisible()
  const status = page.getByRole('region', { name: 'Live status' })
  await expect(status.getByText('available')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Status as received', exact: true })).toBeVisible()

  await page.goto(`${url}/lookup`)
  await page.getByLabel('Our reference').fill('FLEET-7')
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Volvo V60/ })).toBeVisible()

  await page.goto(`${url}/vehicles/example`)
  await expect(inspector.getByText('No issues')).toBeVisible()

  await page.goto(`${url}/bookings/example`)
  await expect(inspector.getByText('No issues')).toBeVisible()
  await page.getByRole('button', { name: 'Compare with the vehicle’s own reference' }).click()
  await expect(inspector.getByText('The vehicle’s record has the same reference')).toBeVisible()
})
