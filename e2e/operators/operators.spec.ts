import { expectAccessible, expectNoAxeViolations } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { takePictures } from '@/e2e/support/screenshots'
import { answerAboutOperators, CODE, PASSWORD } from './operator-answers'

test('an operator is invited: the link is shown once, with the typed text gone only then', async ({
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
  await expect(page.getByText('An e-mail address is needed')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('alan@fleet.example')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('There is an operator with this e-mail address')).toBeVisible()
  await expect(email).toHaveValue('alan@fleet.example')
  await email.fill('barbara@fleet.example')
  const role = page.getByLabel('Role', { exact: true })
  await role.focus()
  await role.selectOption('Viewer')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invitation link' })
  await expect(dialog.getByText(/^https:\/\/kerbside\.example\/invitation#\w+$/)).toBeVisible()
  await expect(dialog.getByText('It is shown only now.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/kerbside\.example\/invitation/)).toHaveCount(0)
  await expect(email).toHaveValue('')
  await expect(page.getByRole('row', { name: /barbara@fleet\.example Viewer/ })).toBeVisible()
})

test('an invitation is taken back', async ({ page, context }) => {
  await answerAboutOperators(context)
  await page.goto('/operators')
  await page.getByRole('button', { name: 'Take back the invitation of edsger@fleet.example' }).click()
  await expect(page.getByText('None is open.')).toBeVisible()
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
  expect(state.asked.filter((asked) => asked.startsWith('PATCH'))).toEqual([])
  state.refusals.set('PATCH /api/operators/o-2', 'store-unreachable')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Kerbside cannot reach its database' })
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

test('who gives up the own role is asked first, and then sees the page no more', async ({
  page,
  context,
}) => {
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

test('an operator is disabled after a question, enabled without, and signed out everywhere', async ({
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

test('the audit is filtered in the address, read on by the page, and had as CSV with the same filters', async ({
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
  await expect(page.getByText('70 entries, all there are')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load older' })).toHaveCount(0)
  await page.getByLabel('Operator').fill('grace')
  await page.getByLabel('Action').selectOption('Look up')
  await page.getByLabel('From', { exact: true }).fill('2026-07-01T13:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL('/audit?operator=grace&action=look-up&from=2026-07-01T12:00:00Z')
  await expect(page.getByText('14 entries, all there are')).toBeVisible()
  expect(state.asked.at(-1)).toBe(
    'GET /api/audit?operator=grace&action=look-up&from=2026-07-01T12%3A00%3A00Z',
  )
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  expect(new URL(csv.url()).searchParams.toString()).toBe(
    'operator=grace&action=look-up&from=2026-07-01T12%3A00%3A00Z',
  )
  await page.goBack()
  await expect(page.getByLabel('Operator')).toHaveValue('')
  await page.goForward()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-07-01T13:00')
  await page.getByLabel('Subject').fill('nothing like it')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No entry passes these filters')).toBeVisible()
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

test('older entries that cannot be had leave those that are there', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 503/)
  const state = await answerAboutOperators(context)
  await page.goto('/audit')
  await expect(page.getByText('30 entries so far')).toBeVisible()
  state.refusals.set('GET /api/audit', 'store-unreachable')
  await page.getByRole('button', { name: 'Load older' }).click()
  await expect(page.getByText('Kerbside cannot reach its database')).toBeVisible()
  await expect(page.getByText('30 entries so far')).toBeVisible()
  state.refusals.clear()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('60 entries so far')).toBeVisible()
})

test('the own password changes; what was typed stays through every refusal', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[01]/)
  await answerAboutOperators(context, 'viewer')
  await page.goto('/account')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  await form.getByLabel('Password now').fill('a horse')
  await form.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Needed: at least 12 characters.')).toBeVisible()
  await expect(form.getByLabel('New password')).toBeFocused()
  await form.getByLabel('New password').fill('a mouse, a lettuce')
  await page.keyboard.press('Enter')
  await expect(form.getByText('This is not your password.')).toBeVisible()
  await expect(form.getByLabel('Password now')).toBeFocused()
  await expect(form.getByLabel('New password')).toHaveValue('a mouse, a lettuce')
  await form.getByLabel('Password now').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(form.getByText('Your password is changed')).toBeVisible()
  await expect(form.getByLabel('New password')).toHaveValue('')
  expect(page.url()).toMatch(/\/account$/)
})

test('two-factor is set up with a first code, tells its backup codes once, and is turned off again', async ({
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
  await expect(panel.getByText('This is not your password.')).toBeVisible()
  await panel.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(panel.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP')).toBeVisible()
  const code = panel.getByLabel('Code that the app shows')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('This is not the code.')).toBeVisible()
  await code.fill(`${CODE.slice(0, 3)} ${CODE.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(panel.getByText('they are shown only now')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(10)
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'I have kept them' }).click()
  await expect(panel.getByText('On: signing in asks for a code')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(0)
  await panel.getByLabel('Your password').fill(PASSWORD)
  await panel.getByRole('button', { name: 'Turn two-factor off' }).click()
  await expect(panel.getByRole('button', { name: 'Set up two-factor' })).toBeVisible()
})

test('with an OpenID provider, two-factor says that it is for the password alone', async ({
  page,
  context,
}) => {
  const state = await answerAboutOperators(context)
  const sentence = page.getByText('Signing in with your organisation’s account does not ask for this code.')
  await page.goto('/account')
  await expect(page.getByText('On: signing in asks for a code')).toBeVisible()
  await expect.poll(() => state.asked).toContain('GET /api/auth')
  await expect(sentence).toBeHidden()
  state.oidc = true
  await page.reload()
  await expect(sentence).toBeVisible()
  if (state.me) state.me.twoFactor = false
  await page.reload()
  await expect(page.getByRole('button', { name: 'Set up two-factor' })).toBeVisible()
  await expect(sentence).toBeHidden()
})

test('signing out leaves for the sign-in page; while it fails one is told', async ({
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
  await expect(page.getByText('Kerbside cannot reach its database')).toBeVisible()
  state.refusals.clear()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
})

test('one signs oneself out everywhere', async ({ page, context, consoleErrors }) => {
  consoleErrors.allow(/status of 404/)
  const state = await answerAboutOperators(context, 'viewer')
  await page.goto('/account')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expectNoAxeViolations(page)
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/sign-in')
  expect(state.asked).toContain('DELETE /api/me/sessions')
})

test('when the session ends the page leaves for the sign-in, which comes back here', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[14]/)
  const state = await answerAboutOperators(context)
  await page.goto('/audit?action=export')
  await expect(page.getByText('14 entries, all there are')).toBeVisible()
  state.refusals.set('GET /api/audit', 'session-required')
  state.me = null
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page).toHaveURL('/sign-in?next=%2Faudit%3Faction%3Dexport')
})

test('where nobody signs in there is no account, and the pages say so', async ({ page, context }) => {
  const state = await answerAboutOperators(context)
  state.me = null
  for (const path of ['/operators', '/audit', '/account']) {
    await page.goto(path)
    await expect(page.getByText('Nobody signs in here')).toBeVisible()
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
    await expect(page.getByText('No entry passes these filters')).toBeVisible()
    await look('audit-empty')
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Who you are here' })).toBeVisible()
    await look('account')
  })
}
