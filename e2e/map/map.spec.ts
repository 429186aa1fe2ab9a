import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { REFERENCED_CENTRE, standingFleet } from '@/e2e/support/standing-fleet'
import type { Found } from '@/lib/api/contract/places'
import { boxOf, hover, mapOf, middleOf, parameterOf, searchField } from './on-map'

const list = { name: 'Vehicles, nearest first' }

/** Opens and closes the search form and the details of the data. */
const areaLine = (page: Page) => page.getByRole('button', { name: / around / })

/** An answer of the place search. */
const fleetStreet: Found = {
  vehicles: [],
  places: [
    {
      kind: 'address',
      name: '12 Fleet Street',
      detail: 'London',
      position: { lat: 51.5138, lng: -0.1079 },
      source: 'city',
      between: ['10', '16'],
    },
    {
      kind: 'crossing',
      name: 'Fleet Street / Fetter Lane',
      detail: null,
      position: { lat: 51.5146, lng: -0.1101 },
      source: 'city',
      between: null,
    },
  ],
  index: 'ready',
  geocoder: 'none',
}

test('back from a record, the list has the focus, the row in its middle third, and the vehicle’s own name', async ({
  page,
  referenced: { url },
}) => {
  // Vehicles that stand: others change places in the list until its row is measured.
  await page.goto(`${url}/?position=${REFERENCED_CENTRE.lat},${REFERENCED_CENTRE.lng}&radius=20000`)
  const listbox = page.getByRole('listbox', list)
  await expect(listbox.getByRole('option').first()).toBeVisible()
  await listbox.focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Technical' })).toBeVisible()
  // Vehicles of the demo differ: their names are in several scripts.
  const record = await page.request.get(`${url}/api${new URL(page.url()).pathname}`)
  const ownName = String((await record.json()).data.record.our_ref)
  await goBack(page)
  await expect(listbox).toBeFocused()
  const selected = listbox.getByRole('option', { selected: true })
  const name = selected.locator('bdi').first()
  await expect(name).toHaveText(ownName)
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toContainText(ownName)
  await expect(async () => {
    const row = await boxOf(selected)
    const box = await boxOf(listbox)
    const middle = (row.y + row.height / 2 - box.y) / box.height
    expect(middle).toBeGreaterThan(1 / 3)
    expect(middle).toBeLessThan(2 / 3)
  }).toPass()
  await page.keyboard.press('ArrowUp')
  await expect(name).not.toHaveText(ownName)
})

test('a click on a marker selects its row, with the same text', async ({
  page,
  standing: { url, service },
}) => {
  const lat = 51.5
  const lng = -7.1
  service.show(standingFleet(40, () => ({}), { at: { lat, lng }, prefix: 'many' }))
  // many-21 is at the centre of this view, not of the search, and far down the list.
  await page.goto(`${url}/?position=${lat},${lng}&radius=5000&map=${lat + 0.018},${lng}@17`)
  await expect(page.getByText(/^40 vehicles$/)).toBeVisible()
  const middle = await middleOf(mapOf(page))
  const tooltip = await hover(page, middle)
  await expect(tooltip).toContainText('Make 21, taxi, 2 km N, available')
  await page.keyboard.press('w')
  await expect(tooltip).toContainText(/; watched \(w: stop\)$/)
  await page.keyboard.press('w')
  await expect(tooltip).toContainText(/ \(w: watch\)$/)
  await page.mouse.click(middle.x, middle.y)
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toContainText('Make 21')
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText(
    'Make 21',
  )
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toBeInViewport()
})

test('position, radius and type are in the address', async ({ page }) => {
  await page.goto('/')
  await searchField(page).fill('https://www.google.com/maps/@51.51,-0.12,15z')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/position=51\.51,-0\.12/)
  await areaLine(page).click()
  await page.getByLabel('Radius').fill('2.5 km')
  await page.getByLabel('Type').fill('taxi')
  const asked = page.waitForRequest((request) => request.url().includes('radius=2500'))
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(new URL((await asked).url()).searchParams.get('type')).toBe('taxi')
  await expect(page).toHaveURL(/position=51\.51,-0\.12&radius=2500&type=taxi/)
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Taxi')
  await page.reload()
  await expect(page.getByLabel('Radius')).toHaveValue('2500')
  await expect(page.getByLabel('Type')).toHaveValue('taxi')
  await goBack(page)
  await expect(page.getByLabel('Radius')).toHaveValue('1000')
})

