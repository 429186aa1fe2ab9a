import type { APIRequestContext, Page } from '@playwright/test'
import { boxOf, parameterOf } from '@/e2e/map/on-map'
import { expect, test } from '@/e2e/support/fixtures'
import { createAddress } from './arrived-bookings'

const MINUTE_MS = 60_000
const START = { lat: 51.502, lng: -0.102 }
const END = { lat: 51.51, lng: -0.11 }

async function deliver(
  request: APIRequestContext,
  address: string,
  bookings: readonly Record<string, unknown>[],
): Promise<void> {
  for (const booking of bookings) {
    const data = { booking: { id: booking.our_ref, ctime: at(-30), ...booking } }
    expect((await request.post(address, { data })).status()).toBe(200)
  }
}

function at(minutes: number): string {
  return new Date(Date.now() + minutes * MINUTE_MS).toISOString()
}

const dueRows = (page: Page) =>
  page.getByRole('list', { name: 'Bookings by pick-up time' }).getByRole('listitem')

test('bookings that are due open first, by pick-up time, the failed and late ones on top, and lead to the pick-up board', async ({
  page,
  request,
  startService,
  startDashboard,
}) => {
  const service = await startService()
  const { url } = await startDashboard(service.env)
  const address = await createAddress(url, 'The service')
  await page.goto(`${url}/bookings`)
  await expect(page.getByText('Waiting for the first booking')).toBeVisible()
  await deliver(request, address, [
    { our_ref: 'JOB evening', when: at(300), status: 'pending', vehicle_our_ref: 'KB-7' },
    { our_ref: 'JOB over', when: at(-5), status: 'completed' },
    { our_ref: 'JOB late', when: at(-8.5), status: 'pending' },
    {
      our_ref: 'JOB soon',
      when: at(20.5),
      status: 'pending',
      from_position: START,
      from_label: 'Pier',
      passengers_max: 6,
    },
    { our_ref: 'JOB failed', when: at(60.5), status: 'pending', error: 'No driver accepted' },
  ])
  await page.goto(`${url}/bookings`)
  const rows = dueRows(page)
  await expect(rows).toHaveCount(4)
  const title = page.getByRole('heading', { level: 1, name: 'Bookings' })
  const placeOf = async () => {
    const { x, y } = await boxOf(title)
    return { x, y }
  }
  const place = await placeOf()
  for (const tab of ['All bookings', 'Received', 'Opened here', 'Due']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    expect(await placeOf(), tab).toEqual(place)
  }
  await expect(rows.nth(0)).toContainText(/Failed · in 1 h.*JOB failed.*No driver accepted/)
  await expect(rows.nth(1)).toContainText(/8 min late.*JOB late.*No vehicle/)
  await expect(rows.nth(2)).toContainText(/in 20 min.*JOB soon.*No vehicle.*Pier/)
  await expect(rows.nth(3)).toContainText(/in 4 h 59 min.*JOB evening.*KB-7/)

  await rows.nth(2).getByRole('button').first().click()
  await expect(rows.nth(2).getByRole('button', { name: 'Copy for the driver' })).toBeVisible()
  await page.keyboard.press('b')
  await expect.poll(() => parameterOf(page, 'pickup')).toBe('51.502,-0.102')
  await expect.poll(() => parameterOf(page, 'pickup_seats')).toBe('6')
  await expect(page.getByRole('combobox', { name: 'Pick-up point' })).toBeVisible()
})

test('rows keep their places while the pointer is over them or one has the focus', async ({
  page,
  request,
  startService,
  startDashboard,
}) => {
  const service = await startService()
  const { url } = await startDashboard(service.env)
  const address = await createAddress(url, 'The service')
  const later = { our_ref: 'JOB later', when: at(40.5), status: 'pending' }
  await deliver(request, address, [later])
  await page.goto(`${url}/bookings`)
  const rows = dueRows(page)
  await expect(rows).toHaveCount(1)
  const row = rows.filter({ hasText: 'JOB later' })
  const before = await row.boundingBox()
  await row.hover()
  await deliver(request, address, [{ our_ref: 'JOB soon', when: at(20.5), status: 'pending' }])
  await expect(page.getByRole('button', { name: '1 new booking' })).toBeVisible()
  await expect(rows).toHaveText([/JOB later/])
  expect(await row.boundingBox()).toEqual(before)

  await page.getByRole('button', { name: '1 new booking' }).click()
  await expect(rows).toHaveText([/JOB soon/, /JOB later/])
  await row.getByRole('button').first().focus()
  await page.mouse.move(0, 0)
  const done = { our_ref: 'JOB soon', status: 'completed', mtime: at(1) }
  await deliver(request, address, [done])
  await expect(rows).toHaveText([/No longer due/, /JOB later/])
  await row.getByRole('button').first().blur()
  await expect(rows).toHaveText([/JOB later/])
})

