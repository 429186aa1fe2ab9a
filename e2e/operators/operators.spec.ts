import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { takePictures } from '@/e2e/support/screenshots'
import { problemKinds } from '@/lib/contract/problems'
import { answerAboutOperators, LINK_SECRET } from './operator-answers'

test('an operator is invited: the link is shown once, and the form is cleared only then', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/)
  await answerAboutOperators(context)
  await page.goto('/operators')
  const email = page.getByLabel('E-mail')
  await email.fill('nobody')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('Enter an e-mail address')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('ada@fleet.example')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(problemKinds['operator-exists'].title)).toBeVisible()
  await expect(email).toHaveValue('ada@fleet.example')
  await email.fill('barbara@fleet.example')
  const role = page.getByLabel('Role', { exact: true })
  await role.focus()
  await role.selectOption('Viewer')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invitation link' })
  await expect(dialog.getByText(/^https:\/\/kerbside\.example\/invitation#\w+$/)).toBeVisible()
  await expect(dialog.getByText('It won’t be shown again.')).toBeVisible()
  // A link that was not copied is not lost by Escape, pressed twice, or a click beside it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/kerbside\.example\/invitation/)).toHaveCount(0)
  await expect(email).toHaveValue('')
  await expect(page.getByRole('row', { name: /barbara@fleet\.example Viewer/ })).toBeVisible()
})

test('an invitation is made again, and revoked', async ({ page, context }) => {
  await answerAboutOperators(context)
  await page.goto('/operators')
  await page.getByRole('button', { name: 'New link for edsger@fleet.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitation link' })
  await expect(dialog.getByText(/^https:\/\/kerbside\.example\/invitation#\w+$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke the invitation for edsger@fleet.example' }).click()
  await expect(page.getByText('No pending invitations.')).toBeVisible()
})

test('a role changes by its button, not while it is chosen; a refusal leaves what was chosen', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of (409|503)/)
  const state = await answerAboutOperators(context)
  await page.goto('/operators')
  const role = page.getByLabel('Role of Grace Hopper')
  await role.focus()
  await role.selectOption('Administrator')
  expect(state.requests.filter((request) => request.startsWith('PATCH'))).toEqual([])
  state.refusals.set('PATCH /api/operators/o-2', 'store-unreachable')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const refusal = page.getByRole('alert').filter({ hasText: problemKinds['store-unreachable'].title })
  await expect(refusal).toBeVisible()
  await expect(role).toHaveValue('administrator')
  state.refusals.clear()
  await refusal.getByRole('button', { name: 'Retry' }).click()
  await expect(refusal).toBeHidden()
  await expect(role).toBeFocused()
  expect(state.operators.map((operator) => operator.role)).toEqual([
    'administrator',
    'administrator',
    'viewer',
  ])
})

test('giving up one’s own role needs a confirmation, and then hides the page', async ({ page, context }) => {
  const state = await answerAboutOperators(context)
  await page.goto('/operators')
  await page.getByLabel('Role of Ada Lovelace').selectOption('Dispatcher')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Make yourself dispatcher?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(state.me?.role).toBe('administrator')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByRole('button', { name: 'Change my role' }).click()
  await expect(page.getByText('You are signed in as dispatcher.')).toBeVisible()
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Operators' })).toHaveCount(0)
})

test('an operator is disabled after a confirmation, enabled without, and signed out everywhere', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 409/)
  const state = await answerAboutOperators(context)
  await page.goto('/operators')
  await page.getByRole('button', { name: 'End the sessions of Grace Hopper' }).click()
  await expect(page.getByRole('button', { name: 'End the sessions of Grace Hopper' })).toBeDisabled()
  const disable = async () => {
    await page.getByRole('button', { name: 'Disable Grace Hopper' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  }
  state.refusals.set('PATCH /api/operators/o-2', 'last-administrator')
  await disable()
  // Set left in a cell whose buttons are on the right.
  const refusal = page.getByRole('cell').getByRole('alert')
  await expect(refusal).toContainText(problemKinds['last-administrator'].title)
  await expect(refusal.getByText(problemKinds['last-administrator'].title)).toHaveCSS('text-align', 'left')
  state.refusals.clear()
  await disable()
  await expect(page.getByRole('button', { name: 'Enable Grace Hopper' })).toBeVisible()
  await page.getByRole('button', { name: 'Enable Alan Turing' }).click()
  await expect(page.getByRole('button', { name: 'Disable Alan Turing' })).toBeVisible()
  expect(state.operators.map(({ disabled }) => disabled)).toEqual([false, true, false])
})

