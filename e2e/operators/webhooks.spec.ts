import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { PROBLEM_TYPE_PREFIX, problemKinds } from '@/lib/api/contract/problems'

test('an address is created, delivered to and revoked, by keyboard', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/)
  await page.goto('/integration/webhooks')
  const name = page.getByLabel('Name')
  await expect(name).toBeVisible()

  await page.route('**/api/webhooks', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const type = `${PROBLEM_TYPE_PREFIX}too-many-webhooks`
    await route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { type, detail: '' },
    })
  })
  await name.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.keyboard.type('Night desk')
  await page.keyboard.press('Enter')
  await expect(page.getByText(problemKinds['too-many-webhooks'].title)).toBeVisible()
  await page.unroute('**/api/webhooks')
  await name.focus()
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'New webhook address' })
  const url = (await dialog.locator('code').first().textContent()) ?? ''
  expect(url).toMatch(new RegExp(`^${new URL(page.url()).origin}/hooks/[\\w-]{43}$`))
  await expect(dialog.getByText(`curl -i "${url}"`)).toBeVisible()
  await expectAccessible(page)
  // An address that was not copied is not lost by Escape.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
  await expect(page.getByText(url)).toHaveCount(0)

  const row = page.getByRole('row', { name: /^Night desk/ })
  await expect(row.getByRole('cell').nth(1)).toContainText('0')
  await expect(row).toContainText('Waiting for the first delivery')
  const body = '{"booking":{"id":"night-1","status":"pending","when":"now"}}'
  const deliver = (to = url) => fetch(to, { method: 'POST', body })
  expect((await deliver()).status).toBe(200)
  await expect(row.getByRole('cell').nth(2)).toContainText(/\d+s ago/)
  await expect(row.getByRole('cell').nth(1)).toHaveText(/1$/)

  await page.getByRole('button', { name: 'Revoke Night desk' }).press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Revoke “Night desk”?' })
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await confirm.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(page.getByText('“Night desk” is revoked.')).toBeFocused()
  const revoked = await deliver()
  expect(revoked.ok).toBe(false)
  expect(revoked.status).toBe((await deliver(new URL('/nowhere', url).href)).status)
  // Deliveries are kept, and the address named.
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('cell').nth(1)).toHaveText(/1$/)
})
