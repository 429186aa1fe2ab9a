import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { expectNoAxeViolations } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { takePictures } from '@/e2e/support/screenshots'
import { problemKinds } from '@/lib/contract/problems'
import { answerAboutOperators, CODE, PASSWORD } from './operator-answers'

/** Text of a QR code as a camera sees it. */
async function scan(code: Locator): Promise<string> {
  const pixels = await code.evaluate(async (svg) => {
    const size = 480
    const copy = svg.cloneNode(true) as SVGElement
    copy.setAttribute('width', `${size}`)
    copy.setAttribute('height', `${size}`)
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
    await image.decode()
    const context = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext(
      '2d',
    )
    if (!context) throw new Error('no canvas')
    context.fillStyle = getComputedStyle(svg).backgroundColor
    context.fillRect(0, 0, size, size)
    context.drawImage(image, 0, 0)
    // As text: 900,000 numbers in a list take seconds to reach the test.
    const { data } = context.getImageData(0, 0, size, size)
    return { size, text: Array.from(data, (value) => String.fromCharCode(value)).join('') }
  })
  const { size, text } = pixels
  return decodeQR({ width: size, height: size, data: Buffer.from(text, 'latin1') })
}

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
  const again = form.getByLabel('Confirm new password')
  await form.getByLabel('New password', { exact: true }).fill('short')
  await again.fill('shirt')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Passwords don’t match.')).toBeVisible()
  await expect(again).toBeFocused()
  await again.fill('short')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Use at least 12 characters.')).toBeVisible()
  await expect(form.getByLabel('New password', { exact: true })).toBeFocused()
  await form.getByLabel('New password', { exact: true }).fill('a mouse, a lettuce')
  await again.fill('a mouse, a lettuce')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Wrong password.')).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('a mouse, a lettuce')
  await form.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const success = form.getByRole('status').filter({ hasText: 'Password changed' })
  await expect(success).toHaveClass(/border-good/)
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
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
  const qrCode = panel.getByRole('img', { name: 'QR code for your authenticator app' })
  await expect(qrCode.locator('path')).toHaveAttribute('d', /h1v1/)
  expect(await scan(qrCode)).toBe(
    'otpauth://totp/Kerbside:ada%40fleet.example?secret=JBSWY3DPEHPK3PXPJBSWY3DP&issuer=Kerbside',
  )
  await takePictures(page, 'authenticator')
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
  await panel.getByLabel('Code').fill('000000')
  await panel.getByRole('button', { name: 'Turn two-factor off' }).click()
  await expect(panel.getByText('Wrong code.')).toBeVisible()
  expect(state.me?.twoFactor).toBe(true)
  await panel.getByLabel('Code').fill(CODE)
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
  const menu = page.getByRole('banner')
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
  await expect(page.getByText('Your session has ended')).toBeVisible()
  state.ended = 'disabled'
  await page.reload()
  await expect(page.getByText('An administrator disabled your account')).toBeVisible()
})
