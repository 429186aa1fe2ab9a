import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { countStreams, readGauge } from '@/e2e/support/metrics'
import { STANDING_CENTRE, standingFleet } from '@/e2e/support/standing-fleet'
import { countSweeps, refresh } from './on-map'
import { playQuickStream } from './quick-stream'

const { lat, lng } = STANDING_CENTRE
const area = `position=${lat},${lng}&radius=5000`
const rows = (page: Page) => page.getByRole('listbox').getByRole('option')

test('fifty refreshes move vehicles but not the map, the selection, the focus or the scroll position @motion', async ({
  page,
}) => {
  const stream = await playQuickStream(page, STANDING_CENTRE)
  await page.goto(`/?${area}&map=${lat + 0.01},${lng}@14`)
  await rows(page).nth(3).click()
  const selected = page.getByRole('region', { name: 'Selected vehicle' })
  await expect(selected).toBeVisible()
  const listbox = page.getByRole('listbox')
  await listbox.evaluate((element) => element.scrollTo(0, 600))
  const before = page.url()
  const id = new URL(page.url()).searchParams.get('vehicle') ?? ''
  stream.play()
  const texts = new Set<string>()
  // A busy machine draws fewer of them.
  while (stream.sent() < 50 || texts.size <= 5)
    texts.add((await rows(page).allTextContents()).join())
  stream.stop()
  expect(page.url()).toBe(before)
  await expect(selected.getByRole('heading')).toHaveAttribute('title', id)
  await expect(listbox).toBeFocused()
  expect(await listbox.evaluate((element) => element.scrollTop)).toBe(600)
  await page.close()
  stream.close()
})

test('a vehicle that leaves stays selected, with the reason @motion', async ({
  page,
  standing: { url, service },
}) => {
  const lng = -13.1
  service.show(standingFleet(5, () => ({}), { at: { lat, lng }, prefix: 'leaving' }))
  await page.goto(`${url}/?position=${lat},${lng}&radius=5000&vehicle=leaving-2`)
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toContainText('Make 2')
  service.answerWith(async (request, answer) => {
    const body = await (await answer(request)).json()
    if (body.vehicles)
      body.vehicles = body.vehicles.filter(({ id }: { id: string }) => id !== 'leaving-2')
    else (body.vehicle ?? body).status = 'busy'
    return Response.json(body)
  })
  await refresh(page, service)
  const selected = page.getByRole('region', { name: 'Selected vehicle' })
  await expect(selected).toContainText(/No longer here: status changed to busy .* ago/)
  await expect(rows(page)).toHaveCount(4)
  await page.getByText('1 no longer here').click()
  await expect(page.getByRole('button', { name: /Make 2.* status changed to busy/ })).toBeVisible()
  service.answerWith(null)
  await refresh(page, service)
  await expect(rows(page)).toHaveCount(5)
  await expect(selected).not.toContainText('No longer here')
})

