import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { isOnPhone } from '@/e2e/support/phone'
import { STANDING_CENTRE } from '@/e2e/support/standing-fleet'
import {
  atRest,
  boxOf,
  distance,
  drag,
  mapOf,
  middleOf,
  type Point,
  parameterOf,
  pointOnMap,
  popupOf,
  refresh,
  tipOfPin,
} from './on-map'

const { lat, lng } = STANDING_CENTRE

declare global {
  interface Window {
    popupsSeen: Set<Element>
  }
}

/** Searches and views without a vehicle at the clicked point. */
const VIEWS = [
  { radius: 1000, zoom: null },
  { radius: 500, zoom: 17 },
  { radius: 50_000, zoom: 6 },
]

type View = (typeof VIEWS)[number]

/** Loads the page, or when it is there already only moves it to the view. */
async function openView(page: Page, url: string, { radius, zoom }: View) {
  // A circle outside the view keeps its handles away from the clicks.
  const map = zoom === null ? '' : `&map=${lat - 400 / 2 ** zoom},${lng}@${zoom}`
  const href = `${url}/?position=${lat},${lng}&radius=${radius}${map}`
  if (page.url().startsWith(url)) {
    await page.evaluate((next) => history.pushState(null, '', next), href)
    await expect(page.getByLabel('Place or vehicle')).toHaveValue(`${lat},${lng}`)
    await expect(page.locator('input[name=radius]')).toHaveValue(String(radius))
    await expect(page.locator('.leaflet-zoom-anim, .leaflet-pan-anim')).toHaveCount(0)
    await atRest(() => middleOf(page.locator('.map-circle')))
  } else await page.goto(href)
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
}

/** The position in the popup. */
async function namedPlace(page: Page): Promise<string> {
  await expect(popupOf(page)).toHaveCount(1)
  return (
    (await popupOf(page)
      .getByText(/^-?[\d.]+,-?[\d.]+$/)
      .textContent()) ?? ''
  )
}

/** The position in the popup, whose tip is at a clicked point. */
async function placeAt(page: Page, { x, y }: Point): Promise<string> {
  const place = await namedPlace(page)
  const tip = await boxOf(page.locator('.leaflet-popup-tip-container'))
  expect(Math.hypot(tip.x + tip.width / 2 - x, tip.y + tip.height - y)).toBeLessThanOrEqual(14)
  return place
}

/** The pin is at a place, and the middle of the search with it. */
async function expectPinAt(page: Page, place: string) {
  await expect.poll(() => parameterOf(page, 'pickup')).toBe(place)
  expect(parameterOf(page, 'position')).toBe(place)
  await expect(popupOf(page)).toHaveCount(0)
  await expect(async () => {
    const centre = await middleOf(page.locator('.map-centre'))
    expect(distance(await tipOfPin(page), centre)).toBeLessThanOrEqual(2)
  }).toPass()
  expect(parameterOf(page, 'vehicle')).toBeNull()
}

async function pressKey(button: Locator, key: string) {
  await button.focus()
  await button.press(key)
}

const presses: [name: string, press: (button: Locator) => Promise<void>, view?: View][] = [
  ['the mouse', (button) => button.click()],
  ['the mouse, far out', (button) => button.click(), VIEWS[2]],
  ['a double-click', (button) => button.dblclick()],
  ['Enter', (button) => pressKey(button, 'Enter')],
]

test('by mouse and by key, the pick-up pin stands where the ground was clicked, and a search shows its whole circle', async ({
  page,
  standing: { url },
}) => {
  // Eight clicks, each in a view of its own.
  test.slow()
  for (const [name, press, view = VIEWS[0] as View] of presses)
    await test.step(name, async () => {
      await openView(page, url, view)
      const point = await pointOnMap(page, 0.6, 0.65)
      await page.mouse.click(point.x, point.y)
      const place = await placeAt(page, point)
      await press(page.getByRole('button', { name: 'Pick up here' }))
      await expectPinAt(page, place)
    })

  const corners: [number, number][] = [
    [0.995, 0.3],
    // Beside what is said above the middle of the map.
    [0.25, 0.01],
  ]
  for (const [across, down] of corners)
    await test.step(`a popup at the edge moves the map into view: ${across}, ${down}`, async () => {
      await openView(page, url, { radius: 500, zoom: 15 })
      const point = await pointOnMap(page, across, down)
      await page.mouse.click(point.x, point.y)
      const place = await namedPlace(page)
      const map = await boxOf(mapOf(page))
      await expect(async () => {
        const box = await boxOf(popupOf(page))
        expect(box.y).toBeGreaterThanOrEqual(map.y)
        expect(box.x + box.width).toBeLessThanOrEqual(map.x + map.width)
      }).toPass()
      await page.getByRole('button', { name: 'Pick up here' }).click()
      await expectPinAt(page, place)
    })

  for (const view of VIEWS.slice(0, 2))
    await test.step(`a search closes its popup and shows the whole circle, ${JSON.stringify(view)}`, async () => {
      await searchHere(page, url, view, (button) => button.click())
      await goBack(page)
      await expect.poll(() => parameterOf(page, 'position')).toBe(`${lat},${lng}`)
    })
})

