import { request as httpRequest } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from './fixtures'

const PASSWORD = 'correct horse battery'

/** What a page of ours would say of itself. */
interface Told {
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The path goes out as it is written, which fetch and browsers would not do. */
function ask(base: string, path: string, { cookie, headers = {} }: Told = {}) {
  const { hostname, port } = new URL(base)
  return new Promise<{ status: number; location: string | null; text: string }>((resolve, reject) => {
    const sent = { ...headers, ...(cookie ? { cookie } : {}) }
    const request = httpRequest({ hostname, port, path, headers: sent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null, text }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

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

test('no way of asking gets data without a session', async ({ startDashboard, startService }) => {
  test.setTimeout(90_000)
  const service = await startService({ vehicles: 50 })
  const { url, process } = await startDashboard({ ...service.env, KERBSIDE_AUTH: 'on' })
  const routes = [
    '/api/vehicles?position=51.5,-0.1',
    '/api/vehicles/example',
    '/api/vehicles/some-id',
    '/api/vehicles/some-id/status',
    '/api/vehicles/by-our-ref?our_ref=a',
    '/api/bookings/example',
    '/api/live?position=51.5,-0.1',
    '/api/service',
    '/api/me',
    '/api/operators',
    '/api/audit',
    '/api/audit/csv',
    '/',
    '/lookup?our_ref=a',
    '/vehicles/some-id',
    '/vehicles/example',
    '/bookings/example',
    '/operators',
    '/audit',
  ]
  const ways: Record<string, (path: string) => [string, Told?]> = {
    plainly: (path) => [path],
    'with a session that was never there': (path) => [path, { cookie: '__Host-kerbside-session=abc.def' }],
    'from another site': (path) => [path, { headers: { origin: 'https://elsewhere.example' } }],
    'as a part of Next': (path) => [
      path,
      {
        headers: { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy', 'x-middleware-prefetch': '1' },
      },
    ],
    'as a page fetched ahead': (path) => [
      `${path}${path.includes('?') ? '&' : '?'}_rsc=abc`,
      { headers: { rsc: '1', 'next-router-prefetch': '1', purpose: 'prefetch' } },
    ],
    encoded: (path) => [
      path.replace(/^\/(api|\w)/, (start) => `/%${start.charCodeAt(1).toString(16)}${start.slice(2)}`),
    ],
    'encoded twice': (path) => [path.replace('/api', '/%2561pi').replace(/^\/l/, '/%256c')],
    'with another case': (path) => [path.replace('/api', '/API')],
    'with a slash at its end': (path) => [path.replace(/(\?|$)/, '/$1')],
    'as another host': (path) => [
      path,
      { headers: { host: 'elsewhere.example', 'x-forwarded-host': 'localhost' } },
    ],
    'as a method told in a header': (path) => [
      path,
      { headers: { 'x-http-method-override': 'GET', 'x-original-url': path } },
    ],
  }
  for (const [way, write] of Object.entries(ways)) {
    for (const route of routes) {
      const [path, told] = write(route)
      const { status, text } = await ask(url, path, told)
      // 307 and 308 are Next's, to the same address in its own spelling.
      expect([way, path, [303, 307, 308, 400, 401, 403, 404].includes(status)]).toEqual([way, path, true])
      expect([way, path, /"data"|licence|driver|@kerbside|event:/.test(text)]).toEqual([way, path, false])
    }
  }
  expect((await ask(url, '/api/health')).status).toBe(200)
  expect((await ask(url, '/api/ready')).status).toBe(200)
  expect(service.requests).toEqual([])
  expect(process.ended()).toBeNull()
})

test('a service of one’s own is not shown to everybody', async ({ startService, startDashboard }) => {
  const service = await startService({ vehicles: 5 })
  const { KERBSIDE_AUTH: _, ...env } = service.env
  const { url, process } = await startDashboard(env)
  expect(process.output()).toContain('Nobody can sign in yet.')
  expect((await ask(url, '/api/service')).status).toBe(401)
})
