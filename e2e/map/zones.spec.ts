import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { standingFleet } from '@/e2e/support/standing-fleet'
import { mapOf, pixelsOf } from './on-map'

const zoneRow = (page: Page, name: string) => page.locator(`[data-zone="${name}"]`)

const fileOf = (text: string) => ({
  name: 'zones.geojson',
  mimeType: 'application/geo+json',
  buffer: Buffer.from(text),
})

test('a zone that is drawn on the map counts the vehicles inside, the longest waiting are selected by a click', async ({
  page,
  startService,
  startDashboard,
}) => {
  const service = await startService({ fleet: standingFleet(8) })
  const { url } = await startDashboard(service.env)
  await page.goto(`${url}/?position=51.503,-0.1&radius=1000&map=51.503,-0.1@15`)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(8)
  await page.keyboard.press('z')
  await expect(page.getByText('No zones yet.')).toBeVisible()

  // Around the three southernmost vehicles.
  await page.getByRole('button', { name: 'Draw a zone' }).click()
  await expect(page.getByText('Click the corners of the zone')).toBeVisible()
  await expect(mapOf(page)).toBeFocused()
  const corners = [
    { lat: 51.4993, lng: -0.103 },
    { lat: 51.4993, lng: -0.097 },
    { lat: 51.5023, lng: -0.097 },
    { lat: 51.5023, lng: -0.103 },
  ]
  for (const corner of corners) {
    const { x, y } = await pixelsOf(page, corner)
    await page.mouse.move(x - 4, y - 4)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.up()
  }
  const end = await pixelsOf(page, corners[0]!)
  await page.mouse.click(end.x, end.y)
  const dialog = page.getByRole('dialog', { name: 'New zone' })
  await expect(dialog.getByText('An outline of 4 points.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Station')
  await dialog.getByLabel('Free vehicles, at least').fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()

  const station = zoneRow(page, 'Station')
  await expect(station).toContainText('3 free')
  await expect(station).toContainText('2 short: at least 5 free wanted')
  await expect(page.locator('.map-zone-name')).toHaveText('Station')
  await expect(page.locator('.map-zone')).toHaveCount(1)
  const levelOf = (pane: string) =>
    page.locator(`.leaflet-${pane}-pane`).evaluate((element) => Number(element.style.zIndex))
  expect(await levelOf('zone-names'), 'above the vehicles').toBeGreaterThan(
    await levelOf('vehicles'),
  )
  // The click that draws opens no popup, and selects no vehicle.
  await expect(page.locator('.leaflet-popup')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toHaveCount(0)
  await station.getByRole('listitem').first().getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toBeVisible()

  // The pointer is not needed.
  await page.getByRole('button', { name: 'More about zones' }).click()
  await page.getByRole('button', { name: 'New circle by numbers' }).click()
  await dialog.getByLabel('Name').fill('Park')
  await dialog.getByLabel('Centre').fill('51.5063, -0.1')
  await dialog.getByLabel('Radius in metres').fill('150')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(zoneRow(page, 'Park')).toContainText('2 free')

  await page.getByRole('button', { name: 'Change Park' }).click()
  const change = page.getByRole('dialog', { name: 'Zone' })
  await change.getByRole('button', { name: 'Change it on the map' }).click()
  await expect(page.getByText('Drag the points of the zone.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(change.getByLabel('Radius in metres')).toHaveValue('150')
  await change.getByLabel('Radius in metres').fill('250')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(zoneRow(page, 'Park')).toContainText('3 free')
  await page.getByRole('button', { name: 'Change Park' }).click()
  await change.getByRole('button', { name: 'Delete' }).click()
  await expect(zoneRow(page, 'Park')).toBeHidden()
  await page.keyboard.press('u')
  await expect(zoneRow(page, 'Park')).toContainText('3 free')
})

test('a file of zones is imported, and a broken one says what is wrong and where', async ({
  page,
  startService,
  startDashboard,
}) => {
  const service = await startService({ fleet: standingFleet(8) })
  const { url } = await startDashboard(service.env)
  await page.goto(`${url}/?position=51.503,-0.1&radius=1000&panel=zones`)
  await expect(page.getByText('No zones yet.')).toBeVisible()
  const input = page.getByLabel('GeoJSON file of zones')
  await input.setInputFiles(fileOf('{"type": "FeatureCollection",\n"features": [}'))
  await expect(page.getByText('it isn’t valid JSON at line 2, column 14.')).toBeVisible()

  const outline = (...points: (readonly [number, number])[]) =>
    JSON.stringify({
      type: 'Feature',
      properties: { name: 'Docks', mostFree: 1 },
      geometry: { type: 'Polygon', coordinates: [points] },
    })
  const west = -0.103
  const east = -0.097
  const crossing = outline([west, 51.5], [east, 51.51], [west, 51.51], [east, 51.5], [west, 51.5])
  await input.setInputFiles(fileOf(crossing))
  await expect(
    page.getByText(/“Docks”, crosses itself: the line between points 1 and 2/),
  ).toBeVisible()
  await expect(page.getByText('No zones yet.')).toBeVisible()

  const square = outline(
    [west, 51.499],
    [east, 51.499],
    [east, 51.51],
    [west, 51.51],
    [west, 51.499],
  )
  await input.setInputFiles(fileOf(square))
  await expect(page.getByText('Imported 1 zone')).toBeVisible()
  await expect(zoneRow(page, 'Docks')).toContainText('8 free')
  await expect(zoneRow(page, 'Docks')).toContainText('7 too many: at most 1 free wanted')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More about zones' }).click()
  await page.getByRole('button', { name: 'Export as GeoJSON' }).click()
  expect((await download).suggestedFilename()).toBe('zones.geojson')
})
