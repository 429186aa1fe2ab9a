import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { setUpLink } from '@/e2e/support/set-up'

const storedOf = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

async function lookUp(page: Page, url: string, ourRef: string) {
  await page.goto(`${url}/lookup`)
  await page.getByLabel('One reference per line').fill(ourRef)
  await page.getByRole('button', { name: 'Look up the list' }).click()
  await expect(page.getByText('1 of 1 looked up')).toBeVisible()
  await expect.poll(() => storedOf(page)).toContain(ourRef)
}

test('signing out in one tab clears the stored references of every tab', async ({
  page,
  context,
  startDashboard,
  consoleErrors,
}) => {
  test.setTimeout(120_000)
  const { url, process } = await startDashboard({ KERBSIDE_AUTH: 'on' })
  consoleErrors.allow(/status of 40[14]/)
  await page.goto(setUpLink(process))
  await page.getByLabel('E-mail address').fill('ada@kerbside.example')
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('button', { name: 'Account of Ada' })).toBeVisible()

  const other = await context.newPage()
  await lookUp(page, url, 'KB-one')
  await lookUp(other, url, 'KB-two')
  await page.getByRole('button', { name: 'Account of Ada' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect.poll(() => storedOf(page)).not.toContain('KB-')
  // By itself, with the next question that its page asks.
  await expect(other).toHaveURL(/\/sign-in/, { timeout: 30_000 })
  await expect.poll(() => storedOf(other)).not.toContain('KB-')
})
