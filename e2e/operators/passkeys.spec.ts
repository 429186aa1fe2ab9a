import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { sendRequest } from '@/e2e/support/send-request'
import { addSession } from '@/e2e/support/set-up'

test.use({ baseURL: ({ guarded }, use) => use(guarded.url) })

/** A device that has what passkeys need, and says yes to each question. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

test('a passkey is added, signs in, and is removed', async ({
  page,
  context,
  guarded,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/)
  // Browsers accept no number as the name of a passkey's site.
  const url = guarded.url.replace('127.0.0.1', 'localhost')
  await addSession(context, url, await guarded.enrol('Klara Dan', 'viewer'))
  await addAuthenticator(context, page)
  const signOut = async () => {
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await sessions.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL(`${url}/sign-in`)
  }
  await page.goto(`${url}/account`)
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await panel.getByLabel('Name of the new passkey').fill('Laptop')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Laptop', { exact: true })).toBeVisible()

  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(`${url}/`)

  await page.goto(`${url}/account`)
  await panel.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await expect(panel.getByText('Laptop', { exact: true })).toBeHidden()
  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Sign-in failed' })).toBeVisible()
  // Ends the virtual authenticator.
  await expectAccessible(page)
})

test('a token is shown once, answers a script, is seen by administrators, and is revoked', async ({
  page,
  guarded,
  signIn,
}) => {
  await signIn('Adele Goldstine', 'administrator')
  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'Tokens for scripts' })
  await panel.getByLabel('Name of the new token').fill('Night report')
  await panel.getByLabel('Role').selectOption('Dispatcher')
  await panel.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token' })
  const token = await dialog.getByText(/^kerbside_\w{64}$/).innerText()
  await dialog.getByRole('button', { name: 'Copy the token' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const roleOfScript = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { text } = await sendRequest(guarded.url, '/api/me', { headers })
    return JSON.parse(text).data?.operator.role
  }
  expect(await roleOfScript()).toBe('dispatcher')
  await page.goto('/operators')
  const row = page.getByRole('row', { name: 'Night report' })
  await expect(row).toContainText('adele.goldstine@fleet.example')
  await row.getByRole('button', { name: 'Revoke the token Night report' }).click()
  await expect(row).toBeHidden()
  expect(await roleOfScript()).toBeUndefined()
})
