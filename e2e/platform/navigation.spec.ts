import { expect, test } from '@/e2e/support/fixtures'

const titles: Readonly<Record<string, string>> = {
  '/': 'Vehicles',
  '/lookup': 'Look up',
  '/bookings': 'Bookings',
  '/vehicles/example': 'Example vehicle',
  '/bookings/example': 'Example booking',
  '/bookings/arrived/key': 'Arrived booking',
  '/service': 'Service',
  '/account': 'Your account',
  '/operators': 'Operators',
  '/audit': 'Audit log',
  '/webhooks': 'Webhook addresses',
  '/recording': 'Recordings',
  '/sign-in': 'Sign in',
  '/set-up': 'Set up',
  '/invitation': 'Invitation',
  '/reset-password': 'Reset password',
  '/nowhere': 'Page not found',
  '/vehicles/a/b': 'Page not found',
  '/vehicles/v-1': 'Vehicle v-1',
}

test('every page and the one that does not exist has its own title', async ({ request }) => {
  const found: Record<string, string | undefined> = {}
  for (const path of Object.keys(titles)) {
    const html = await (await request.get(path)).text()
    found[path] = html.match(/<title>(.*?) · Kerbside<\/title>/)?.[1]
  }
  expect(found).toEqual(titles)
})

test('a device that installs Kerbside finds icons of the sizes that the manifest names', async ({
  request,
}) => {
  const html = await (await request.get('/sign-in')).text()
  const linked = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"?]+)`).exec(html)?.[1] ?? ''
  const { icons, display } = await (await request.get(linked('manifest'))).json()
  expect(display).toBe('standalone')
  const sizeOf = async (path: string) => {
    const picture = await (await request.get(path)).body()
    // Source: https://www.w3.org/TR/png-3/#11IHDR
    return `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`
  }
  const pictures = (icons as Record<string, string>[]).filter(({ type }) => type === 'image/png')
  expect(pictures.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src = '', sizes = '' } of pictures) expect([src, await sizeOf(src)]).toEqual([src, sizes])
  expect(await sizeOf(linked('apple-touch-icon'))).toBe('180x180')
})

test('scripts and styles are answered from memory, with their compressed length', async ({ request }) => {
  const html = await (await request.get('/sign-in')).text()
  const paths = [...html.matchAll(/"(\/_next\/static\/chunks\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path)
  for (const ending of ['.js', '.css']) {
    const answer = await request.get(paths.find((path) => path?.endsWith(ending)) ?? ending)
    const { 'content-encoding': encoding, 'content-length': length, ...rest } = answer.headers()
    expect([encoding, Number(length) > 0]).toEqual(['gzip', true])
    expect(Number(length)).toBeLessThan((await answer.body()).length)
    expect(rest['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(rest['x-content-type-options']).toBe('nosniff')
  }
})

for (const path of ['/', '/lookup'])
  test(`from ${path} one click leads to the example vehicle, which says what it is for @phone`, async ({
    page,
  }) => {
    await page.goto(path)
    await page.getByRole('link', { name: 'Example vehicle' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Example vehicle' })).toBeVisible()
    await expect(page.getByText('Use it to see which fields a vehicle may have')).toBeVisible()
  })
