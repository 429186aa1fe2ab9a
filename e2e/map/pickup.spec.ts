import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { standingFleet } from '@/e2e/support/standing-fleet'
import type {
  RoadAnswer,
  RoadPath,
  RoadStreets,
  RoadTimes,
  RoadWaits,
} from '@/lib/api/contract/roads'
import type { Position } from '@/lib/interface/resources'
import { boxOf, distance, drag, mapOf, middleOf, parameterOf, pixelsOf, tipOfPin } from './on-map'

// Beside the vehicles: an area that another test watched in the minute
// before is not asked for again.
const lat = 51.4999
const lng = -0.1

/** Tip of the pin in pixels of the page, once it is the middle of the search on a map at rest. */
async function settledTip(page: Page) {
  let tip = { x: 0, y: 0 }
  await expect(async () => {
    const before = tip
    tip = await tipOfPin(page)
    expect(distance(tip, await middleOf(page.locator('.map-centre')))).toBeLessThan(2)
    expect(tip).toEqual(before)
  }).toPass({ intervals: [200] })
  return tip
}

test('a pick-up searches round its point until five fit, and only a wanted click or drag moves it', async ({
  page,
  standing: { url, service },
}) => {
  await page.goto(`${url}/?position=51.55,-0.2&radius=150&panel=pickup&status=busy`)
  await page.getByRole('combobox', { name: 'Pick-up point' }).fill(`${lat},${lng}`)
  const from = service.requests.length
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Seats' })).toBeFocused()
  await expect(page.getByText('5 of 5 suitable within 500 m')).toBeVisible()
  const radii = service.requests
    .slice(from)
    .map((request) => new URL(request.url).searchParams)
    .filter((asked) => asked.get('position')?.startsWith(`${lat},`))
    .map((asked) => asked.get('radius'))
  expect([...new Set(radii)]).toEqual(['150', '200', '500'])
  await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAccessibleName(/^1: /)
  const tip = await settledTip(page)

  // The ground beside it.
  const ground = { x: tip.x + 150, y: tip.y + 100 }
  await page.mouse.click(ground.x, ground.y)
  await expect(page.getByRole('button', { name: 'Pick up here' })).toBeVisible()
  expect(parameterOf(page, 'pickup')).toBe(`${lat},${lng}`)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Move the pin' }).click()
  await page.mouse.click(ground.x, ground.y)
  await expect.poll(() => parameterOf(page, 'pickup')).not.toBe(`${lat},${lng}`)
  const second = parameterOf(page, 'pickup')
  expect(parameterOf(page, 'position')).toBe(second)
  const [movedLat, movedLng] = (second ?? '').split(',').map(Number) as [number, number]
  expect(movedLat).toBeLessThan(lat)
  expect(movedLng).toBeGreaterThan(lng)
  await expect(page.getByText('Click the new pick-up point on the map.')).toBeHidden()

  // The map fits its five when they have come: a drag begun just before that misses the pin.
  await expect(async () => {
    const { x, y } = await settledTip(page)
    await drag(page, { x, y: y - 20 }, { x: x - 100, y: y - 120 })
    await expect.poll(() => parameterOf(page, 'pickup'), { timeout: 2000 }).not.toBe(second)
  }).toPass()
  const third = (parameterOf(page, 'pickup') ?? '').split(',').map(Number) as [number, number]
  expect(third[0]).toBeGreaterThan(movedLat)
  expect(third[1]).toBeLessThan(movedLng)
})

/** Facts of rows that are not wholly visible. */
function cutFacts(page: Page, facts: string[]): Promise<string[]> {
  return page.getByRole('listbox').evaluate((list, wanted) => {
    const rows = [...list.querySelectorAll('[role=option]')]
    // The others have reasons instead.
    return rows
      .filter((row) => !row.textContent?.includes('status'))
      .flatMap((row) =>
        wanted.filter((fact) => {
          const element = [...row.querySelectorAll('bdi')].find(
            ({ textContent }) => textContent === fact,
          )
          const line = element?.closest('p')?.getBoundingClientRect()
          const part = element?.parentElement
          if (!element || !line || !part) return true
          const { left, right } = element.getBoundingClientRect()
          return part.scrollWidth > part.clientWidth || left < line.left || right > line.right
        }),
      )
  }, facts)
}