test('an address is suggested while it is typed, a call sign selects its vehicle, and Escape restores', async ({
  page,
}) => {
  const texts: string[] = []
  await page.route('**/api/find', (route) => {
    texts.push(route.request().postDataJSON().text)
    return route.fulfill({ json: { data: fleetStreet, meta: {} } })
  })
  await page.goto('/?position=51.5,-0.1')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  const field = searchField(page)
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await page.keyboard.press('/')
  await page.keyboard.type('fleet street 12')
  // On a busy machine a part of it is searched for first.
  await expect.poll(() => texts.at(-1)).toBe('fleet street 12')
  await expect(options).toHaveText([
    '12 Fleet StreetAddress · London · between 10 and 16 · map',
    'Fleet Street / Fetter LaneCrossing · map',
  ])
  await expect(page.getByRole('status').filter({ hasText: '2 suggestions' })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('fleet street 12')
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('51.5,-0.1')

  // Enter before the answer takes the best suggestion.
  const row = page.getByRole('listbox', list).getByRole('option', { name: /^KB-\d+, / })
  const callSign = /^KB-\d+/.exec((await row.first().getAttribute('aria-label')) ?? '')?.[0] ?? ''
  await field.fill(callSign)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toContainText(callSign)
  await expect(page.getByRole('listbox', list)).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('fetter')
  await expect(options).toHaveCount(3)
  await expect(options.last()).toContainText('Search drivers and numbers for “fetter”')
  await options.nth(1).click()
  await expect(page).toHaveURL(/position=51\.5146,-0\.1101/)
  await expect(field).toHaveValue('Fleet Street / Fetter Lane')
  await expect(areaLine(page)).toHaveText(/around Fleet Street \/ Fetter Lane/)
})

test('an unreadable parameter is reported, and the others are used; invalid input stays, and no request is made', async ({
  page,
}) => {
  await page.goto('/?radius=1e9&position=51.5,-0.12')
  await expect(page.getByText('Ignored radius=1e9 from the link')).toBeVisible()
  await expect(page.getByLabel('Radius')).toHaveValue('1000')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await areaLine(page).click()
  await searchField(page).fill('91,0')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByLabel('Radius').fill('-5')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Allowed: latitude -90 to 90')).toBeVisible()
  await expect(page.getByText('Allowed: a distance above 0')).toBeVisible()
  await expect(searchField(page)).toHaveValue('91,0')
  expect(asked.filter((url) => new URL(url).search.includes('91'))).toEqual([])
})

test('a call sign that is not read is suggested by its reference, and moves no circle that its vehicle is in', async ({
  page,
  standing: { url, service },
}) => {
  const lat = 51.5
  const lng = -19.1
  const unread = standingFleet(3, (index) => ({ our_ref: `KB-${index + 904}` }), {
    at: { lat, lng },
    prefix: 'unread',
  })
  service.show(unread)
  await page.goto(`${url}/?position=${lat},${lng}&radius=5000`)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await searchField(page).fill('taxi KB-906')
  const suggested = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(suggested.first()).toContainText('KB-906')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toContainText('KB-906')
  await expect(page).toHaveURL(/vehicle=unread-3(&|$)/)
  expect(parameterOf(page, 'position')).toBe(`${lat},${lng}`)
  await expect(page.getByRole('listbox', list).getByRole('option')).toHaveCount(3)
})

test('a driver is found by a number in any form, and by a part of the name on a click', async ({
  page,
  consoleErrors,
  standing: { url, service },
}) => {
  const lat = 51.5
  const lng = -23.1
  const drivers = ['José Núñez', 'Ana Nunes', 'Grace']
  const fleet = standingFleet(
    3,
    (index) => ({
      our_ref: `KB-${index + 710}`,
      driver_name: drivers[index],
      driver_phone_number: `+598 99 333 44${index}`,
    }),
    { at: { lat, lng }, prefix: 'driven' },
  )
  service.show(fleet)
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/find/drivers')) searches.push(request.postData() ?? '')
  })
  await page.goto(`${url}/?position=${lat},${lng}&radius=5000`)
  // In place of the reading in the background, which is off here.
  for (const id of ['driven-1', 'driven-2', 'driven-3'])
    expect((await page.request.get(`${url}/api/vehicles/${id}`)).ok()).toBe(true)
  const field = searchField(page)
  const card = page.getByRole('region', { name: 'Selected vehicle' })
  await field.fill('(099) 333-441')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('KB-711')

  await field.fill('nun')
  const suggested = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await suggested.filter({ hasText: 'Search drivers and numbers for “nun”' }).click()
  await expect(suggested).toHaveText([
    /^Ana NunesDriver of KB-711 · \+598 99 333 441 · read [\d:]+/,
    /^José NúñezDriver of KB-710 · \+598 99 333 440 · read [\d:]+/,
  ])
  await suggested.last().click()
  await expect(card).toContainText('KB-710')
  expect(searches).toEqual(['{"text":"(099) 333-441"}', '{"text":"nun"}'])

  // An answer that comes late does not act on what is typed by then.
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/find/drivers', async (route) => {
    await answered
    await route.continue()
  })
  await field.fill('grace')
  await suggested.filter({ hasText: 'Search drivers and numbers for “grace”' }).click()
  await expect(page.getByText('Searching …').first()).toBeVisible()
  await field.pressSequentially('f')
  const late = page.waitForResponse('**/api/find/drivers')
  answer()
  await late
  await field.press('Backspace')
  await expect(
    suggested.filter({ hasText: 'Search drivers and numbers for “grace”' }),
  ).toBeVisible()
  await expect(card).toContainText('KB-710')

  // Enter after a failure searches again.
  await page.unroute('**/api/find/drivers')
  consoleErrors.allow(/net::ERR_FAILED/)
  await page.route('**/api/find/drivers', (route) => route.abort(), { times: 1 })
  await suggested.filter({ hasText: 'Search drivers and numbers for “grace”' }).click()
  await expect(page.getByText(/^Drivers could not be searched/).first()).toBeVisible()
  await field.press('Enter')
  await expect(card).toContainText('KB-712')
})

