import type { Browser, Page } from '@playwright/test'
import { expect, test } from './fixtures'

const PASSWORD = 'correct horse battery'

async function fillNewcomer(page: Page, name: string) {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('The password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function otherBrowser(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.route(/tile\.openstreetmap\.org/, (route) => route.abort())
  return context
}

test('set up, invite, accept, see what the role may, sign out', async ({
  page,
  context,
  browser,
  startDashboard,
}) => {
  test.setTimeout(120_000)
  const { url, process } = await startDashboard({ KERBSIDE_AUTH: 'on' })
  const setUp = /make the first administrator at (\S+)$/m.exec(process.output())?.[1] ?? ''
  await page.goto(`${url}/vehicles/example`)
  await expect(page).toHaveURL(`${url}/sign-in?next=%2Fvehicles%2Fexample`)

  await page.goto(setUp)
  await page.getByLabel('E-mail address').fill('ada@kerbside.example')
  await fillNewcomer(page, 'Ada')
  await expect(page.getByRole('button', { name: 'Account of Ada' })).toBeVisible()
  const [cookie] = (await context.cookies()).filter(({ name }) => name.includes('session'))
  expect(cookie).toMatchObject({
    name: '__Host-kerbside-session',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  })

  await page.goto(`${url}/operators`)
  await page.getByLabel('E-mail').fill('vic@kerbside.example')
  await page.getByLabel('Role', { exact: true }).selectOption('Viewer')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitation link' })
  const link = (await dialog.getByText(/\/invitation#/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()

  const hers = await otherBrowser(browser)
  const viewer = await hers.newPage()
  await viewer.goto(link)
  await expect(viewer.getByText('You are invited as viewer with vic@kerbside.example.')).toBeVisible()
  await fillNewcomer(viewer, 'Vic')
  await expect(viewer.getByRole('button', { name: 'Account of Vic' })).toBeVisible()
  await viewer.goto(`${url}/vehicles/example`)
  await expect(viewer.getByText('Not shown to viewers.')).toHaveCount(2)
  await viewer.goto(`${url}/bookings/example`)
  await expect(viewer.getByText('Not permitted for your role').first()).toBeVisible()

  // Her open map is closed to her when the administrator says so.
  await viewer.goto(`${url}/?radius=900`)
  await expect(viewer.getByRole('button', { name: 'Account of Vic' })).toBeVisible()
  const ended = await page.evaluate(async () => {
    const { operators } = await (await fetch('/api/operators')).json()
    const { id } = operators.find(({ email }: { email: string }) => email === 'vic@kerbside.example')
    return (await fetch(`/api/operators/${id}/sessions`, { method: 'DELETE' })).status
  })
  expect(ended).toBe(200)
  await expect(viewer).toHaveURL(`${url}/sign-in?next=%2F%3Fradius%3D900`, { timeout: 40_000 })
  await signIn(viewer, 'vic@kerbside.example')
  await expect(viewer).toHaveURL(/\/\?.*radius=900/)
  await hers.close()

  await page.goto(`${url}/vehicles/example`)
  await expect(page.getByText('Not shown to viewers.')).toHaveCount(0)
  await page.goto(`${url}/audit`)
  await expect(
    page.getByRole('row', { name: /ada@kerbside\.example.*vehicle example/ }).first(),
  ).toBeVisible()

  await page.evaluate(() => localStorage.setItem('kerbside.saved-areas', '[]'))
  await page.getByRole('button', { name: 'Account of Ada' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${url}/sign-in`)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