test('filters and order are in the address, and back and forward work', async ({
  page,
  startService,
  startDashboard,
}) => {
  const fleet = standingFleet(6, (index) => ({
    status: index % 2 ? 'busy' : 'available',
    our_ref: `KB-${index + 1}`,
    // The third vehicle has no seats reported.
    ...(index === 2 ? {} : { passengers_max: index + 1 }),
  }))
  const service = await startService({ fleet })
  const { url } = await startDashboard({ ...service.env, DIRECTORY_CALLS_PER_SECOND: '50' })
  await page.goto(`${url}/?${area}`)
  await expect(rows(page)).toHaveCount(6)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('list', { name: 'Vehicles by status' }).getByRole('button').first().click()
  // Two changes in quick succession are one history entry.
  await expect(page).toHaveURL(/status=available/)
  // A filter acts while it is typed, so that the click that follows hits the row that is under it.
  await page.getByLabel('Seats, at least').fill('1')
  await expect(page.getByRole('tabpanel').getByText('2 of 6 shown')).toBeVisible()
  await expect(page).toHaveURL(/seats=1/)
  await page.getByLabel('Sort by').selectOption('Fewest seats first')
  await expect(page).toHaveURL(/sort=seats/)
  await page.getByLabel('Sort by').selectOption('Most seats first')
  await expect(page.getByRole('listbox', { name: 'Vehicles, most seats first' })).toBeVisible()
  await expect(rows(page).first()).toContainText('Make 5')
  await expect(page).toHaveURL(/sort=-seats/)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Make 5')
  for (const order of ['fewest seats first', 'nearest first']) {
    await goBack(page)
    await expect(page.getByRole('listbox', { name: `Vehicles, ${order}` })).toBeVisible()
  }
  await goBack(page)
  await expect(page.getByRole('tabpanel').getByText('3 of 6 shown')).toBeVisible()
  await goBack(page)
  await expect(rows(page)).toHaveCount(6)
  await page.goForward()
  await expect(rows(page)).toHaveCount(3)
  await page.goto(`${page.url()}&text=nothing has this`)
  await expect(page.getByText(/^No vehicles match .*“nothing has this”/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(6)

  // The counts above the list are the one filter by status.
  await page.getByRole('button', { name: 'Layers and legend' }).click()
  const legend = page.getByRole('list', { name: 'Statuses' })
  await expect(legend).toBeVisible()
  await expect(legend.getByRole('button')).toHaveCount(0)
  const counts = page.getByRole('list', { name: 'Vehicles by status' }).getByRole('button')
  await expect(counts).toHaveText(['3', '3'])
  await counts.first().click()
  await expect(page).toHaveURL(/status=available/)
  await expect(rows(page)).toHaveCount(3)
  await expect(counts).toHaveText(['3', '3'])
  await counts.first().click()
  await expect(rows(page)).toHaveCount(6)

  // Names come with the list.
  await expect(rows(page).nth(5)).toHaveText(/^KB-6 /)

  // A status that was seen to begin is younger than those that were there before.
  service.answerWith(async (request, answer) => {
    const body = await (await answer(request)).json()
    for (const one of body.vehicles ?? []) if (one.id === 'v-3') one.status = 'reserved'
    return Response.json(body)
  })
  await refresh(page, service)
  await expect(rows(page).nth(2)).toHaveText(/Reserved < 1 min/)
  await page.getByLabel('Sort by').selectOption('Longest in status first')
  await expect(
    page.getByRole('listbox', { name: 'Vehicles, longest in status first' }),
  ).toBeVisible()
  await expect(rows(page).last()).toHaveText(/^KB-3 /)
  await page.getByLabel('Sort by').selectOption('Shortest in status first')
  await expect(rows(page).first()).toHaveText(/^KB-3 /)
})

test('saved areas are the desk’s, and appear in another tab', async ({ page, context }) => {
  await page.goto('/?position=51.5,-0.1&radius=700&sort=-price&panel=saved')
  await page.getByLabel('Save this view as').fill('South bank')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const other = await context.newPage()
  await other.goto('/?panel=saved')
  await other
    .getByRole('button', {
      name: 'South bank, 700 m, highest price number first; currency not reported',
      exact: true,
    })
    .click()
  await expect(other.getByLabel('Radius')).toHaveValue('700')
  await expect(other).toHaveURL(/sort=-price/)
  await other.getByRole('tab', { name: 'Saved' }).click()
  await expect(other.getByRole('button', { name: /^South bank, 700 m/ })).toBeVisible()
  await other.getByLabel('Save this view as').fill('South bank')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await other.getByRole('button', { name: 'Delete South bank' }).click()
  await expect(other.getByText('Nothing saved yet')).toBeVisible()
  const saved = other.getByRole('region', { name: 'Saved areas' })
  await saved.getByRole('button', { name: 'Undo' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: /^South bank, 700 m/ })).toBeVisible()
  await other.getByRole('button', { name: 'Delete South bank' }).click()
  await expect(other.getByText('Nothing saved yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nothing saved yet')).toBeVisible()
})

test('a paused map and a hidden tab take the area out of their stream, and are refreshed when resumed or shown', async ({
  page,
  standing,
}) => {
  const { url, service } = standing
  await expect.poll(() => countStreams(standing), 'without those of other tests').toBe(0)
  service.show(standingFleet(3, () => ({}), { at: { lat, lng: -15.1 }, prefix: 'hidden' }))
  await page.clock.install()
  await page.goto(`${url}/?position=${lat},-15.1&radius=5000`)
  await expect(rows(page)).toHaveCount(3)
  expect(await countStreams(standing)).toBe(1)
  await page.getByRole('button', { name: 'Pause live updates' }).click()
  await expect(page.getByText(/^Paused at \d\d:\d\d:\d\d/)).toBeVisible()
  // Another test's alert may be open.
  await expect(page).toHaveTitle(/^(\(\d\) )?Paused · 3 available · 5 km around /)
  await expect.poll(() => countStreams(standing)).toBe(0)
  // Old data must not look live: the map is grey until the next refresh.
  const ground = page.locator('.leaflet-map-pane')
  await expect(ground).toHaveCSS('filter', 'none')
  await page.clock.fastForward(31_000)
  await expect(ground).toHaveCSS('filter', 'grayscale(1) opacity(0.6)')
  await expect(rows(page).first().locator('.status-mark')).toHaveCSS('filter', /grayscale\(1\)/)
  await expect(page).toHaveTitle(/^(\(\d\) )?Paused · 3 available at \d+:\d\d.* · 5 km around /)
  await page.getByRole('button', { name: 'Resume live updates' }).click()
  await expect(page).toHaveTitle(/^(\(\d\) )?3 available · 5 km around 51\.5, -15\.1 · Kerbside$/)
  await expect.poll(() => countStreams(standing)).toBe(1)
  await expect(ground).toHaveCSS('filter', 'none')

  await setVisibility(page, 'hidden')
  await expect(page.getByText(/^Paused \(tab hidden\)/)).toBeVisible()
  await expect.poll(() => countStreams(standing)).toBe(0)
  // Its topics go on.
  await expect.poll(() => readGauge(standing, 'kerbside_live_pages')).toBe(1)
  const asleep = countSweeps(service)
  // At once: a second passes in the tab, of the five until the next sweep.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await setVisibility(page, 'visible')
  await page.clock.runFor(1000)
  await expect.poll(() => countSweeps(service)).toBeGreaterThan(asleep)
  await page.clock.resume()
  await expect(page.getByText(/^Live [01]s$/)).toBeVisible()
  expect(await countStreams(standing)).toBe(1)
})

test('the map opens at the edges of the earth, and an empty circle offers a larger radius', async ({
  page,
}) => {
  for (const position of ['0,-180', '90,0']) {
    await page.goto(`/?position=${position}&radius=5000`)
    await expect(page.getByText('No vehicles within 5 km')).toBeVisible()
    await page.getByRole('button', { name: 'Zoom in' }).click()
  }
  await page.getByRole('button', { name: 'Double the radius' }).click()
  await expect(page.getByLabel('Radius')).toHaveValue('10000')
})

function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => visibilityState,
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