test('a booking that is found by a retry is shown under the pointer that asked for it', async ({
  page,
  request,
  startService,
  startDashboard,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED/)
  const service = await startService()
  const { url } = await startDashboard(service.env)
  const address = await createAddress(url, 'The service')
  await deliver(request, address, [
    { our_ref: 'JOB old', when: at(40.5), status: 'pending' },
    { our_ref: 'JOB over', when: at(-5), status: 'completed' },
  ])
  let isAway = true
  await page.route(/\/api\/bookings\/arrived(\?|$)/, async (route) => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.has('after')) return route.continue()
    const isOlder = searchParams.has('before')
    if (isOlder && isAway) return route.abort()
    const answer = await (await route.fetch({ url: `${url}/api/bookings/arrived` })).json()
    const [newest, ...others] = answer.data.bookings
    const part = isOlder ? { bookings: others } : { bookings: [newest], older: '1.1' }
    Object.assign(answer.data, part)
    return route.fulfill({ json: answer })
  })
  await page.goto(`${url}/bookings`)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  isAway = false
  await retry.click()
  const rows = dueRows(page)
  await expect(rows).toHaveText([/JOB old/])

  // Without the pointer, rows change their places again.
  await page.mouse.move(0, 0)
  await deliver(request, address, [{ our_ref: 'JOB soon', when: at(20.5), status: 'pending' }])
  await expect(rows).toHaveText([/JOB soon/, /JOB old/])
})

test('the map has the same list: a booking shows its journey, its vehicle is found by a key, and closing the board leads back', async ({
  page,
  request,
  startService,
  startDashboard,
}) => {
  const service = await startService()
  const { url } = await startDashboard(service.env)
  const address = await createAddress(url, 'The service')
  await deliver(request, address, [
    {
      our_ref: 'JOB soon',
      when: at(20.5),
      status: 'pending',
      from_position: START,
      to_position: END,
    },
  ])
  await page.goto(`${url}/`)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('d')
  const row = dueRows(page).first()
  await row.getByRole('button').first().click()
  await expect(page.locator('.map-road')).toHaveCount(1)
  await expect(page.locator('.map-pickup')).toBeVisible()
  await page.keyboard.press('b')
  await expect.poll(() => parameterOf(page, 'pickup')).toBe('51.502,-0.102')
  // The vehicles on all its sides are in view; the nearest ones may move it a little.
  await expect(async () => {
    const pin = await page.locator('.map-pickup').boundingBox()
    const map = await page.locator('.leaflet-container').boundingBox()
    const fromMiddle = (pin?.x ?? 0) + 16 - ((map?.x ?? 0) + (map?.width ?? 0) / 2)
    expect(Math.abs(fromMiddle)).toBeLessThan(150)
  }).toPass()
  await page.keyboard.press('Escape')
  await expect.poll(() => parameterOf(page, 'panel')).toBe('due')
  await expect(row.getByRole('button', { name: 'Find a vehicle' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Find a vehicle' })).toBeHidden()
  await expect(page.locator('.map-road')).toHaveCount(0)
})

test('a booking has a menu: it leads to the pick-up board, calls, copies, watches its vehicle, and draws a zone', async ({
  page,
  context,
  request,
  startService,
  startDashboard,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const service = await startService()
  const { url } = await startDashboard(service.env)
  const address = await createAddress(url, 'The service')
  const [vehicle] = (await (await request.get(`${url}/api/vehicles?position=51.5,-0.1`)).json())
    .data.vehicles
  await deliver(request, address, [
    {
      our_ref: 'JOB soon',
      when: at(20.5),
      status: 'pending',
      from_position: START,
      from_label: 'Pier 4',
      to_label: 'Station',
      customer_name: 'Robin Vale',
      customer_phone_number: '+44 7700 900412',
      vehicle_id: vehicle.id,
      passengers_max: 6,
    },
  ])
  const entry = (name: string | RegExp) => page.getByRole('menu').getByRole('menuitem', { name })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())

  await page.goto(`${url}/bookings`)
  await dueRows(page).first().click({ button: 'right' })
  await expect(page.getByRole('menu')).toHaveAttribute('aria-label', 'Booking JOB soon')
  await expect(entry('Call customer Robin Vale, +44 7700 900412')).toHaveAttribute(
    'href',
    'tel:+447700900412',
  )
  await expect(entry('Call the driver …')).toBeVisible()
  await entry('Copy text for the driver').click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(await copied()).toContain('From: Pier 4\nTo: Station\nCustomer: Robin Vale')
  await dueRows(page).first().click({ button: 'right' })
  await entry('Watch its vehicle, alert when free').click()
  await dueRows(page).first().click({ button: 'right' })
  await expect(entry('Its vehicle is watched')).toHaveAttribute('aria-disabled', 'true')
  await entry('Pick up here').click()
  await expect.poll(() => parameterOf(page, 'pickup')).toBe('51.502,-0.102')
  await expect.poll(() => parameterOf(page, 'pickup_seats')).toBe('6')

  // The list of bookings, by the menu key of the selected row.
  await page.goto(`${url}/bookings?source=arrived`)
  const grid = page.getByRole('grid', { name: 'Records' })
  await grid.getByRole('row', { name: /JOB soon/ }).click()
  await grid.evaluate((element) => {
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  })
  await entry('Copy drop-off').click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(await copied()).toBe('Station')
  await grid.getByRole('row', { name: /JOB soon/ }).click({ button: 'right' })
  await entry('Open booking').click()
  await expect(page).toHaveURL(/\/bookings\/arrived\//)

  // The map.
  await page.goto(`${url}/?panel=due`)
  await dueRows(page).first().click({ button: 'right' })
  await expect(entry('Call the driver …')).toBeVisible()
  await entry('New zone at its pick-up').click()
  await expect(page.getByRole('dialog', { name: 'New zone' }).getByLabel('Centre')).toHaveValue(
    /^51\.502, ?-0\.102$/,
  )
})
