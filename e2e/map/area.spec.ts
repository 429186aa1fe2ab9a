import { expect, test } from '@/e2e/support/fixtures'
import { STANDING_CENTRE, standingFleet } from '@/e2e/support/standing-fleet'
import { boxOf, drag, hover, mapOf, middleOf, parameterOf, refresh } from './on-map'

const { lat, lng } = STANDING_CENTRE

test('the circle fills the map, its middle leaves the vehicle there visible, and its radius is shown while dragged', async ({
  page,
  standing: { url },
}) => {
  await page.goto(`${url}/?position=${lat},${lng}&radius=3000`)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(8)
  const map = await boxOf(mapOf(page))
  await expect
    .poll(async () => (await boxOf(page.locator('.map-circle'))).height)
    .toBeGreaterThan(0.8 * map.height)

  const middle = await middleOf(mapOf(page))
  await expect(await hover(page, middle)).toContainText('available')
  await page.mouse.click(middle.x, middle.y)
  await expect.poll(() => parameterOf(page, 'vehicle')).toBe('v-1')
  await page.keyboard.press('Escape')

  const at = await middleOf(page.locator('.map-handle'))
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x - 150, at.y, { steps: 2 })
  const label = page.locator('.map-handle-label')
  await expect(label).toHaveText(/^[12]\.?\d* km$/)
  const metres = Number(await page.locator('input[name=radius]').inputValue())
  expect(metres).toBeGreaterThan(1000)
  expect(metres).toBeLessThan(2500)
  expect(parameterOf(page, 'radius')).toBe('3000')
  await page.mouse.up()
  await expect.poll(() => parameterOf(page, 'radius')).toBe(String(metres))
  await expect(label).toHaveCount(0)
})

test('a map moved away can search what it shows, or go back', async ({
  page,
  standing: { url },
}) => {
  await page.goto(`${url}/?position=${lat},${lng}&radius=1000&map=${lat},${lng}@14`)
  const here = page.getByRole('button', { name: 'Search this area' })
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(8)
  await expect(here).toHaveCount(0)
  const map = await boxOf(mapOf(page))
  const moveAway = async () => {
    await drag(page, { x: map.x + 700, y: map.y + 600 }, { x: map.x + 300, y: map.y + 300 })
    await expect(here).toBeVisible()
  }
  await moveAway()
  await page.getByRole('button', { name: 'Back to the area' }).click()
  await expect(here).toHaveCount(0)
  await expect
    .poll(async () =>
      Math.abs((await boxOf(page.locator('.map-centre'))).x + 22 - map.x - map.width / 2),
    )
    .toBeLessThan(2)
  await moveAway()
  await here.click()
  await expect(here).toHaveCount(0)
  await expect(async () => {
    const [viewLat, viewLng] = (parameterOf(page, 'map') ?? '').split(/[,@]/).map(Number)
    const [nextLat, nextLng] = (parameterOf(page, 'position') ?? '').split(',').map(Number)
    expect(nextLat).toBeCloseTo(viewLat as number, 4)
    expect(nextLng).toBeCloseTo(viewLng as number, 4)
    const circle = await boxOf(page.locator('.map-circle'))
    expect(circle.height).toBeLessThan(map.height)
    expect(circle.height).toBeGreaterThan(0.9 * (map.height - 60))
  }).toPass()
})

test('streets and land of the dark map can be told apart, inside and outside of the circle', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  const contrast = await page.evaluate(() => {
    const pane = document.querySelector('.leaflet-tile-pane') as Element
    const wash = getComputedStyle(document.querySelector('.map-unknown') as Element).fill
    const canvas = document
      .createElement('canvas')
      .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    const luminance = (colour: string, isOutside: boolean) => {
      canvas.filter = getComputedStyle(pane).filter
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      canvas.filter = 'none'
      canvas.fillStyle = wash
      if (isOutside) canvas.fillRect(0, 0, 1, 1)
      const [red, green, blue] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      }) as [number, number, number]
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    // OpenStreetMap's land, and its casing and fill of streets.
    return [false, true].map((isOutside) => {
      const [land, casing, street] = ['#f2efe9', '#c2bdb6', '#ffffff'].map((colour) =>
        luminance(colour, isOutside),
      ) as [number, number, number]
      return {
        street: (land + 0.05) / (street + 0.05),
        casing: (casing + 0.05) / (land + 0.05),
        land,
      }
    })
  })
  const [inside, outside] = contrast as [(typeof contrast)[0], (typeof contrast)[0]]
  expect(inside.street).toBeGreaterThan(1.35)
  expect(inside.casing).toBeGreaterThan(3)
  expect(outside.casing).toBeGreaterThan(2)
})

test('a followed vehicle stays in view until the map is dragged, and its card says when it becomes busy @motion', async ({
  page,
  standing: { url, service },
}) => {
  const lat = 51.5
  const lng = -12.1
  service.show(standingFleet(1, () => ({}), { at: { lat, lng }, prefix: 'followed' }))
  let east = 0
  let status = 'available'
  service.answerWith(async (request, answer) => {
    const body = await (await answer(request)).json()
    for (const one of body.vehicles ?? [])
      Object.assign(one, { position: { lat, lng: lng + east }, status })
    return Response.json(body)
  })
  await page.goto(
    `${url}/?position=${lat},${lng}&radius=20000&map=${lat},${lng}@15&vehicle=followed-1`,
  )
  const follow = page.getByRole('button', { name: 'Follow this vehicle' })
  await follow.click()
  const centre = () => Number((parameterOf(page, 'map') ?? '').split(/[,@]/)[1])
  east = 0.05
  await refresh(page, service)
  // Half of the map's width, in degrees.
  await expect.poll(() => Math.abs(lng + east - centre())).toBeLessThan(0.022)

  const map = await boxOf(mapOf(page))
  await drag(page, { x: map.x + 500, y: map.y + 400 }, { x: map.x + 600, y: map.y + 450 })
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  const card = page.getByRole('region', { name: 'Selected vehicle' })
  east = 0.1
  status = 'busy'
  await refresh(page, service)
  await expect(card).toContainText('Changed from Available to Busy')
  await expect(page).toHaveTitle(/ is now busy · .* available · /)
  expect(Math.abs(lng + east - centre())).toBeGreaterThan(0.022)
})
