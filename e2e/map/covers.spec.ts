import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { STANDING_CENTRE } from '@/e2e/support/standing-fleet'
import { boxOf, distance, drag, mapOf, parameterOf, pixelsOf, refresh } from './on-map'

const { lat, lng } = STANDING_CENTRE

/**
 * Expects a position to be drawn inside the map and outside of its covers, by
 * at least `margin` pixels.
 */
async function expectClear(
  page: Page,
  position: { lat: number; lng: number },
  covers: Locator[],
  margin = 16,
) {
  await expect(async () => {
    const { x, y } = await pixelsOf(page, position)
    const map = await boxOf(mapOf(page))
    const inside = Math.min(x - map.x, map.x + map.width - x, y - map.y, map.y + map.height - y)
    expect(inside).toBeGreaterThan(margin)
    for (const cover of covers) {
      const box = await boxOf(cover)
      const beside = Math.max(box.x - x, x - box.x - box.width, box.y - y, y - box.y - box.height)
      expect(beside, `${x},${y} beside ${JSON.stringify(box)}`).toBeGreaterThan(margin)
    }
  }).toPass()
}

const card = (page: Page) => page.getByRole('region', { name: 'Selected vehicle' })
const legend = (page: Page) => page.getByRole('region', { name: 'Layers and legend' })
const toggleLegend = (page: Page) => page.getByRole('button', { name: 'Layers and legend' }).click()

/**
 * A view in which the first vehicle is drawn at a point of the map, counted
 * from its bottom left corner.
 */
function viewWith(
  left: number,
  bottom: number,
  { width, height }: { width: number; height: number },
) {
  const degrees = 360 / (256 * 2 ** 15)
  const cosine = Math.cos((lat * Math.PI) / 180)
  return `${(lat + (height / 2 - bottom) * degrees * cosine).toFixed(6)},${(lng + (width / 2 - left) * degrees).toFixed(6)}@15`
}

const WINDOWS = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

const search = `position=${lat},${lng}&radius=1000`

test('what covers a selected vehicle or the pin leaves it visible, once', async ({
  page,
  standing: { url, service },
}) => {
  const rows = page.getByRole('listbox').getByRole('option')
  await page.goto(url)
  for (const viewport of WINDOWS)
    await test.step(`a card at ${viewport.width} × ${viewport.height}`, async () => {
      await page.setViewportSize(viewport)
      const size = await boxOf(mapOf(page))
      await page.goto(`${url}/?${search}&map=${viewWith(60, 90, size)}`)
      await expect(rows).toHaveCount(8)
      // It never opens by itself.
      await expect(legend(page)).toHaveCount(0)
      // A card whose code comes after a drag moves nothing.
      await page.route('**/_next/static/**', () => {})
      await rows.first().click()
      await drag(page, { x: size.x + 340, y: size.y + 300 }, { x: size.x + 20, y: size.y + 300 })
      await expect.poll(async () => (await pixelsOf(page, STANDING_CENTRE)).x).toBeLessThan(size.x)
      const dragged = parameterOf(page, 'map')
      await page.unroute('**/_next/static/**')
      await expect(card(page)).toBeVisible()
      await refresh(page, service)
      await refresh(page, service)
      expect(parameterOf(page, 'map')).toBe(dragged)
      await rows.first().click()
      await expectClear(page, STANDING_CENTRE, [card(page)])

      // Dragged back under the card it stays there.
      const from = await pixelsOf(page, STANDING_CENTRE)
      const box = await boxOf(card(page))
      const to = { x: box.x + 60, y: box.y + box.height / 2 }
      const ground = { x: size.x + size.width - 100, y: size.y + 120 }
      await drag(page, ground, { x: ground.x + to.x - from.x, y: ground.y + to.y - from.y })
      await expect
        .poll(async () => distance(await pixelsOf(page, STANDING_CENTRE), to))
        .toBeLessThan(3)
      const covered = parameterOf(page, 'map')
      await refresh(page, service)
      await refresh(page, service)
      expect(parameterOf(page, 'map')).toBe(covered)
    })

  await page.setViewportSize({ width: 1440, height: 900 })
  const size = await boxOf(mapOf(page))
  await page.goto(
    `${url}/?${search}&pickup=${lat},${lng}&map=${viewWith(size.width - 150, size.height - 150, size)}`,
  )
  await toggleLegend(page)
  await expectClear(page, STANDING_CENTRE, [legend(page)], 8)
  await page.reload()
  await expect(legend(page)).toBeVisible()
})
