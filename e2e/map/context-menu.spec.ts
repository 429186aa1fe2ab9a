import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { STANDING_CENTRE, standingFleet } from '@/e2e/support/standing-fleet'
import { mapOf, parameterOf, pointOnMap } from './on-map'

const { lat } = STANDING_CENTRE

/** As a browser answers Shift+F10, which the headless one does not. */
const pressMenuKey = (focused: Locator) =>
  focused.evaluate((element) => {
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    element.dispatchEvent(event)
  })

const menuOf = (page: Page) => page.getByRole('menu')
const entry = (page: Page, name: string | RegExp) => menuOf(page).getByRole('menuitem', { name })

test('a right-click on the map picks up there, and the menu closes with a click elsewhere', async ({
  page,
}) => {
  await page.goto('/?position=51.5,-0.1&map=51.5,-0.3@16')
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  const { x, y } = await pointOnMap(page, 0.5, 0.5)
  await page.mouse.click(x, y, { button: 'right' })
  await expect(entry(page, 'Pick up here')).toBeFocused()
  await expect(entry(page, 'Watch, alert when free')).toHaveCount(0)
  const menu = await menuOf(page).boundingBox()
  expect(Math.hypot(menu!.x - x, menu!.y - y)).toBeLessThan(2)
  await page.mouse.click(x - 100, y - 100)
  await expect(menuOf(page)).toHaveCount(0)

  await page.mouse.click(x, y, { button: 'right' })
  await entry(page, 'Pick up here').click()
  await expect.poll(() => parameterOf(page, 'pickup')).toMatch(/^51\.(49|50)\d*,-0\.(29|3)\d*$/)
  await expect(menuOf(page)).toHaveCount(0)
})

test('the menu key opens the menu of the selected vehicle, which watches, calls and opens it', async ({
  page,
  standing: { url, service },
}) => {
  const lng = -27.1
  const fleet = standingFleet(
    2,
    (index) => ({
      our_ref: `KB-${index + 520}`,
      driver_name: 'Grace',
      driver_phone_number: '+44 7700 900107',
    }),
    { at: { lat, lng }, prefix: 'menu' },
  )
  service.show(fleet)
  await page.goto(`${url}/?position=${lat},${lng}&radius=2000`)
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option').first()).toBeVisible()
  await list.focus()
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/vehicle=menu-1(&|$)/)
  await pressMenuKey(list)
  await expect(entry(page, 'Watch, alert when free')).toBeFocused()

  // Letters and arrows move, and are no shortcuts of the page.
  await page.keyboard.press('c')
  await expect(entry(page, 'Call the driver …')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(entry(page, 'Call driver Grace, +44 7700 900107')).toHaveAttribute(
    'href',
    'tel:+447700900107',
  )
  await expect(entry(page, 'Copy number +44 7700 900107')).toBeVisible()
  // A link takes the space bar as the other entries do, and closes the menu. No telephone is here.
  await page.evaluate(() => {
    window.addEventListener('click', (event) => event.preventDefault(), { once: true })
  })
  await entry(page, 'Call driver Grace, +44 7700 900107').focus()
  await page.keyboard.press('Space')
  await expect(menuOf(page)).toHaveCount(0)
  await pressMenuKey(list)
  await expect(entry(page, 'Watch, alert when free')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(menuOf(page)).toHaveCount(0)
  await expect(list).toBeFocused()
  await expect(list.getByRole('option', { name: /, watched$/ })).toHaveCount(1)

  await pressMenuKey(list)
  await expect(entry(page, 'Stop watching')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menuOf(page)).toHaveCount(0)
  await expect(page).toHaveURL(/vehicle=menu-1(&|$)/)

  await mapOf(page).focus()
  await pressMenuKey(mapOf(page))
  await expect(menuOf(page)).toHaveAttribute('aria-label', /^Vehicle/)
  await entry(page, 'Open record').click()
  await expect(page).toHaveURL(/\/vehicles\/menu-1$/)
})

/** A finger that rests, as iOS Safari reports it: without a `contextmenu` of its own. */
async function longPress(pressed: Locator): Promise<void> {
  await pressed.evaluate(async (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const place = { clientX: left + width / 2, clientY: top + height / 2 }
    const finger = { ...place, pointerType: 'touch', isPrimary: true, bubbles: true }
    element.dispatchEvent(new PointerEvent('pointerdown', finger))
    await new Promise<void>((resolve) => {
      window.addEventListener('contextmenu', () => resolve(), { once: true })
    })
    element.dispatchEvent(new PointerEvent('pointerup', finger))
    element.dispatchEvent(new MouseEvent('click', { ...place, bubbles: true, detail: 1 }))
  })
}

test('a long press opens the menu of a row and of the map, and the end of it is no click @phone', async ({
  page,
}) => {
  await page.goto('/?position=51.5,-0.1')
  const row = page.getByRole('listbox').getByRole('option').first()
  await expect(row).toBeVisible()
  await longPress(row)
  await expect(menuOf(page)).toHaveAttribute('aria-label', /^Vehicle/)
  await expect(page).not.toHaveURL(/vehicle=/)
  await page.keyboard.press('Escape')
  await longPress(mapOf(page))
  await expect(menuOf(page)).toBeVisible()
  await expect(page.locator('.leaflet-popup')).toHaveCount(0)
})
