import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { hover, mapOf, middleOf, parameterOf, refresh } from './on-map'

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
  standing: { url, service },
}) => {
  const statuses = ['available', 'busy', 'available', 'offline', 'available']
  service.answerWith(
    answer(statuses.map((status, n) => ({ id: `spot-${n + 1}`, lat: 51.52, lng: -10.1, status }))),
  )
  await page.goto(`${url}/?position=51.5,-10.1&radius=5000&map=51.52,-10.1@12&cluster=on`)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  // A cluster is drawn inside its cell, at most some pixels from its vehicles.
  const { x, y } = await middleOf(mapOf(page))
  await expect(await hover(page, { x, y })).toHaveText('5 vehicles: 3 available, 1 busy, 1 offline')
  // The second of two clicks falls on the ground, which the first has moved there.
  await page.mouse.click(x, y, { clickCount: 2, delay: 60 })
  await expect(page.getByRole('button', { name: 'Search here' })).toHaveCount(0)
  await page.goto(page.url().replace(/map=[^&]*/, 'map=51.52,-10.1@12'))
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expect(await hover(page, { x, y })).toHaveText(/^5 vehicles/)
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/map=51\.52,-10\.1@16/)
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

/** Run in the page. */
interface LabelProbe {
  /** Opacity of each pixel beside a vehicle in the middle of the map, where its call sign is. */
  painted(movedX?: number): number[]
  /**
   * In each frame from now on, how far the map has been dragged, and whether the call
   * sign is that far away too.
   */
  watch(): void
  seen: { readonly movedX: number; readonly isThere: boolean }[]
}

declare global {
  interface Window {
    labelProbe: LabelProbe
    drawnEast: (number | null)[]
  }
}

