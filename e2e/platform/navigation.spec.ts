import { expect, test } from '@/e2e/support/fixtures'
import { PAGES, PUBLIC_PAGES } from '@/lib/api/contract/pages'

const paths = [...PAGES, ...PUBLIC_PAGES].map((page) => page.replace(/\{\w+\}/, 'v-1'))

test('every page and the one that does not exist has its own title', async ({ request }) => {
  const titleOf = async (path: string) =>
    /<title>(.*?) · Kerbside<\/title>/.exec(await (await request.get(path)).text())?.[1]
  const titles = new Map(
    await Promise.all(paths.map(async (path) => [path, await titleOf(path)] as const)),
  )
  expect([...new Set(titles.values())]).toEqual([...titles.values()])
  expect([titles.get('/'), titles.get('/audit'), titles.get('/vehicles/v-1')]).toEqual([
    'Vehicles',
    'Audit log',
    'Vehicle v-1',
  ])
  expect([await titleOf('/nowhere'), await titleOf('/vehicles/a/b')]).toEqual([
    'Page not found',
    'Page not found',
  ])
})

test('a device that installs Kerbside finds icons of the sizes that the manifest names', async ({
  request,
}) => {
  const html = await (await request.get('/sign-in')).text()
  const linked = (rel: string) =>
    new RegExp(`<link rel="${rel}" href="([^"?]+)`).exec(html)?.[1] ?? ''
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
  for (const { src = '', sizes = '' } of pictures)
    expect([src, await sizeOf(src)]).toEqual([src, sizes])
  expect(await sizeOf(linked('apple-touch-icon'))).toBe('180x180')
})

test('from the look-up one click leads to the example vehicle, which says what it is for @phone', async ({
  page,
}) => {
  await page.goto('/lookup')
  await page.getByRole('link', { name: 'Example vehicle' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Example vehicle' })).toBeVisible()
  await expect(page.getByText('which fields a vehicle may have')).toBeVisible()
})

test('on the narrowest phone the header is one row, and each page is named in it @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/lookup')
  await expect(page.getByRole('button', { name: 'Alerts' })).toBeVisible()
  const header = page.getByRole('banner')
  await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThanOrEqual(50)
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  await expect(links).toHaveText(['Vehicles', 'Look up', 'Bookings', 'Integration'])
  const isWider = await page.evaluate(() => document.body.scrollWidth > window.innerWidth)
  expect(isWider).toBe(false)
})
