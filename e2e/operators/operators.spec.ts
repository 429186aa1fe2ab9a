import { expectAccessible, expectNoAxeViolations } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { takePictures } from '@/e2e/support/screenshots'
import { problemKinds } from '@/lib/contract/problems'
import { answerAboutOperators, CODE, PASSWORD } from './operator-answers'

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
  await email.fill('alan@fleet.example')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(problemKinds['operator-exists'].title)).toBeVisible()
  await expect(email).toHaveValue('alan@fleet.example')
  await email.fill('barbara@fleet.example')
  const role = page.getByLabel('Role', { exact: true })
  await role.focus()
  await role.selectOption('Viewer')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invitation link' })
  await expect(dialog.getByText(/^https:\/\/kerbside\.example\/invitation#\w+$/)).toBeVisible()
  await expect(dialog.getByText('It won’t be shown again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/kerbside\.example\/invitation/)).toHaveCount(0)
  await expect(email).toHaveValue('')
  await expect(page.getByRole('row', { name: /barbara@fleet\.example Viewer/ })).toBeVisible()
})

test('an invitation is revoked', async ({ page, context }) => {
  await answerAboutOperators(context)
  await page.goto('/operators')
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
}) => {
  const state = await answerAboutOperators(context)
  await page.goto('/operators')
  await page.getByRole('button', { name: 'End the sessions of Grace Hopper' }).click()
  await expect(page.getByRole('button', { name: 'End the sessions of Grace Hopper' })).toBeDisabled()
  await page.getByRole('button', { name: 'Disable Grace Hopper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('button', { name: 'Enable Grace Hopper' })).toBeVisible()
  await page.getByRole('button', { name: 'Enable Alan Turing' }).click()
  await expect(page.getByRole('button', { name: 'Disable Alan Turing' })).toBeVisible()
  expect(state.operators.map(({ disabled }) => disabled)).toEqual([false, true, false])
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

test('one’s own password changes; the typed text stays through every refusal', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[01]/)
  await answerAboutOperators(context, 'viewer')
  await page.goto('/account')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  await form.getByLabel('Current password').fill('a horse')
  await form.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Use at least 12 characters.')).toBeVisible()
  await expect(form.getByLabel('New password')).toBeFocused()
  await form.getByLabel('New password').fill('a mouse, a lettuce')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Wrong password.')).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await expect(form.getByLabel('New password')).toHaveValue('a mouse, a lettuce')
  await form.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(form.getByText('Password changed')).toBeVisible()
  await expect(form.getByLabel('New password')).toHaveValue('')
  expect(page.url()).toMatch(/\/account$/)
})

test('two-factor is set up with a first code, shows its backup codes once, and is turned off again', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/)
  const state = await answerAboutOperators(context)
  if (state.me) state.me.twoFactor = false
  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'Two-factor' })
  await panel.getByLabel('Your password').fill('wrong')
  await panel.getByRole('button', { name: 'Set up two-factor' }).click()
  await expect(panel.getByText('Wrong password.')).toBeVisible()
  await panel.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(panel.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP')).toBeVisible()
  const code = panel.getByLabel('Code from the app')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Wrong code.')).toBeVisible()
  await code.fill(`${CODE.slice(0, 3)} ${CODE.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(panel.getByText('they won’t be shown again')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(10)
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(panel.getByText('On: signing in requires a code')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(0)
  await panel.getByLabel('Your password').fill(PASSWORD)
  await panel.getByRole('button', { name: 'Turn two-factor off' }).click()
  await expect(panel.getByRole('button', { name: 'Set up two-factor' })).toBeVisible()
})

test('with an OpenID provider, two-factor says that it covers the password only', async ({
  page,
  context,
}) => {
  const state = await answerAboutOperators(context)
  const note = page.getByText('Signing in with your organisation’s account does not ask for this code.')
  await page.goto('/account')
  await expect(page.getByText('On: signing in requires a code')).toBeVisible()
  await expect.poll(() => state.requests).toContain('GET /api/auth')
  await expect(note).toBeHidden()
  state.oidc = true
  await page.reload()
  await expect(note).toBeVisible()
  if (state.me) state.me.twoFactor = false
  await page.reload()
  await expect(page.getByRole('button', { name: 'Set up two-factor' })).toBeVisible()
  await expect(note).toBeHidden()
})

test('signing out leads to the sign-in page; a failure is shown', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of (404|503)/)
  const state = await answerAboutOperators(context, 'viewer')
  await page.goto('/account')
  await expect(page.getByRole('main').getByText('ada@fleet.example')).toBeVisible()
  state.refusals.set('POST /api/auth/sign-out', 'store-unreachable')
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  const menu = page.locator('#account-menu')
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(problemKinds['store-unreachable'].title)).toBeVisible()
  state.refusals.clear()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
})

test('signing out everywhere ends one’s own sessions', async ({ page, context, consoleErrors }) => {
  consoleErrors.allow(/status of 404/)
  const state = await answerAboutOperators(context, 'viewer')
  await page.goto('/account')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expectNoAxeViolations(page)
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/sign-in')
  expect(state.requests).toContain('DELETE /api/me/sessions')
})

test('when the session ends the page leads to sign-in, and sign-in leads back', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[14]/)
  const state = await answerAboutOperators(context)
  await page.goto('/audit?action=export')
  await expect(page.getByText('14 entries', { exact: true })).toBeVisible()
  state.refusals.set('GET /api/audit', 'session-required')
  state.me = null
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page).toHaveURL('/sign-in?next=%2Faudit%3Faction%3Dexport')
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

for (const device of ['', ' @phone']) {
  test(`operators, audit and account are accessible${device}`, async ({ page, context }) => {
    // Six views, each examined in light and in dark.
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
}
