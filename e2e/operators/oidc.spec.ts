import type { Page } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { sendRequest } from '@/e2e/support/send-request'
import { acceptLink, addSession, setUpLink } from '@/e2e/support/set-up'
import { CLIENT_ID, CLIENT_SECRET, openProvider } from '@/lib/testing/services/openid-provider'
import { freePort } from '@/lib/testing/services/server-process'
import { openOtherBrowser } from './operator-pages'

const DORA = 'dora@kerbside.example'

const opened: { close(): Promise<void> }[] = []
test.afterEach(() => Promise.all(opened.map((provider) => provider.close())))

async function sessionOf(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.filter(({ name }) => name === '__Host-kerbside-session')
}

test('an invited person signs in with the organisation’s account, a stranger does not @long', async ({
  page,
  browser,
  startDashboard,
}) => {
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
  const other = await openOtherBrowser(browser)
  // The provider's own pages ask for a font.
  await other.context().route('https://fonts.googleapis.com/**', (route) => route.abort())
  const cookie = await acceptLink(setUpLink(dashboard.process), 'ada@kerbside.example', 'Ada')
  const body = { email: DORA, role: 'dispatcher' }
  const invitation = await sendRequest(url, '/api/operators', { method: 'POST', cookie, body })

  const enter = async (login: string) => {
    await other.getByRole('button', { name: 'Continue with your organisation’s account' }).click()
    await expect(other).toHaveURL(new RegExp(`^${provider.issuer}/`))
    await other.getByPlaceholder('Enter any login').fill(login)
    await other.getByPlaceholder('and password').fill('any')
    await other.getByRole('button', { name: 'Sign-in' }).click()
    await other.getByRole('button', { name: 'Continue' }).click()
  }

  await other.goto(`${url}/integration/vehicle`)
  await expectAccessible(other)
  await enter('stranger@kerbside.example')
  await expect(other).toHaveURL(`${url}/sign-in?failed=oidc`)
  await expect(other.getByText('has no access to Kerbside')).toBeVisible()
  expect(await sessionOf(other)).toEqual([])

  // Without its session the provider asks for the login again.
  await other.context().clearCookies({ domain: 'localhost' })
  await other.goto(JSON.parse(invitation.text).data.url)
  await other.goto(`${url}/integration/vehicle?from=mail`)
  await enter(DORA)
  await expect(other).toHaveURL(`${url}/integration/vehicle?from=mail`)
  await expect(other.getByRole('button', { name: `Account of Name of ${DORA}` })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Driver' })).toBeVisible()
  expect(await sessionOf(other)).toMatchObject([
    { httpOnly: true, secure: true, sameSite: 'Strict' },
  ])

  await addSession(page.context(), url, cookie)
  await page.goto(`${url}/operators`)
  await expect(page.getByRole('row', { name: DORA })).toContainText('Organisation’s account')
  await page.goto(`${url}/audit`)
  await expect(page.getByRole('row', { name: `${DORA} Sign in OpenID Connect Done` })).toHaveCount(
    1,
  )
  await expect(
    page.getByRole('row', { name: '— Sign in OpenID Connect Sign-in failed' }),
  ).toHaveCount(1)
  await expect(
    page.getByRole('row', { name: `${DORA} Link OpenID account ${provider.issuer} ${DORA} Done` }),
  ).toHaveCount(1)
  await other.context().close()
})
