import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { boxOf } from '@/e2e/map/on-map'
import { expectAccessible, expectNoAxeViolations } from '@/e2e/support/accessibility'
import { changeAnswers } from '@/e2e/support/change-answers'
import { emailOf, expect, test } from '@/e2e/support/fixtures'
import { sendRequest } from '@/e2e/support/send-request'
import { PASSWORD } from '@/e2e/support/set-up'
import { problemKinds } from '@/lib/api/contract/problems'
import { totp } from '@/lib/testing/totp'
import { fillSignIn, refuse } from './operator-pages'

test.use({ baseURL: ({ guarded }, use) => use(guarded.url) })

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
    const context = Object.assign(document.createElement('canvas'), {
      width: size,
      height: size,
    }).getContext('2d')
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
  guarded,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[01]/)
  await signIn('Mary Jackson', 'viewer')
  await page.goto('/account')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  await form.getByLabel('Current password').fill('a horse')
  const again = form.getByLabel('Confirm new password')
  await form.getByLabel('New password', { exact: true }).fill('short')
  await again.fill('shirt')
  await expect(form.getByText('Passwords don’t match.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByText('Use at least 12 characters.')).toBeVisible()
  await expect(form.getByLabel('New password', { exact: true })).toBeFocused()
  await form.getByLabel('New password', { exact: true }).fill('a mouse, a lettuce')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Passwords don’t match.')).toBeVisible()
  await expect(again).toBeFocused()
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
  const signInWith = async (password: string) => {
    const body = { email: emailOf('Mary Jackson'), password }
    return (await sendRequest(guarded.url, '/api/auth/sign-in/email', { method: 'POST', body }))
      .status
  }
  expect([await signInWith(PASSWORD), await signInWith('a mouse, a lettuce')]).toEqual([401, 200])
})

test('two-factor is set up with a first code, shows its backup codes once, is asked for, and is turned off again', async ({
  page,
  guarded: { url },
  signIn,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 40[014]/)
  await signIn('Annie Easley', 'viewer')
  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'Two-factor' })
  await panel.getByLabel('Your password').fill('wrong')
  await panel.getByRole('button', { name: 'Set up two-factor' }).click()
  await expect(panel.getByText('Wrong password.')).toBeVisible()
  await panel.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const qrCode = panel.getByRole('img', { name: 'QR code for your authenticator app' })
  await expect(qrCode.locator('path')).toHaveAttribute('d', /h1v1/)
  const uri = await scan(qrCode)
  expect(uri).toMatch(
    /^otpauth:\/\/totp\/Kerbside:annie\.easley%40fleet\.example\?secret=[A-Z2-7]+&issuer=Kerbside/,
  )
  const key = new URL(uri).searchParams.get('secret') ?? ''
  await expect(panel.getByText(key.match(/.{1,4}/g)?.join(' ') ?? '')).toBeVisible()
  const code = panel.getByLabel('Code from the app')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Wrong code.')).toBeVisible()
  await code.fill(totp(uri).replace(/^.../, '$& '))
  await page.keyboard.press('Enter')
  await expect(panel.getByText('they won’t be shown again')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(10)
  const [backupCode = ''] = await panel.getByRole('listitem').allTextContents()
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(panel.getByText('On: signing in requires a code')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(0)

  await page.getByRole('button', { name: 'Account of Annie Easley' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${url}/sign-in`)
  await fillSignIn(page, emailOf('Annie Easley'))
  const step = page.getByLabel('Code')
  await expect(step).toBeFocused()
  await expectAccessible(page)
  await step.fill(totp(uri))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/`)
  const note = page.getByText(
    'Signing in with your organisation’s account does not ask for this code.',
  )
  await page.goto('/account')
  await expect(panel.getByText('On: signing in requires a code')).toBeVisible()
  await expect(note).toBeHidden()
  // With an OpenID provider, which this dashboard lacks.
  await changeAnswers(page, '**/api/auth', (data) => ({ ...data, oidc: true }))
  await page.reload()
  await expect(note).toBeVisible()

  await panel.getByLabel('Your password').fill(PASSWORD)
  await panel.getByLabel('Code').fill('000000')
  await panel.getByRole('button', { name: 'Turn two-factor off' }).click()
  await expect(panel.getByText('Wrong code.')).toBeVisible()
  await panel.getByLabel('Code').fill(backupCode)
  await panel.getByRole('button', { name: 'Turn two-factor off' }).click()
  await expect(panel.getByRole('button', { name: 'Set up two-factor' })).toBeVisible()
  await expect(note).toBeHidden()
})

test('the panels of an account stand one rhythm apart in two columns, without holes', async ({
  page,
  signIn,
}) => {
  await signIn('Gladys West', 'dispatcher')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/account')
  await expect(page.getByLabel('Name of the new passkey')).toBeVisible()
  const panelOf = (name: string) => boxOf(page.getByRole('region', { name, exact: true }))
  const columns = [
    ['Your details', 'Password'],
    ['Sessions', 'Two-factor', 'Passkeys'],
  ]
  for (const names of columns) {
    const panels = await Promise.all(names.map(panelOf))
    const gaps = panels.slice(1).map(({ y }, at) => y - panels[at]!.y - panels[at]!.height)
    expect(gaps, names.join()).toEqual(gaps.map(() => gaps[0]))
    expect(gaps[0]).toBeLessThanOrEqual(16)
  }
})

test('a failure to sign out is shown; signing out everywhere ends one’s own sessions', async ({
  page,
  guarded: { url },
  signIn,
  consoleErrors,
}) => {
  // 401: what the page asks for between the end of its session and the sign-in page.
  consoleErrors.allow(/status of (401|404|503)/)
  const cookie = await signIn('Evelyn Granville', 'viewer')
  await page.goto('/account')
  await refuse(page, '**/api/auth/sign-out', 'store-unreachable')
  await page.getByRole('button', { name: 'Account of Evelyn Granville' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(problemKinds['store-unreachable'].title)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectNoAxeViolations(page)
  const body = { email: emailOf('Evelyn Granville'), password: PASSWORD }
  const { cookie: other } = await sendRequest(url, '/api/auth/sign-in/email', {
    method: 'POST',
    body,
  })
  await page
    .getByRole('region', { name: 'Sessions' })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click()
  await expect(page).toHaveURL(`${url}/sign-in`)
  for (const session of [cookie, other])
    expect((await sendRequest(url, '/api/me', { cookie: session })).status).toBe(401)
})

test('a session may end while its page loads', async ({ page, guarded, signIn, consoleErrors }) => {
  consoleErrors.allow(/status of 401/)
  const cookie = await signIn('Mary Golda Ross', 'viewer')
  await page.route('**/api/**', (route) =>
    sendRequest(guarded.url, '/api/auth/revoke-sessions', { method: 'POST', cookie }).then(() =>
      route.continue(),
    ),
  )
  await page.goto('/lookup?our_ref=A')
  await expect(page).toHaveURL(`${guarded.url}/sign-in?next=%2Flookup%3Four_ref%3DA`)
})
