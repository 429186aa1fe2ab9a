import type { Page } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { openTechnical } from '@/e2e/support/technical'
import { problemKinds } from '@/lib/api/contract/problems'
import {
  fillAcceptForm,
  fillSignIn,
  invite,
  openOtherBrowser,
  setUpAdministrator,
} from './operator-pages'

const ADA = 'ada@kerbside.example'
const DORA = 'dora@kerbside.example'

test('from the set-up link to signing out: invited, at work, made a viewer, disabled', async ({
  page,
  context,
  browser,
  consoleErrors,
  startDashboard,
  startService,
}) => {
  const service = await startService({ vehicles: 60 })
  const dashboard = await startDashboard({ ...service.env, KERBSIDE_AUTH: 'on' })
  const { url } = dashboard
  const dora = await openOtherBrowser(browser)

  await test.step('the console’s link makes the first administrator', async () => {
    await page.goto(`${url}/integration/vehicle`)
    await expect(page).toHaveURL(`${url}/sign-in?next=%2Fintegration%2Fvehicle`)
    await expect(page.getByText('Nobody can sign in yet')).toBeVisible()
    await setUpAdministrator(page, dashboard, 'Ada', ADA)
    expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toMatchObject([
      { name: '__Host-kerbside-session', httpOnly: true, secure: true, sameSite: 'Strict' },
    ])
  })

  await test.step('she is led to invite a dispatcher, who accepts', async () => {
    await expect(page).toHaveURL(`${url}/operators`)
    await expect(page.getByText('Invite your operators')).toBeVisible()
    await dora.goto(await invite(page, DORA, 'Dispatcher'))
    await expect(dora.getByText(`You have been invited as dispatcher with ${DORA}.`)).toBeVisible()
    await dora.getByLabel('Password', { exact: true }).fill('one password')
    await dora.getByLabel('Confirm password').fill('another')
    await expect(dora.getByText('Passwords don’t match.')).toBeVisible()
    await expectAccessible(dora)
    await fillAcceptForm(dora, 'Dora')
  })

  await test.step('her sessions are ended: she signs in, and has the same view back', async () => {
    // An open page would redirect to sign-in by itself and interfere.
    await dora.goto('about:blank')
    await page.reload()
    await page.getByRole('button', { name: 'End the sessions of Dora' }).click()
    await expect(page.getByRole('button', { name: 'End the sessions of Dora' })).toBeDisabled()
    // The last visit is unknown, not never.
    await expect(page.getByRole('row', { name: /Dora/ })).not.toContainText('Never')
    await dora.goto(`${url}/?radius=5000`)
    await expect(dora).toHaveURL(`${url}/sign-in?next=%2F%3Fradius%3D5000`)
    await expect(dora.getByText('An administrator ended your session')).toBeVisible()
    await fillSignIn(dora, DORA, 'not her password')
    await expect(dora.getByText(problemKinds['sign-in-failed'].title)).toBeVisible()
    await expectAccessible(dora)
    await fillSignIn(dora, DORA)
    await expect(dora).toHaveURL(/\/\?.*radius=5000/)
  })

  const rows = dora.getByRole('listbox').getByRole('option')
  await expect(rows.first()).toBeVisible()
  await rows.first().dblclick()
  await expect(dora.getByRole('heading', { name: 'Driver' })).toBeVisible()
  const id = new URL(dora.url()).pathname.split('/').at(-1) ?? ''
  await expect(dora.getByText('Not shown to viewers.')).toHaveCount(0)

  await test.step('the audit log names who opened a record', async () => {
    await page.goto(`${url}/audit`)
    const opened = page.getByRole('row', {
      name: `${DORA} Open record vehicle ${id} Done 127.0.0.1`,
    })
    await expect(opened).toHaveCount(1)
    await expect(
      page.getByRole('row', { name: `— Sign in ${DORA} Sign-in failed 127.0.0.1` }),
    ).toHaveCount(1)
    await expect(page.getByRole('row', { name: `${ADA} End sessions ${DORA} Done` })).toHaveCount(1)
    await expect(
      page.getByRole('row', { name: `${ADA} Invite ${DORA}: dispatcher Done` }),
    ).toHaveCount(1)
  })

  await test.step('made a viewer, she gets no personal data', async () => {
    await page.goto(`${url}/operators`)
    await page.getByLabel('Role of Dora').selectOption('Viewer')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0)
    await dora.reload()
    await expect(dora.getByText('Not shown to viewers.')).toHaveCount(2)
    await expect(dora.getByRole('region', { name: 'Bookings', exact: true })).toHaveCount(0)
    await openTechnical(dora)
    await expect(dora.getByText('driver_name')).toHaveCount(0)
    await dora.goto(`${url}/integration/booking`)
    await expect(dora.getByText(problemKinds['role-required'].title).first()).toBeVisible()
  })

  await test.step('disabled, she is led to sign in, and is refused', async () => {
    await dora.goto(`${url}/?radius=900`)
    await expect(dora.getByRole('button', { name: 'Account of Dora' })).toBeVisible()
    await page.getByRole('button', { name: 'Disable Dora' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByRole('button', { name: 'Enable Dora' })).toBeVisible()
    await expect(dora).toHaveURL(`${url}/sign-in?next=%2F%3Fradius%3D900`)
    await expect(dora.getByText('An administrator disabled your account')).toBeVisible()
    await fillSignIn(dora, DORA)
    await expect(dora.getByText(problemKinds['sign-in-failed'].title)).toBeVisible()
  })
  await dora.context().close()

  await test.step('signing out in one tab clears the storage of the browser and of every tab', async () => {
    consoleErrors.allow(/status of 40[14]/)
    const other = await context.newPage()
    await lookUp(other, url, 'KB-two')
    await lookUp(page, url, 'KB-one')
    await page.evaluate(async () => {
      localStorage.setItem('kerbside.saved-areas', '[]')
      await (await caches.open('a cache')).put('/kept', new Response('kept'))
    })
    await expect
      .poll(() => storedBy(page))
      .toEqual({ localStorage: 1, sessionStorage: 1, caches: 1 })
    await page.goto(`${url}/account`)
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
    await page.getByRole('button', { name: 'Account of Ada' }).click()
    await page.getByRole('button', { name: 'Sign out' }).last().click()
    await expect(page).toHaveURL(`${url}/sign-in`)
    expect(await storedBy(page)).toEqual({ localStorage: 0, sessionStorage: 0, caches: 0 })
    expect((await context.cookies()).filter(({ name }) => name.includes('kerbside'))).toEqual([])
    // By itself, with the next question that its page asks.
    await expect(other).toHaveURL(/\/sign-in/)
    await expect.poll(() => storedReferences(other)).not.toContain('KB-')
    await goBack(page)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})

const storedReferences = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

async function lookUp(page: Page, url: string, ourRef: string): Promise<void> {
  await page.goto(`${url}/lookup`)
  await page.getByLabel('One reference per line').fill(ourRef)
  await page.getByRole('button', { name: 'Look up the list' }).click()
  await expect(page.getByText('1 of 1 looked up')).toBeVisible()
  await expect.poll(() => storedReferences(page)).toContain(ourRef)
}

function storedBy(page: Page) {
  return page.evaluate(async () => ({
    localStorage: localStorage.length,
    sessionStorage: sessionStorage.length,
    caches: (await caches.keys()).length,
  }))
}
