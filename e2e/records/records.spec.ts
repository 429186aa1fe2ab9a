import { expect, test } from '@/e2e/support/fixtures'
import { standingFleet } from '@/e2e/support/standing-fleet'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'

test('an invalid id is not sent to the service', async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 40[04]/)
  await page.goto('/vehicles/..%2Fbookings%2Fexample')
  await expect(page.getByText('“../bookings/example” is not a valid id')).toBeVisible()
})

test('a record that fails keeps its data while its status is refreshed', async ({
  page,
  standing: { url, service },
  consoleErrors,
}) => {
  service.show(standingFleet(1, () => ({}), { prefix: 'failing' }))
  consoleErrors.allow(/status of 50[0-9]/)
  service.answerWith((request, answer) =>
    request.url.endsWith('/status') ? new Response('', { status: 500 }) : answer(request),
  )
  await page.goto(`${url}/vehicles/failing-1`)
  await expect(page.getByText('Service error').first()).toBeVisible()
  await expect(page.getByText('Make 1').first()).toBeVisible()
  service.answerWith(null)
  await expect(page.getByText('available').first()).toBeVisible()
})

test('during an outage a record opened from the list says so once, and shows what the list knew', async ({
  page,
  standing: { url, service },
  consoleErrors,
}) => {
  const lat = 51.5
  const lng = -3.1
  service.show(standingFleet(1, () => ({}), { at: { lat, lng }, prefix: 'outage' }))
  consoleErrors.allow(/status of 50[0-9]/)
  await page.goto(`${url}/?position=${lat},${lng}`)
  await page.getByRole('listbox').getByRole('option').first().click()
  service.answerWith(() => new Response('', { status: 500 }))
  await page.getByRole('link', { name: 'Open record' }).click()
  await expect(page.getByRole('region', { name: 'Last known' })).toContainText('Make 1')
  await expect(page.getByRole('region', { name: 'Location' })).toContainText(/Last known, from /)
  await expect(page.getByRole('main').getByText('Available')).toBeVisible()
  await expect(page.locator('main').getByRole('alert')).toHaveCount(1)
})

test('the looked-up reference survives a failing service', async ({
  page,
  standing: { url, service },
  consoleErrors,
}) => {
  service.show(standingFleet(1, () => ({ our_ref: 'Stopped 1' }), { prefix: 'stopped' }))
  consoleErrors.allow(/status of 50[234]/)
  await service.stop()
  await page.goto(`${url}/lookup?our_ref=Stopped 1`)
  await expect(page.getByText('Service unreachable').first()).toBeVisible()
  await expect(page.getByLabel('Our reference')).toHaveValue('Stopped 1')
  await service.start()
  await expect(page.getByText('Make 1').first()).toBeVisible()
})

test('the journey of a booking keeps positions and labels whole at every width', async ({
  page,
}) => {
  // Where no address is known.
  await page.route('**/api/places/near', (route) => {
    const near = route
      .request()
      .postDataJSON()
      .positions.map(() => null)
    return route.fulfill({ json: { data: { near, index: 'ready' }, meta: {} } })
  })
  await page.goto('/integration/booking')
  await expect(page.getByText(/in a straight line/)).toBeVisible()
  // In the narrowest column of facts a position is broken behind its comma only.
  await page.setViewportSize({ width: 1024, height: 768 })
  const position = page
    .getByRole('region', { name: /journey/i })
    .getByText(/^-?[\d.]+, -?[\d.]+$/)
    .first()
  const lines = await position.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBeLessThanOrEqual(2)
  // The labels of both ends stay whole in a map of another size.
  const map = page.getByRole('region', { name: 'Map of the journey' })
  const cut = () =>
    map.evaluate((element) => {
      const outer = element.getBoundingClientRect()
      return [...element.querySelectorAll('.leaflet-tooltip')].filter((label) => {
        const { left, right, top } = label.getBoundingClientRect()
        return left < outer.left || right > outer.right || top < outer.top
      }).length
    })
  for (const width of [1024, 700, 1280]) {
    await page.setViewportSize({ width, height: 768 })
    await expect(map.locator('.leaflet-tooltip')).toHaveCount(2)
    await expect.poll(cut).toBe(0)
  }
})

test('a field explains itself; times and distances are as chosen, and the theme is applied at the first paint', async ({
  page,
}) => {
  await page.goto('/integration/vehicle')
  await page.getByRole('button', { name: 'Load', exact: true }).first().focus()
  await expect(page.getByText('Capacity in cubic metres').first()).toBeVisible()
  await page.getByRole('button', { name: 'Display settings' }).click()
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByLabel('Theme').selectOption('dark')
  await page.getByLabel('Clock').selectOption('12')
  await page.getByLabel('Distances').selectOption('Miles')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const time = page.locator('time').first()
  const tokyo = await time.textContent()
  expect(tokyo).toMatch(/ [ap]m$/)
  const [answer] = await Promise.all([page.waitForResponse('/'), page.goto('/')])
  expect(await answer.text()).toContain('data-theme="dark"')
  await expect(page.getByRole('button', { name: /^0\.62 mi around / })).toBeVisible()
  await page.goto('/integration/vehicle')
  await expect(time).toHaveText(tokyo as string)
})

test('a vehicle without a position is listed and has a record', async ({
  page,
  standing: { url, service },
}) => {
  const centre = { lat: 51.5, lng: -6.1 }
  const gaps = { offlinePosition: 'null', optionalFields: 'null' } as const
  service.show(createDemoFleet({ centre, vehicles: 300 }), gaps)
  await page.goto(`${url}/?position=${centre.lat},${centre.lng}&radius=30000&limit=1000`)
  await expect(page.getByText(/^[\d,]+ vehicles$/)).toBeVisible()
  await page.getByRole('listbox').focus()
  await page.keyboard.press('End')
  const last = page.getByRole('listbox').getByRole('option', { selected: true })
  await expect(last).toHaveAccessibleName(/no position/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Location', exact: true })).toBeVisible()
})
