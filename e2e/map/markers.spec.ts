import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { hover, mapOf, middleOf, parameterOf } from './on-map'

/** A search answer with vehicles at these positions. */
function answer(
  vehicles: readonly { id: string; lat: number; lng: number; status?: string; our_ref?: string }[],
) {
  return () =>
    Response.json({
      query: '',
      total: vehicles.length,
      vehicles: vehicles.map(({ id, lat, lng, status = 'available', our_ref }) => ({
        id,
        status,
        our_ref,
        make: `Make ${id}`,
        position: { lat, lng },
      })),
    })
}

test('vehicles at one spot are clustered when zoomed out, and each can be selected when zoomed in', async ({
  page,
  startService,
  startDashboard,
}) => {
  const service = await startService()
  const statuses = ['available', 'busy', 'available', 'offline', 'available']
  service.answerWith(
    answer(statuses.map((status, n) => ({ id: `v-${n + 1}`, lat: 51.52, lng: -0.1, status }))),
  )
  const { url } = await startDashboard(service.env)
  await page.goto(`${url}/?position=51.5,-0.1&radius=5000&map=51.52,-0.1@12&cluster=on`)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  // A cluster is drawn inside its cell, at most some pixels from its vehicles.
  const { x, y } = await middleOf(mapOf(page))
  await expect(await hover(page, { x, y })).toHaveText('5 vehicles: 3 available, 1 busy, 1 offline')
  // The second of two clicks falls on the ground, which the first has moved there.
  await page.mouse.click(x, y, { clickCount: 2, delay: 60 })
  await expect(page.getByRole('button', { name: 'Search here' })).toHaveCount(0)
  await page.goto(page.url().replace(/map=[^&]*/, 'map=51.52,-0.1@12'))
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expect(await hover(page, { x, y })).toHaveText(/^5 vehicles/)
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/map=51\.52,-0\.1@16/)
  await expect(page.locator('.leaflet-zoom-anim')).toHaveCount(0)
  await expect(await hover(page, { x, y: y + 2 })).toContainText('4 more here')
  const selected = page.getByRole('region', { name: 'Selected vehicle' })
  const seen = new Set<string>()
  for (const _ of statuses) {
    const before = parameterOf(page, 'vehicle')
    await page.mouse.click(x, y)
    await expect.poll(() => parameterOf(page, 'vehicle')).not.toBe(before)
    const id = parameterOf(page, 'vehicle') ?? ''
    await expect(selected).toContainText(`Make ${id}`)
    seen.add(id)
    // Two clicks in quick succession are a double click, which zooms.
    await page.waitForTimeout(600)
  }
  expect(seen.size).toBe(statuses.length)
})

test('vehicles on both sides of ±180° are drawn side by side', async ({
  page,
  startService,
  startDashboard,
}) => {
  const service = await startService()
  service.answerWith(
    answer([
      { id: 'west', lat: 0.01, lng: 179.999 },
      { id: 'east', lat: 0.01, lng: -179.999 },
    ]),
  )
  const { url } = await startDashboard(service.env)
  await page.goto(`${url}/?position=0,179.99&radius=5000&map=0.01,179.9999@15`)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2)
  const { x, y } = await middleOf(mapOf(page))
  const selected = page.getByRole('region', { name: 'Selected vehicle' })
  await hover(page, { x: x - 21, y })
  await page.mouse.click(x - 21, y)
  await expect(selected).toContainText('Make west')
  await page.mouse.click(x + 26, y)
  await expect(selected).toContainText('Make east')
})

/** Painted pixels beside a vehicle in the middle of the map, where its call sign is. */
function paintedBesideMiddle(page: Page): Promise<number> {
  return page.evaluate(() => {
    const map = document.querySelector('.leaflet-container')?.getBoundingClientRect()
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-vehicles-pane canvas')
    if (!map || !canvas) return -1
    const { left, top } = canvas.getBoundingClientRect()
    const [x, y] = [map.left + map.width / 2 - left, map.top + map.height / 2 - top]
    // A canvas of its own, because Chromium warns of repeated reading.
    const patch = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    patch?.drawImage(canvas, x + 14, y - 8, 40, 16, 0, 0, 40, 16)
    const { data } = patch?.getImageData(0, 0, 40, 16) ?? { data: [] }
    return data.filter((value, index) => index % 4 === 3 && value > 0).length
  })
}

test('a call sign is beside its vehicle, and stays hidden once t has hidden it', async ({
  page,
  startService,
  startDashboard,
}) => {
  const service = await startService()
  service.answerWith(answer([{ id: 'v-1', lat: 51.52, lng: -0.1, our_ref: 'KB-17' }]))
  const { url } = await startDashboard(service.env)
  await page.goto(`${url}/?position=51.52,-0.1&map=51.52,-0.1@16`)
  await expect.poll(() => paintedBesideMiddle(page)).toBeGreaterThan(200)
  await page.keyboard.press('t')
  await expect.poll(() => paintedBesideMiddle(page)).toBe(0)
  await page.reload()
  await page.getByText('Legend', { exact: true }).click()
  const checkbox = page.getByRole('checkbox', { name: 'Show call signs' })
  await expect(checkbox).not.toBeChecked()
  expect(await paintedBesideMiddle(page)).toBe(0)
  await checkbox.check()
  await expect.poll(() => paintedBesideMiddle(page)).toBeGreaterThan(200)
})