test('an operator gets a new password, loses the authenticator, is unlocked and deleted', async ({
  page,
  context,
}) => {
  const state = await answerAboutOperators(context)
  for (const operator of state.operators) operator.twoFactor = true
  await page.goto('/operators')
  // One's own account is on the account page.
  await expect(page.getByRole('button', { name: /^More for/ })).toHaveCount(2)
  const more = () => page.getByRole('button', { name: 'More for Grace Hopper' }).click()
  await more()
  const dialog = page.getByRole('dialog', { name: 'Account of Grace Hopper' })
  await dialog.getByRole('button', { name: 'Turn two-factor off' }).click()
  await expect(dialog.getByText('Two-factor is off.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Turn two-factor off' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(dialog.getByText('Unlocked.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  const link = page.getByRole('dialog', { name: 'Reset link' })
  await expect(link.getByText(`https://kerbside.example/reset-password#${LINK_SECRET}`)).toBeVisible()
  await link.getByRole('button', { name: 'Done' }).click()
  await more()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Grace Hopper?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toHaveCount(0)
  expect(state.requests.filter((request) => /(POST|DELETE) .*o-2/.test(request))).toEqual([
    'DELETE /api/operators/o-2/two-factor',
    'DELETE /api/operators/o-2/lock',
    'POST /api/operators/o-2/reset',
    'DELETE /api/operators/o-2',
  ])
})

test('the audit log has filters in the address, pages, and a CSV with the same filters', async ({
  page,
  context,
}) => {
  const state = await answerAboutOperators(context)
  await page.goto('/audit')
  const rows = page.getByRole('row')
  await expect(page.getByText('30 entries so far')).toBeVisible()
  await expect(rows.nth(1)).toContainText('1 Jul 2026, 14:10:00')
  await page.getByRole('button', { name: 'Load older' }).click()
  await expect(page.getByText('60 entries so far')).toBeVisible()
  await page.getByRole('button', { name: 'Load older' }).click()
  await expect(page.getByText('70 entries', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load older' })).toHaveCount(0)
  await page.getByLabel('Operator').fill('grace')
  await page.getByLabel('Action').selectOption('Look up')
  await page.getByLabel('From', { exact: true }).fill('2026-07-01T13:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL('/audit?operator=grace&action=look-up&from=2026-07-01T12:00:00Z')
  await expect(page.getByText('14 entries', { exact: true })).toBeVisible()
  expect(state.requests.at(-1)).toBe(
    'GET /api/audit?operator=grace&action=look-up&from=2026-07-01T12%3A00%3A00Z',
  )
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  expect(new URL(csv.url()).searchParams.toString()).toBe(
    'operator=grace&action=look-up&from=2026-07-01T12%3A00%3A00Z',
  )
  await goBack(page)
  await expect(page.getByLabel('Operator')).toHaveValue('')
  await page.goForward()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-07-01T13:00')
  await page.getByLabel('Subject').fill('nothing like it')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No entries match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/audit')
  await expect(page.getByText('30 entries so far')).toBeVisible()
})

test('the audit’s times and their fields follow the chosen zone', async ({ page, context }) => {
  await answerAboutOperators(context)
  await context.addCookies([{ name: 'zone', value: 'Asia%2FTokyo', url: 'http://127.0.0.1' }])
  await page.goto('/audit?from=2026-07-01T12:00:00Z')
  await expect(page.getByRole('row').nth(1)).toContainText('1 Jul 2026, 22:10:00')
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-07-01T21:00')
})

test('a failure to load older entries keeps the loaded ones', async ({ page, context, consoleErrors }) => {
  consoleErrors.allow(/status of 503/)
  const state = await answerAboutOperators(context)
  await page.goto('/audit')
  await expect(page.getByText('30 entries so far')).toBeVisible()
  state.refusals.set('GET /api/audit', 'store-unreachable')
  await page.getByRole('button', { name: 'Load older' }).click()
  await expect(page.getByText(problemKinds['store-unreachable'].title)).toBeVisible()
  await expect(page.getByText('30 entries so far')).toBeVisible()
  state.refusals.clear()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('60 entries so far')).toBeVisible()
})

test('where sign-in is disabled there is no account, and the pages say so', async ({ page, context }) => {
  const state = await answerAboutOperators(context)
  state.me = null
  for (const path of ['/operators', '/audit', '/account']) {
    await page.goto(path)
    await expect(page.getByText('Sign-in is switched off')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0)
  }
})

test('operators, audit and account are accessible', async ({ page, context }) => {
  // Seven views, each examined in light, in dark, and on a phone.
  test.slow()
  await answerAboutOperators(context)
  async function look(name: string) {
    await expectAccessible(page)
    await takePictures(page, name)
  }
  await page.goto('/operators')
  await page.getByLabel('Role of Alan Turing').selectOption('Dispatcher')
  await look('operators')
  await page.getByRole('button', { name: 'Disable Grace Hopper' }).click()
  await look('disable')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'More for Grace Hopper' }).click()
  await look('operator-account')
  await page.keyboard.press('Escape')
  await page.getByLabel('E-mail').fill('barbara@fleet.example')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('invited')
  await page.goto('/audit')
  await expect(page.getByText('30 entries so far')).toBeVisible()
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  await look('audit')
  await page.goto('/audit?operator=nobody-here')
  await expect(page.getByText('No entries match these filters')).toBeVisible()
  await look('audit-empty')
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await look('account')
})
