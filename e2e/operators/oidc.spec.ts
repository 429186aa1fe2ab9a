import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { takePictures } from '@/e2e/support/screenshots'
import { freePort } from '@/lib/testing/services/free-port'
import { CLIENT_ID, CLIENT_SECRET, openProvider } from '@/lib/testing/services/openid-provider'
import { invite, openOtherBrowser, setUpAdministrator } from './operator-pages'

const DORA = 'dora@kerbside.example'

const opened: { close(): Promise<void> }[] = []
test.afterEach(() => Promise.all(opened.map((provider) => provider.close())))

async function sessionOf(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.filter(({ name }) => name === '__Host-kerbside-session')
}

test('who is invited signs in with the organisation’s account, and a stranger does not', async ({
  page,
  browser,
  startDashboard,
}) => {
  test.setTimeout(120_000)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = await openProvider(`${url}/api/auth/callback/oidc`)
  opened.push(provider)
  const dashboard = await startDashboard({
    KERBSIDE_AUTH: 'on',
    PORT: `${port}`,
    KERBSIDE_URL: url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
  })
  const hers = await openOtherBrowser(browser)
  // The provider's own pages ask for a font.
  await hers.context().route('https://fonts.googleapis.com/**', (route) => route.abort())
  await setUpAdministrator(page, dashboard, 'Ada', 'ada@kerbside.example')
  await page.goto(`${url}/operators`)
  const link = await invite(page, DORA, 'Dispatcher')

  const enter = async (login: string) => {
    await hers.getByRole('button', { name: 'Continue with your organisation’s account' }).click()
    await expect(hers).toHaveURL(new RegExp(`^${provider.issuer}/`))
    await hers.getByPlaceholder('Enter any login').fill(login)
    await hers.getByPlaceholder('and password').fill('any')
    await hers.getByRole('button', { name: 'Sign-in' }).click()
    await hers.getByRole('button', { name: 'Continue' }).click()
  }

  await hers.goto(`${url}/vehicles/example`)
  await takePictures(hers, 'sign-in-oidc')
  await enter('stranger@kerbside.example')
  await expect(hers).toHaveURL(`${url}/sign-in?failed=oidc`)
  await expect(hers.getByText('is not that of an operator here')).toBeVisible()
  await takePictures(hers, 'sign-in-oidc-failed')
  expect(await sessionOf(hers)).toEqual([])

  // Another person now sits there, and the provider has to ask who.
  await hers.context().clearCookies({ domain: 'localhost' })
  await hers.goto(link)
  await takePictures(hers, 'invitation-oidc')
  await hers.goto(`${url}/vehicles/example?from=mail`)
  await enter(DORA)
  await expect(hers).toHaveURL(`${url}/vehicles/example?from=mail`)
  await expect(hers.getByRole('button', { name: `Account of Name of ${DORA}` })).toBeVisible()
  await expect(hers.getByRole('heading', { name: 'Driver' })).toBeVisible()
  expect(await sessionOf(hers)).toMatchObject([{ httpOnly: true, secure: true, sameSite: 'Strict' }])

  await page.goto(`${url}/audit?action=sign-in`)
  await expect(page.getByRole('row', { name: `${DORA} Sign in OpenID Connect Done` })).toHaveCount(1)
  await expect(page.getByRole('row', { name: '— Sign in OpenID Connect Sign-in failed' })).toHaveCount(1)
  await page.goto(`${url}/audit?action=link-openid`)
  await expect(
    page.getByRole('row', { name: `${DORA} Link OpenID account ${provider.issuer} ${DORA} Done` }),
  ).toHaveCount(1)
  await hers.context().close()
})
