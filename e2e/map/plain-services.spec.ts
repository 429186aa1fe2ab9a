import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { type OnService, SERVICES } from '@/e2e/support/plain-services'
import { openTechnical } from '@/e2e/support/technical'
import { distanceMetres } from '@/lib/interface/geometry'
import { distance, type Point, parameterOf, pixelsOf, searchField } from './on-map'

type Position = OnService['centre']

interface Listed {
  readonly id: string
  readonly ourRef: string
  readonly status: string
  readonly position: Position
}

const listOf = (page: Page) => page.getByRole('listbox', { name: /^Vehicles/ })
const rowsOf = (page: Page) => listOf(page).getByRole('option')

function viewOf({ url, centre: { lat, lng }, radius, zoom }: OnService): string {
  return `${url}/?position=${lat},${lng}&radius=${radius}&map=${lat},${lng}@${zoom}`
}

/** The list as its CSV has it, in its order. */
async function savedList(page: Page): Promise<{ vehicles: Listed[]; fetchedAtMs: number }> {
  await page.getByRole('button', { name: 'Columns and export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const text = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '').trim()
  const [header = [], ...rows] = text.split('\r\n').map((line) => line.slice(1, -1).split('","'))
  const vehicles = rows.map((row) => {
    const cell = (name: string) => row[header.indexOf(name)] ?? ''
    const position = { lat: Number(cell('lat')), lng: Number(cell('lng')) }
    return { id: cell('id'), ourRef: cell('our_ref'), status: cell('status'), position }
  })
  const [, time = ''] = /_(\d{4}-.*Z)\.csv$/.exec(download.suggestedFilename()) ?? []
  const fetchedAt = time.replace(/T(\d+)-(\d+)-(\d+)Z/, 'T$1:$2:$3Z')
  return { vehicles, fetchedAtMs: Date.parse(fetchedAt) }
}

/** Middle of the pixels near a point that vehicles paint in a colour, and how many they are. */
function paintedNear(page: Page, at: Point, colour: string) {
  return page.evaluate(
    ([{ x, y }, colour]) => {
      const reach = 20
      const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-vehicles-pane canvas')
      const copy = new OffscreenCanvas(2 * reach, 2 * reach).getContext('2d', {
        willReadFrequently: true,
      })
      if (!canvas || !copy) throw new Error('no canvas of vehicles')
      const { left, top } = canvas.getBoundingClientRect()
      copy.translate(reach - (x - left), reach - (y - top))
      copy.drawImage(canvas, 0, 0)
      const wanted = colour.match(/\d+/g)?.map(Number) ?? []
      const { data } = copy.getImageData(0, 0, 2 * reach, 2 * reach)
      let count = 0
      let across = 0
      let down = 0
      for (let n = 0; n < data.length / 4; n++) {
        if (
          !wanted.every((part, channel) => data[4 * n + channel] === part) ||
          data[4 * n + 3] !== 255
        )
          continue
        count++
        across += (n % (2 * reach)) + 0.5
        down += Math.floor(n / (2 * reach)) + 0.5
      }
      return { count, x: x - reach + across / count, y: y - reach + down / count }
    },
    [at, colour] as const,
  )
}

/** Colour of a status in the legend, that of a fresh report. */
async function legendColour(page: Page, words: string): Promise<string> {
  const statuses = page.getByRole('list', { name: 'Statuses' })
  const open = page.getByRole('button', { name: 'Layers and legend' })
  if ((await open.getAttribute('aria-expanded')) === 'false') await open.click()
  return statuses
    .getByRole('listitem')
    .filter({ hasText: words })
    .locator('path')
    .first()
    .evaluate((path) => getComputedStyle(path).fill)
}

const words = (status: string) =>
  status === '' ? 'No status' : `${status[0]?.toUpperCase()}${status.slice(1)}`

/** Texts about a report of long ago. */
const OLD = /\d,\d{3}d|last heard|never|stale/i

/**
 * Also a call sign with characters that mean something in an expression;
 * pages isolate its direction.
 */
const startOf = (text: string) => new RegExp(`^\u2068?${text.replace(/\W/g, '\\$&')}`)

for (const name of SERVICES) {
  test(`${name}: list and map show what the service says; filter, record, look-up and examples`, async ({
    page,
    openOn,
  }) => {
    const service = await openOn(name)
    const { centre } = service
    await page.goto(viewOf(service))
    await expect(page.getByText('Demo data')).toHaveCount(0)
    // Call signs are read in the background, one a second at first, and half as many
    // when the machine is slow.
    await expect
      .poll(
        async () =>
          (await savedList(page)).vehicles.slice(0, 12).filter(({ ourRef }) => ourRef).length,
        {
          timeout: 60_000,
        },
      )
      .toBeGreaterThan(11)
    await page.getByRole('button', { name: 'Pause live updates' }).click()
    const { vehicles } = await savedList(page)
    const nearest = vehicles.map(({ position }) => distanceMetres(centre, position))
    expect(nearest).toEqual(nearest.toSorted((a, b) => a - b))
    const shown = vehicles.map(({ id, position, status }) => ({ id, position, status }))
    expect(shown).toEqual(
      service.rows.map(({ id, position, status = '' }) => ({ id, position, status })),
    )
    await expect(rowsOf(page)).toHaveText(vehicles.map(({ ourRef }) => startOf(ourRef)))
    // Its one time is of 2017, or absent.
    for (const row of await rowsOf(page).allTextContents()) expect(row).not.toMatch(OLD)

    // Not faded, and where they are.
    await page.keyboard.press('t')
    const places = await Promise.all(vehicles.map(({ position }) => pixelsOf(page, position)))
    let drawn = 0
    for (const [n, vehicle] of vehicles.entries()) {
      const at = places[n] as Point
      if (places.some((other) => other !== at && distance(at, other) < 42)) continue
      const colour = await legendColour(page, words(vehicle.status))
      await expect
        .poll(async () => (await paintedNear(page, at, colour)).count, vehicle.id)
        .toBeGreaterThan(20)
      const painted = await paintedNear(page, at, colour)
      expect(distance(painted, at), vehicle.id).toBeLessThan(1)
      drawn++
    }
    expect(drawn).toBeGreaterThan(11)

    // Other references do not begin with the same characters.
    const first = vehicles.find(({ ourRef }) => /[2-9]$/.test(ourRef)) as Listed
    const alike = vehicles.filter(({ status }) => status === first.status).length
    const setsize = () => rowsOf(page).first().getAttribute('aria-setsize')
    const chip = page
      .getByRole('list', { name: 'Vehicles by status' })
      .getByRole('button', { name: new RegExp(`^${alike} ${words(first.status)}$`, 'i') })
    await chip.click()
    await expect.poll(setsize).toBe(String(alike))
    await searchField(page).fill(first.ourRef)
    await page.getByRole('option', { name: `List only “${first.ourRef}”` }).click()
    await expect(rowsOf(page)).toHaveText([startOf(first.ourRef)])
    await listOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(`${service.url}/vehicles/${first.id}`)
    await expect(page.getByRole('main').getByText(words(first.status)).first()).toBeVisible()
    await expect(page).toHaveTitle(startOf(first.ourRef))
    if (name === 'plain') await expectWholeRecord(page)
    await expectPlainWords(page)
    await page.getByRole('link', { name: 'Show on map' }).click()
    await expect(page.getByRole('region', { name: 'Selected vehicle' })).toContainText(first.ourRef)
    await goBack(page)

    await page.getByRole('link', { name: 'Look up' }).click()
    await page.getByLabel('Our reference').fill(first.ourRef)
    await page.getByRole('button', { name: 'Look up', exact: true }).click()
    const found = page.getByRole('region', { name: startOf(first.ourRef) })
    await expect(found.getByText(words(first.status), { exact: true })).toBeVisible()
    const { lat, lng } = first.position
    await expect(found.getByText(`${lat}, ${lng}`, { exact: true })).toBeVisible()
    await expectPlainWords(page)
    // Examples are the same in all.
    if (name !== 'plain') return

    await page.getByRole('link', { name: 'Example vehicle' }).click()
    await expect(page.getByRole('heading', { name: 'Driver' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Location' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Example booking' }).click()
    const journey = page.getByRole('region', { name: /journey/i })
    await expect(journey.locator('.map-point')).toHaveCount(2)
    const totals = page.getByRole('region', { name: 'Totals' })
    await expect(page.getByRole('main').getByText('Mariana Olivera').first()).toBeVisible()
    await expect(totals.getByRole('row', { name: /Total/ })).toContainText(/\d/)
    await expectPlainWords(page)
    await openTechnical(page)
    const checks = page.getByRole('region', { name: 'Checks of the totals' })
    await expect(checks.getByText('agrees').first()).toBeVisible()
    const vehicle = page.getByRole('region', { name: 'Vehicle' })
    const link = vehicle.locator('a[href^="/vehicles/"]').first()
    const id = await link.textContent()
    await link.click()
    await expect(page).toHaveURL(`${service.url}/vehicles/${id}`)
    await expect(page.getByRole('heading', { name: 'Location', exact: true })).toBeVisible()
  })

  test(`${name}: pick-ups and waits by road, the watch list, and a replay of the list that was`, async ({
    page,
    openOn,
  }) => {
    const service = await openOn(name)
    const { centre, rows } = service
    const at = `${centre.lat},${centre.lng}`
    await page.goto(`${viewOf(service)}&pickup=${at}&panel=pickup`)
    await expect(page.getByText('By road, without traffic.')).toBeVisible()
    const options = rowsOf(page)
    const suitable = rows.filter(({ status = 'available' }) => status === 'available')
    await expect(options.nth(rows.length - 1)).toHaveAccessibleName(/REF-\d+/)
    await expect(
      page.getByText(`${suitable.length} of ${rows.length} suitable within 1 km`),
    ).toBeVisible()
    const labels = await options.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel ?? ''))
    const minutes = labels.flatMap(
      (label) => /(\d+) min · [\d.]+ k?m by road/.exec(label)?.[1] ?? [],
    )
    expect(minutes.length).toBeGreaterThan(2)
    expect(minutes).toEqual(minutes.toSorted((a, b) => Number(a) - Number(b)))
    expect(labels[minutes.length]).toContain('200 m or more from any road')
    await options.first().click()
    const card = page.getByRole('region', { name: 'Selected vehicle' })
    await expect(card).toContainText(/\d+ min · [\d.]+ k?m by road, without traffic/)
    await expect(page.locator('path.map-road')).toHaveAttribute('d', /^M.*L/)
    await card.getByRole('button', { name: 'Close the selected vehicle' }).click()

    await page.keyboard.press('e')
    const waits = page.getByRole('region', { name: 'Wait map' })
    await expect(waits).toContainText(/longest( near [^:]+)?: \d+ min/)
    await page.keyboard.press('e')
    await expect(waits).toBeHidden()
    await page.getByRole('button', { name: 'Close the pick-up board' }).click()

    await options.first().click()
    await page.keyboard.press('w')
    await page.getByRole('tab', { name: 'Watched' }).click()
    const watched = page
      .getByRole('list', { name: 'Watched vehicles', exact: true })
      .getByRole('listitem')
    await expect(watched.getByRole('heading')).toHaveAttribute(
      'title',
      parameterOf(page, 'vehicle') ?? '',
    )
    await expect(watched).toContainText(words(rows[0]?.status ?? ''))
    await expect(watched).not.toContainText(OLD)
    await watched.getByRole('button', { name: 'Watch this vehicle' }).click()
    await expect(page.getByText('No vehicles are watched')).toBeVisible()
    await page.getByRole('tab', { name: 'Vehicles' }).click()

    const live = await savedList(page)
    // Within the five seconds until the next sweep.
    const moment = new Date(live.fetchedAtMs + 1000).toISOString()
    await page.goto(`${viewOf(service)}&at=${moment}`)
    const replay = page.getByRole('region', { name: 'Replay' })
    await expect(replay.locator('time')).toHaveAttribute('datetime', moment)
    await expect(options.first()).toBeVisible()
    const then = await savedList(page)
    // A call sign that was read since names the vehicle of then.
    expect(then.vehicles).toEqual(
      live.vehicles.map((one, at) =>
        one.ourRef ? one : { ...one, ourRef: then.vehicles[at]?.ourRef },
      ),
    )
    await replay.getByRole('button', { name: 'Live' }).click()
    await expect(replay).toBeHidden()
    await expect(page.getByText(/^Live \d+s$/)).toBeVisible()
  })
}

async function expectWholeRecord(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/^\u2068?REF-2\u2069? · \u2068?Volvo V60\u2069? · Kerbside$/)
  for (const title of ['Vehicle', 'Driver', 'Owner', 'Prices', 'Record', 'Technical'])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  for (const value of ['Ines Calder', '+44 7700 900107', 'AB 12345', 'Volvo V60', '2015'])
    await expect(page.getByRole('main').getByText(value).first()).toBeVisible()
}

/** Nothing that a program writes instead of a missing value. */
async function expectPlainWords(page: Page): Promise<void> {
  await expect(page.getByRole('main')).not.toContainText(/NaN|undefined|\[object|Invalid Date/)
}