function addLabelProbe(): void {
  const patch = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const probe: LabelProbe = {
    seen: [],
    painted(movedX = 0) {
      const map = document.querySelector('.leaflet-container')?.getBoundingClientRect()
      const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-vehicles-pane canvas')
      if (!map || !canvas || !patch) return []
      const { left, top } = canvas.getBoundingClientRect()
      const x = map.left + map.width / 2 - left + movedX
      const y = map.top + map.height / 2 - top
      patch.clearRect(0, 0, 40, 16)
      patch.drawImage(canvas, x + 14, y - 8, 40, 16, 0, 0, 40, 16)
      return [...patch.getImageData(0, 0, 40, 16).data].filter((_, index) => index % 4 === 3)
    },
    watch() {
      const paneX = () =>
        new DOMMatrix(
          getComputedStyle(document.querySelector('.leaflet-map-pane') as Element).transform,
        ).m41
      const fromX = paneX()
      const label = probe.painted().join()
      probe.seen = []
      const look = () => {
        const movedX = paneX() - fromX
        probe.seen.push({ movedX, isThere: probe.painted(movedX).join() === label })
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
  }
  window.labelProbe = probe
}

const countPainted = (page: Page) =>
  page.evaluate(() => window.labelProbe.painted().filter((opacity) => opacity > 0).length)

/**
 * Drags the map, and holds it: the call sign in its middle is as far away in every frame,
 * also where it is drawn again.
 */
async function expectLabelToFollow(page: Page): Promise<void> {
  const { x, y } = await middleOf(mapOf(page))
  const canvas = page.locator('.leaflet-vehicles-pane canvas')
  const before = await canvas.getAttribute('style')
  await page.evaluate(() => window.labelProbe.watch())
  const offsets = () => page.evaluate(() => window.labelProbe.seen.map(({ movedX }) => movedX))
  await page.mouse.move(x, y + 60)
  await page.mouse.down()
  await page.mouse.move(x + 90, y + 60)
  await expect.poll(offsets).toContain(90)
  // Beyond the painted margin of the map.
  await page.mouse.move(x + 400, y + 60)
  await expect.poll(offsets).toContain(400)
  await expect.poll(() => canvas.getAttribute('style')).not.toBe(before)
  const framesThen = (await offsets()).length
  await expect.poll(async () => (await offsets()).length).toBeGreaterThan(framesThen)
  await page.mouse.up()
  const lost = await page.evaluate(() => window.labelProbe.seen.filter(({ isThere }) => !isThere))
  expect(lost, 'frames without the call sign beside its vehicle').toEqual([])
}

test('a call sign is beside its vehicle, moves along with a drag, and stays hidden once t has hidden it @motion', async ({
  page,
  standing: { url, service },
}) => {
  const labelled = { id: 'labelled', lat: 51.52, lng: -11.1, our_ref: 'KB-17' }
  // More than 2,000 are grouped. They are without call signs, above the vehicle that has one.
  const crowd = Array.from({ length: 2100 }, (_, n) => ({
    id: `c-${n}`,
    lat: 51.524,
    lng: -11.1 + n / 1e6,
  }))
  service.answerWith(answer([labelled, ...crowd]))
  await page.addInitScript(addLabelProbe)
  await page.goto(`${url}/?position=51.52,-11.1&map=51.52,-11.1@16`)
  await expect.poll(() => countPainted(page)).toBeGreaterThan(200)
  await expect(page.getByText('Zoom in for single vehicles')).toBeVisible()
  await expectLabelToFollow(page)
  await page.keyboard.press('t')
  await expect.poll(() => countPainted(page)).toBe(0)
  service.answerWith(answer([labelled]))
  await refresh(page, service)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await expect(page.getByText('Zoom in for single vehicles')).toHaveCount(0)
  await page.goto(`${url}/?position=51.52,-11.1&map=51.52,-11.1@16`)
  await page.getByRole('button', { name: 'Layers and legend' }).click()
  const checkbox = page.getByRole('checkbox', { name: 'Show call signs' })
  await expect(checkbox).not.toBeChecked()
  expect(await countPainted(page)).toBe(0)
  await checkbox.check()
  await expect.poll(() => countPainted(page)).toBeGreaterThan(200)
})

/**
 * In each frame from now on, how far east of the map's middle the vehicle is drawn; null: nowhere.
 */
function watchVehicle(): void {
  const width = 600
  const strip = Object.assign(document.createElement('canvas'), { width }).getContext('2d', {
    willReadFrequently: true,
  })
  window.drawnEast = []
  const look = () => {
    requestAnimationFrame(look)
    const map = document.querySelector('.leaflet-container')?.getBoundingClientRect()
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-vehicles-pane canvas')
    if (!map || !canvas || !strip) return
    const { left, top } = canvas.getBoundingClientRect()
    const x = map.left + map.width / 2 - left - width / 2
    strip.clearRect(0, 0, width, 1)
    strip.drawImage(canvas, x, map.top + map.height / 2 - top, width, 1, 0, 0, width, 1)
    const opacity = strip.getImageData(0, 0, width, 1).data.filter((_, index) => index % 4 === 3)
    const from = opacity.findIndex((one) => one > 0)
    const to = opacity.findLastIndex((one) => one > 0)
    window.drawnEast.push(from < 0 ? null : Math.round((from + to - width) / 2))
  }
  requestAnimationFrame(look)
}

test('a vehicle glides to its new position, and is there at once where less motion is wanted @motion', async ({
  page,
  standing: { url, service },
}) => {
  const vehicle = { id: 'glides', lat: 51.52, lng: -18.1 }
  service.answerWith(answer([vehicle]))
  await page.goto(`${url}/?position=51.52,-18.1&map=51.52,-18.1@16`)
  // Tiles fade in as well.
  await expect(page.locator('.leaflet-fade-anim')).toHaveCount(1)
  await page.evaluate(watchVehicle)
  const drawn = () => page.evaluate(() => window.drawnEast)
  await expect.poll(async () => Math.abs((await drawn()).at(-1) ?? Number.NaN)).toBeLessThan(10)
  /**
   * Moves it 200 pixels to the east, then back.
   * @returns in how many frames it was between the two
   */
  const move = async () => {
    await page.evaluate(() => {
      window.drawnEast = []
    })
    for (const [lng, east] of [
      [vehicle.lng + (200 * 360) / (256 * 2 ** 16), 200],
      [vehicle.lng, 0],
    ] as const) {
      service.answerWith(answer([{ ...vehicle, lng }]))
      await refresh(page, service)
      await expect
        .poll(async () => Math.abs(((await drawn()).at(-1) ?? Number.NaN) - east))
        .toBeLessThan(10)
    }
    return (await drawn()).filter((east) => east !== null && east > 20 && east < 180).length
  }
  // A busy machine may draw no frame meanwhile.
  await expect.poll(move).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await move()).toBe(0)
})
