import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { distance, drag, middleOf, parameterOf, tipOfPin } from './on-map'

// Beside the vehicles: what another test has watched in the minute before is not asked for again.
const [lat, lng] = [51.4999, -0.1]

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
  await page.goto(`${url}/?position=51.55,-0.2&radius=150&panel=pickup`)
  await page.getByRole('combobox', { name: 'Pick-up point' }).fill(`${lat},${lng}`)
  const from = service.requests.length
  await page.getByRole('button', { name: 'Rank' }).click()
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

  const { x, y } = await settledTip(page)
  await drag(page, { x, y: y - 20 }, { x: x - 100, y: y - 120 })
  await expect.poll(() => parameterOf(page, 'pickup')).not.toBe(second)
  const third = (parameterOf(page, 'pickup') ?? '').split(',').map(Number) as [number, number]
  expect(third[0]).toBeGreaterThan(movedLat)
  expect(third[1]).toBeLessThan(movedLng)
})