test('rows show what is asked for whole, “by road” stands above them, and the map shows the five numbered', async ({
  page,
  standing: { url, service },
}) => {
  const at = { lat: 51.5, lng: -15.1 }
  const long = {
    make: 'Mercedes-Benz Sprinter Transfer',
    type: 'wheelchair_taxi',
    passengers_max: 5,
    load_m3: 2.5,
  }
  const statuses = ['available', 'waiting_for_the_passenger_at_the_door']
  service.show(
    standingFleet(9, (index) => ({ ...long, status: statuses[index % 2] }), {
      at,
      prefix: 'whole',
    }),
  )
  await answerRoads(page)
  const options = page.getByRole('listbox').getByRole('option')
  for (const size of [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`${url}/?position=${at.lat},${at.lng}&radius=5000`)
    await expect(options.first()).toBeVisible()
    expect(await cutFacts(page, ['5 seats'])).toEqual([])
  }
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(
    `${url}/?position=${at.lat},${at.lng}&radius=20000&panel=pickup&pickup_seats=5&pickup_load=2`,
  )
  await page.getByRole('combobox', { name: 'Pick-up point' }).fill(`${at.lat},${at.lng}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('By road, without traffic.')).toBeVisible()
  await expect(options.first()).toContainText('5 seats')
  expect(await cutFacts(page, ['5 seats', '2.5 m³'])).toEqual([])
  await expect(options.first()).not.toContainText('by road')
  // Closer than the circle of 20 km, with the point and all five in view.
  await expect(async () => {
    const map = await boxOf(mapOf(page))
    const pixels = [at, { lat: at.lat + 8 * 0.0009, lng: at.lng }].map((one) => pixelsOf(page, one))
    for (const { x, y } of await Promise.all(pixels)) {
      expect(x).toBeGreaterThan(map.x)
      expect(x).toBeLessThan(map.x + map.width)
      expect(y).toBeGreaterThan(map.y)
      expect(y).toBeLessThan(map.y + map.height)
    }
    expect(Number(parameterOf(page, 'map')?.split('@')[1])).toBeGreaterThan(14)
  }).toPass()
})

/**
 * Answers of the roads, by the order of the vehicles of a request: the farthest by
 * air is the first by road.
 */
function answerRoads(page: Page) {
  const asked: { times: RoadAnswer[]; waits: number[] } = { times: [], waits: [] }
  const meta = {
    fetchedAt: new Date().toISOString(),
    ageMs: 0,
    stale: false,
    reason: null,
    partial: false,
  }
  const answer = (data: unknown) => ({
    json: { data, meta: { ...meta, dropped: 0, requestId: 'r' } },
  })
  const times = ({ from }: { from: number[] }): RoadTimes => {
    const count = from.length / 2
    asked.times = Array.from({ length: count }, (_, n): RoadAnswer => {
      if (n === 1) return 'off-road'
      return { seconds: 60 * (count - n), metres: 700 * (count - n) }
    })
    return { state: 'ready', source: 'city', isOffRoad: false, fastestKmh: 90, times: asked.times }
  }
  const path = ({ from, to }: { from: Position; to: Position }): RoadPath => {
    const corner = [from.lat, from.lng + 0.005] as const
    const points = [[from.lat, from.lng] as const, corner, [to.lat, to.lng] as const]
    return { path: { seconds: 66, metres: 720, points } }
  }
  // From the centre 400 m to the east, and 1,200 m to the west.
  const streets = [
    [51_500_000, -100_000, 0, 5_770],
    [51_500_000, -100_000, 0, -17_310],
  ]
  const waits = ({ from }: { from: number[] }): RoadWaits => {
    asked.waits = from
    const longest = { seconds: 540, name: 'Camino Maldonado' }
    return { state: 'ready', version: 'v', seconds: [60, 540], longest }
  }
  const routes = [
    page.route('**/api/roads/times', (route) =>
      route.fulfill(answer(times(route.request().postDataJSON()))),
    ),
    page.route('**/api/roads/path', (route) =>
      route.fulfill(answer(path(route.request().postDataJSON()))),
    ),
    page.route('**/api/roads/streets?*', (route) =>
      route.fulfill(
        answer({ state: 'ready', version: 'v', streets, classes: [0, 2] } satisfies RoadStreets),
      ),
    ),
    page.route('**/api/roads/wait', (route) =>
      route.fulfill(answer(waits(route.request().postDataJSON()))),
    ),
  ]
  return Promise.all(routes).then(() => asked)
}

test('the board ranks by road, draws the way of the chosen vehicle, and the wait map says and shows how long', async ({
  page,
  standing: { url },
}) => {
  const asked = await answerRoads(page)
  await page.goto(
    `${url}/?position=51.5,-0.1&radius=1500&pickup=51.5,-0.1&panel=pickup&status=busy`,
  )
  await expect(page.getByText('By road, without traffic.')).toBeVisible()
  const options = page.getByRole('listbox').getByRole('option')
  expect(asked.times).toHaveLength(8)
  // By air v-1 is the nearest, by road the farthest; v-2 has no time.
  await expect(options.first()).toHaveAccessibleName(/^1: Make 8, .*1 min · 700 m by road/)
  await expect(options.nth(6)).toHaveAccessibleName(/^Make 1, .*8 min · 5\.6 km by road/)
  await expect(options.nth(7)).toHaveAccessibleName(
    /^Make 2, .*100 m N.*: 200 m or more from any road$/,
  )

  await options.first().click()
  const card = page.getByRole('region', { name: 'Selected vehicle' })
  await expect(card).toContainText('1 min · 700 m by road, without traffic')
  const way = page.locator('path.map-road')
  await expect(way).toHaveAttribute('d', /^M[\d\s.-]+L[\d\s.-]+L[\d\s.-]+$/)
  const tip = await settledTip(page)
  const box = await boxOf(way)
  expect(Math.abs(box.y + box.height - tip.y)).toBeLessThan(4)
  expect(Math.abs(box.x - tip.x)).toBeLessThan(4)
  // To its corner, 5 thousandths of a degree to the east; from vehicle to pick-up it is 6.3
  // thousandths to the south.
  expect(box.width / box.height).toBeCloseTo((0.005 * Math.cos((51.5 * Math.PI) / 180)) / 0.0063, 1)
  await card.getByRole('button', { name: 'Close the selected vehicle' }).click()
  await expect(way).toBeHidden()

  await page.keyboard.press('e')
  const waits = page.getByRole('region', { name: 'Wait map' })
  await expect(waits).toContainText(
    'Nowhere within this circle over 12 min; longest near Camino Maldonado: 9 min.',
  )
  await expect(waits.getByRole('row', { name: 'up to 2 min' })).toContainText('25%')
  await expect(waits.getByRole('row', { name: '8 to 12 min' })).toContainText('75%')
  expect(asked.waits).toHaveLength(16)
  expect(asked.waits.slice(0, 2)).toEqual([51_500_000, -100_000])
  const colours = () => page.evaluate(paintedColours)
  await expect.poll(colours).toEqual(['up to 2 min', '8 to 12 min'])
  await page.reload()
  await expect(waits).toContainText('longest near Camino Maldonado')
  await page.keyboard.press('e')
  await expect(waits).toBeHidden()
})

/** Rows of the legend whose colour the wait map has painted. */
function paintedColours(): string[] {
  const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-waits-pane canvas')
  // A copy: the layer's own canvas is not made to be read.
  const copy = new OffscreenCanvas(canvas?.width ?? 1, canvas?.height ?? 1)
  const context = copy.getContext('2d', { willReadFrequently: true })
  if (!canvas || !context) return []
  context.drawImage(canvas, 0, 0)
  const { data } = context.getImageData(0, 0, copy.width, copy.height)
  const seen = new Set<number>()
  // Edges of a line are faint, and their colours rounded.
  for (let at = 0; at < data.length; at += 4)
    if ((data[at + 3] as number) > 128)
      seen.add(
        ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number),
      )
  const isNear = (colour: number, [red = 0, green = 0, blue = 0]: number[]) =>
    Math.abs((colour >> 16) - red) +
      Math.abs(((colour >> 8) & 255) - green) +
      Math.abs((colour & 255) - blue) <
    8
  const rows = [...document.querySelectorAll('section[aria-label="Wait map"] tbody tr')]
  return rows.flatMap((row) => {
    const stroke = getComputedStyle(row.querySelector('path') as Element)
      .stroke.match(/\d+/g)
      ?.map(Number)
    return stroke && [...seen].some((colour) => isNear(colour, stroke))
      ? ((row.querySelector('th') as Element).textContent ?? '')
      : []
  })
}
