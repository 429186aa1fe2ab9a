import { readFile } from 'node:fs/promises'
import { expectAccessible } from '@/e2e/support/accessibility'
import { emailOf, expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { sendRequest } from '@/e2e/support/send-request'
import { PASSWORD } from '@/e2e/support/set-up'
import { problemKinds } from '@/lib/api/contract/problems'
import { openOtherBrowser, refuse } from './operator-pages'

test.use({ baseURL: ({ guarded }, use) => use(guarded.url) })

test('an operator is invited: the link is shown once, and the form is cleared only then', async ({
  page,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 4(09|10)/)
  await signIn('Ida Rhodes', 'administrator')
  await page.goto('/operators')
  const email = page.getByLabel('E-mail')
  await email.fill('nobody')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('Enter an e-mail address')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill(emailOf('Ida Rhodes'))
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(problemKinds['operator-exists'].title)).toBeVisible()
  await expect(email).toHaveValue(emailOf('Ida Rhodes'))
  await email.fill('barbara@fleet.example')
  const role = page.getByLabel('Role', { exact: true })
  await role.focus()
  await role.selectOption('Viewer')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invitation link' })
  const link = dialog.getByText(/^http:.*\/invitation#[\w-]{43}$/)
  await expect(link).toBeVisible()
  await expect(dialog.getByText('It won’t be shown again.')).toBeVisible()
  // A link that was not copied is not lost by Escape, pressed twice, or a click beside it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  const first = await link.textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/\/invitation#/)).toHaveCount(0)
  await expect(email).toHaveValue('')
  const row = page.getByRole('row', { name: /barbara@fleet\.example Viewer/ })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'New link for barbara@fleet.example' }).click()
  await expect(link).toBeVisible()
  expect(await link.textContent()).not.toBe(first)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('button', { name: 'Revoke the invitation for barbara@fleet.example' })
    .click()
  await expect(row).toHaveCount(0)
  await page.goto(first ?? '')
  await expect(page.getByText(problemKinds['link-ended'].title)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test('a role changes by its button, not while it is chosen; a refusal leaves what was chosen', async ({
  page,
  guarded,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of (409|503)/)
  await guarded.enrol('Jean Sammet', 'dispatcher')
  await signIn('Lois Haibt', 'administrator')
  const sent: string[] = []
  page.on(
    'request',
    (request) => void (request.url().includes('/admin/') && sent.push(request.url())),
  )
  await page.goto('/operators')
  const role = page.getByLabel('Role of Jean Sammet')
  await role.focus()
  await role.selectOption('Administrator')
  await refuse(page, '**/api/auth/admin/*', 'store-unreachable')
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const failure = page
    .getByRole('alert')
    .filter({ hasText: problemKinds['store-unreachable'].title })
  await expect(failure).toBeVisible()
  await expect(role).toHaveValue('administrator')
  await page.unroute('**/api/auth/admin/*')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(failure).toBeHidden()
  await expect(role).toBeFocused()
  await page.reload()
  await expect(role).toHaveValue('administrator')

  const disable = async () => {
    await page.getByRole('button', { name: 'Disable Jean Sammet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  }
  await refuse(page, '**/api/auth/admin/*', 'last-administrator')
  await disable()
  // Set left in a cell whose buttons are on the right.
  const refusal = page.getByRole('cell').getByRole('alert')
  await expect(refusal.getByText(problemKinds['last-administrator'].title)).toHaveCSS(
    'text-align',
    'left',
  )
  await page.unroute('**/api/auth/admin/*')
  await disable()
  await page.getByRole('button', { name: 'Enable Jean Sammet' }).click()
  await expect(page.getByRole('button', { name: 'Disable Jean Sammet' })).toBeVisible()
})

test('giving up one’s own role needs a confirmation, and then hides the page', async ({
  page,
  signIn,
}) => {
  await signIn('Ruth Teitelbaum', 'administrator')
  await page.goto('/operators')
  await page.getByLabel('Role of Ruth Teitelbaum').selectOption('Dispatcher')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Make yourself dispatcher?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByRole('button', { name: 'Change my role' }).click()
  await expect(page.getByText('You are signed in as dispatcher.')).toBeVisible()
  await page.getByRole('button', { name: 'Account of Ruth Teitelbaum' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Operators' })).toHaveCount(0)
})

test('an operator is unlocked, sets a new password by a link, and is deleted', async ({
  page,
  browser,
  guarded,
  signIn,
}) => {
  await guarded.enrol('Grace Hopper', 'dispatcher')
  await signIn('Kay McNulty', 'administrator')
  await page.goto('/operators')
  // One's own account is on the account page.
  await expect(page.getByRole('button', { name: 'More for Kay McNulty' })).toHaveCount(0)
  const more = () => page.getByRole('button', { name: 'More for Grace Hopper' }).click()
  await more()
  const dialog = page.getByRole('dialog', { name: 'Account of Grace Hopper' })
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(dialog.getByText('Unlocked.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  const shown = page.getByRole('dialog', { name: 'Reset link' })
  const link = await shown.getByText(/\/reset-password#[\w-]{43}$/).textContent()
  await shown.getByRole('button', { name: 'Done' }).click()

  const grace = await openOtherBrowser(browser)
  await grace.goto(link ?? '')
  await expect(grace.getByText(`For Grace Hopper, ${emailOf('Grace Hopper')}.`)).toBeVisible()
  const password = grace.getByLabel('New password', { exact: true })
  const fill = async (text: string) => {
    await password.fill(text)
    await grace.getByLabel('Confirm new password').fill(text)
  }
  await fill('grace.hopper')
  await grace.keyboard.press('Enter')
  await expect(password, 'a refused password has the focus').toBeFocused()
  await fill(`${PASSWORD}, again`)
  await expectAccessible(grace)
  await grace.keyboard.press('Enter')
  await expect(grace.getByRole('button', { name: 'Account of Grace Hopper' })).toBeVisible()
  await grace.context().close()

  await more()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Grace Hopper?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toHaveCount(0)
})

test('the audit log has filters in the address, pages, and a CSV with the same filters', async ({
  page,
  guarded: { url },
  signIn,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 503/)
  const cookie = await signIn('Adele Goldberg', 'administrator')
  for (let rows = 1; rows <= 120; rows++)
    await sendRequest(url, '/api/audit/export', {
      method: 'POST',
      cookie,
      body: { subject: 'list', rows },
    })
  await page.goto('/audit?operator=adele&action=export')
  await expect(page.getByText('100 entries so far')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('list: 120 rows')
  await refuse(page, '**/api/audit?*', 'store-unreachable')
  await page.getByRole('button', { name: 'Load older' }).click()
  await expect(page.getByText(problemKinds['store-unreachable'].title)).toBeVisible()
  await expect(page.getByText('100 entries so far')).toBeVisible()
  await page.unroute('**/api/audit?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('120 entries', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load older' })).toHaveCount(0)
  await page.getByLabel('Subject').fill('list: 11')
  await page.getByLabel('Action').selectOption('Export')
  await page.getByLabel('From', { exact: true }).fill('2024-07-01T13:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(
    /\?operator=adele&action=export&subject=list:\+11&from=2024-07-01T12:00:00Z$/,
  )
  await expect(page.getByText('11 entries', { exact: true })).toBeVisible()
  const csv = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await readFile(await (await csv).path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(
    12,
  )
  await goBack(page)
  await expect(page.getByLabel('Subject')).toHaveValue('')
  await page.goForward()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2024-07-01 13:00')
  await page.getByLabel('Subject').fill('nothing like it')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No entries match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(`${url}/audit`)
  await expect(page.getByText('100 entries so far')).toBeVisible()
})

test('where sign-in is disabled there is no account, and the pages say so', async ({
  page,
  dashboard,
}) => {
  for (const path of ['/operators', '/audit', '/account']) {
    await page.goto(dashboard.url + path)
    await expect(page.getByText('Sign-in is switched off')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0)
  }
})

test('operators, audit and account are accessible @long', async ({ page, guarded, signIn }) => {
  // Seven views, each examined in light, in dark, and on a phone.
  test.slow()
  const long = 'Augusta Ada King Countess of Lovelace of the North West Dispatching'
  await guarded.enrol(long, 'viewer')
  await signIn('Betty Holberton', 'administrator')
  await page.goto('/operators')
  await page.getByLabel(`Role of ${long}`).selectOption('Dispatcher')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Disable ${long}` }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `More for ${long}` }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('E-mail').fill('marlyn@fleet.example')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/audit')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Account of Betty Holberton' }).click()
  await expectAccessible(page)
  await page.goto('/audit?operator=nobody-here')
  await expect(page.getByText('No entries match these filters')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await expectAccessible(page)
})