test('a mistyped type offers the types that exist, and several types are a filter of the list', async ({
  page,
}) => {
  await page.goto('/?position=51.51,-0.12')
  // Another test may not have shown this dashboard every type.
  await expect(page.locator('datalist option[value=wheelchair_taxi]')).toBeAttached()
  await areaLine(page).click()
  await page.getByLabel('Type', { exact: true }).fill('tax')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Taxi', exact: true }).click()
  await expect(page).toHaveURL(/[?&]type=taxi/)
  await areaLine(page).click()
  await page.getByLabel('Type', { exact: true }).fill('taxi, Wheelchair taxi')
  const asked = page.waitForRequest((request) => request.url().includes('/api/live'))
  await page.keyboard.press('Enter')
  expect(new URL((await asked).url()).searchParams.get('type')).toBeNull()
  await expect(page).toHaveURL(/types=taxi,wheelchair_taxi/)
  const rows = page.getByRole('listbox').getByRole('option')
  await expect(rows.filter({ hasText: 'Wheelchair taxi' }).first()).toBeAttached()
  expect((await rows.allInnerTexts()).filter((text) => !/taxi/i.test(text))).toEqual([])
})

test('without tiles the map stays usable, with coastlines and a notice', async ({
  page,
  tiles,
}) => {
  tiles.isFailing = true
  await page.goto('/')
  await expect(page.getByText('Map tiles are not loading')).toBeVisible()
  await expect(page.locator('.map-land').first()).toBeAttached()
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss the notice about map tiles' }).click()
  await expect(page.getByText('Map tiles are not loading')).toBeHidden()
  await page.reload()
  await expect(page.getByText('Map tiles are not loading')).toBeVisible()
  tiles.isFailing = false
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page.getByText('Map tiles are not loading')).toBeHidden()
})

test('a selected vehicle outside of the circle says what is known, and leads there', async ({
  page,
}) => {
  await page.goto('/?position=51.5,-0.12')
  await page.getByRole('listbox').getByRole('option').first().click()
  const selected = page.getByRole('region', { name: 'Selected vehicle' })
  const callSign = selected.locator('h2 bdi').first()
  await expect(callSign).toHaveText(/^(KB-|T-|MVD |Móvil )\d+/)
  const name = await callSign.innerText()
  const vehicle = new URL(page.url()).searchParams.get('vehicle') ?? ''
  await expect(selected).not.toContainText('Outside')
  await searchField(page).fill('51.56,-0.3')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/position=51\.56,-0\.3/)
  await expect(selected).toContainText('Outside the searched circle.')
  // A shared link knows no more than the id.
  await page.goto(`/?position=51.56,-0.3&vehicle=${vehicle}`)
  await expect(selected).toContainText('Outside the searched circle.')
  await expect(callSign).toHaveText(name)
  await expect(selected.getByRole('list', { name: 'Facts' })).toHaveText(/^Seats \d+(Plate|Price)/)
  await selected.getByRole('button', { name: 'Go there' }).click()
  await expect(selected).not.toContainText('Outside')
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText(
    name,
  )
})

test('a service that is down is reported, the map loads once it is up, and keeps its rows when it is down again', async ({
  page,
  standing: { url, service },
  consoleErrors,
}) => {
  const lat = 51.5
  const lng = -9.1
  service.show(standingFleet(30, () => ({}), { at: { lat, lng }, prefix: 'down' }))
  await service.stop()
  consoleErrors.allow(/status of 50[234]/)
  await page.goto(`${url}/?position=${lat},${lng}&radius=5000`)
  const alert = page.getByRole('alert').filter({ hasText: 'Service unreachable' })
  await expect(alert).toContainText('Kerbside keeps trying')
  await expect(page.getByText('0 vehicles')).toBeHidden()
  await service.start()
  const rows = page.getByRole('listbox').getByRole('option')
  await expect(rows.first()).toBeVisible()
  await service.stop()
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect(page.getByText(/^Service unreachable\. Showing data from/)).toBeVisible()
  await expect
    .poll(async () => (await boxOf(page.getByRole('listbox'))).height, 'the list during an outage')
    .toBeGreaterThan(480)
})