test('with a finger, a tap on the ground sets the pin or searches there, and shows the whole circle @phone', async ({
  page,
  standing: { url },
}) => {
  await openView(page, url, VIEWS[0] as View)
  const point = await pointOnMap(page, 0.5, 0.75)
  await page.touchscreen.tap(point.x, point.y)
  const place = await placeAt(page, point)
  await page.getByRole('button', { name: 'Pick up here' }).tap()
  await expectPinAt(page, place)
  await searchHere(page, url, VIEWS[1] as View, (button) => button.tap())
})

async function expectCircleInView(page: Page) {
  const map = await boxOf(mapOf(page))
  await expect(async () => {
    const circle = await boxOf(page.locator('.map-circle'))
    expect(circle.width).toBeGreaterThan(20)
    expect(circle.x).toBeGreaterThanOrEqual(map.x)
    expect(circle.y).toBeGreaterThanOrEqual(map.y)
    expect(circle.x + circle.width).toBeLessThanOrEqual(map.x + map.width)
    expect(circle.y + circle.height).toBeLessThanOrEqual(map.y + map.height)
  }).toPass()
}

async function searchHere(
  page: Page,
  url: string,
  view: View,
  press: (button: Locator) => Promise<void>,
) {
  await openView(page, url, view)
  // The nearest to the edge at which the popup fits without moving the map.
  const { width } = await boxOf(mapOf(page))
  const { x, y } = await pointOnMap(page, 1 - 130 / width, 0.7)
  await (isOnPhone(test.info()) ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
  const place = await namedPlace(page)
  await press(page.getByRole('button', { name: 'Search here' }))
  await expect.poll(() => parameterOf(page, 'position')).toBe(place)
  await expectCircleInView(page)
  await expect(popupOf(page)).toHaveCount(0)
  expect(parameterOf(page, 'radius') ?? '1000').toBe(String(view.radius))
}

test('neither a double-click on the card’s cross nor a press in the popup, released beside it, reaches the map', async ({
  page,
  standing: { url },
}) => {
  await openView(page, url, VIEWS[0] as View)
  await page.getByRole('listbox').getByRole('option').first().click()
  const card = page.getByRole('region', { name: 'Selected vehicle' })
  const before = parameterOf(page, 'map')
  await card.getByRole('button', { name: /close|deselect/i }).dblclick()
  await expect(card).toBeHidden()
  await expect(popupOf(page)).toHaveCount(0)
  expect(parameterOf(page, 'map')).toBe(before)
  // A single click there reaches the ground again.
  const { x, y } = await pointOnMap(page, 0.6, 0.65)
  await page.mouse.click(x, y)
  const place = await namedPlace(page)
  const text = await boxOf(popupOf(page).getByText(place))
  await page.mouse.move(text.x + text.width / 2, text.y + text.height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 180, y - 20, { steps: 5 })
  await page.mouse.up()
  expect(await namedPlace(page)).toBe(place)
})

test('keys in the popup, and the second of two clicks, reach nothing else', async ({
  page,
  standing: { url },
}) => {
  await openView(page, url, VIEWS[0] as View)
  await page.getByRole('listbox').getByRole('option').first().click()
  const { x, y } = await pointOnMap(page, 0.6, 0.65)
  await page.mouse.click(x, y)
  const pickUp = page.getByRole('button', { name: 'Pick up here' })
  await pressKey(pickUp, 'Escape')
  await expect(popupOf(page)).toHaveCount(0)
  expect(parameterOf(page, 'vehicle')).toBe('v-1')

  // A key held down repeats after its button has gone.
  await page.mouse.click(x, y)
  const place = await namedPlace(page)
  await pickUp.focus()
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect.poll(() => parameterOf(page, 'pickup')).toBe(place)
  expect(new URL(page.url()).pathname).toBe('/')

  // A double-click zooms; the only popup seen is that of the click after it.
  await page.evaluate(() => {
    window.popupsSeen = new Set()
    new MutationObserver(() => {
      for (const popup of document.querySelectorAll('.leaflet-popup')) window.popupsSeen.add(popup)
    }).observe(document.body, { childList: true, subtree: true })
  })
  const zoomNow = () => Number(/@([\d.]+)/.exec(page.url())?.[1])
  // The map goes to the pick-up first.
  await expect.poll(zoomNow).not.toBeNaN()
  const zoom = zoomNow()
  await page.mouse.dblclick(x, y)
  await expect.poll(zoomNow).toBeGreaterThan(zoom)
  await page.mouse.click(x + 120, y)
  await namedPlace(page)
  expect(await page.evaluate(() => window.popupsSeen.size)).toBe(1)
  expect(parameterOf(page, 'pickup')).toBe(place)
})

test('an open popup moves the map when it opens, and never again', async ({
  page,
  standing: { url, service },
}) => {
  await openView(page, url, VIEWS[1] as View)
  const { x, y } = await pointOnMap(page, 0.6, 0.5)
  await page.mouse.click(x, y)
  await namedPlace(page)
  // The popup ends above the map.
  await drag(page, { x: x + 200, y }, { x: x + 200, y: 80 })
  const pane = () => boxOf(page.locator('.leaflet-map-pane'))
  const dragged = await atRest(pane)
  const map = await boxOf(mapOf(page))
  expect((await boxOf(popupOf(page))).y).toBeLessThan(map.y)
  await refresh(page, service)
  await refresh(page, service)
  expect((await pane()).y).toBe(dragged.y)
})
