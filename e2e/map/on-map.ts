import { expect, type Locator, type Page } from '@playwright/test'
import type { TestService } from '@/e2e/support/service'

/** Pixels of the page. */
export interface Point {
  readonly x: number
  readonly y: number
}

export const mapOf = (page: Page) => page.locator('.leaflet-container')

export const searchField = (page: Page) => page.getByRole('combobox', { name: 'Place or vehicle' })

export const popupOf = (page: Page) => page.locator('.leaflet-popup')

/** A parameter of the page's address. */
export function parameterOf(page: Page, name: string): string | null {
  return new URL(page.url()).searchParams.get(name)
}

/** @throws Error where nothing is drawn */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('nothing drawn')
  return box
}

/** A point of the map, by shares of its width and height. */
export async function pointOnMap(page: Page, across: number, down: number): Promise<Point> {
  const { x, y, width, height } = await boxOf(mapOf(page))
  return { x: Math.round(x + width * across), y: Math.round(y + height * down) }
}

/** Where the tip of the pick-up's pin is drawn. */
export async function tipOfPin(page: Page): Promise<Point> {
  const { x, y } = await boxOf(page.locator('.map-pickup'))
  return { x: x + 16, y: y + 38 }
}

export async function middleOf(locator: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Waits until something on the map no longer moves. @returns where it is */
export async function atRest(point: () => Promise<Point>): Promise<Point> {
  let last = await point()
  await expect(async () => {
    const before = last
    last = await point()
    expect(last, 'at rest').toEqual(before)
  }).toPass({ intervals: [150] })
  return last
}

/**
 * Moves the pointer to a vehicle until its tooltip is shown: the map may be drawn after the list.
 */
export async function hover(page: Page, { x, y }: Point): Promise<Locator> {
  const tooltip = page.getByRole('tooltip')
  await expect(async () => {
    await page.mouse.move(x - 60, y - 60)
    await page.mouse.move(x, y)
    await expect(tooltip).toBeVisible({ timeout: 1000 })
  }).toPass()
  return tooltip
}

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
}

/**
 * How often the service was asked for an area: of fewer than a hundred
 * vehicles each request is a sweep.
 */
export function countSweeps(service: TestService): number {
  return service.requests.filter(({ url }) => new URL(url).pathname.endsWith('/vehicles')).length
}

/**
 * Asks for a refresh as the button does, wherever the focus is, and waits
 * until the service was asked.
 */
export async function refresh(page: Page, service: TestService): Promise<void> {
  const before = countSweeps(service)
  const button = page.getByRole('button', { name: 'Refresh now', includeHidden: true })
  // On a phone it is behind the line of the area.
  if ((await button.count()) > 0) await button.dispatchEvent('click')
  else await page.locator('body').dispatchEvent('keydown', { key: 'r', bubbles: true })
  await expect.poll(() => countSweeps(service), { intervals: [50] }).toBeGreaterThan(before)
}

/** Pixels of the page at which a position is drawn, from the map's view in the address. */
export async function pixelsOf(page: Page, position: { lat: number; lng: number }): Promise<Point> {
  const view = /^([-\d.]+),([-\d.]+)@([\d.]+)$/.exec(parameterOf(page, 'map') ?? '')
  const [, atLat = '', atLng = '', zoom = ''] = view ?? []
  const project = (at: { lat: number; lng: number }) => {
    const scale = 256 * 2 ** Number(zoom)
    const sine = Math.sin((at.lat * Math.PI) / 180)
    return {
      x: (at.lng / 360 + 0.5) * scale,
      y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale,
    }
  }
  const map = await boxOf(mapOf(page))
  const point = project(position)
  const middle = project({ lat: Number(atLat), lng: Number(atLng) })
  return {
    x: map.x + map.width / 2 + point.x - middle.x,
    y: map.y + map.height / 2 + point.y - middle.y,
  }
}
