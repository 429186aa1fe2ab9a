import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { STANDING_CENTRE } from '@/e2e/support/standing-fleet'
import { searchField } from './on-map'

test('from opening the map to an open record without a mouse', async ({ page }) => {
  await page.goto('/')
  const listbox = page.getByRole('listbox', { name: 'Vehicles, nearest first' })
  await expect(listbox.getByRole('option').first()).toBeVisible()
  // The field has the focus before the next key, which would be a shortcut otherwise.
  const focused = await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
    return document.activeElement?.getAttribute('aria-label')
  })
  expect(focused).toBe('Place or vehicle')
  await page.keyboard.type('51.51,-0.12')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/position=51\.51,-0\.12/)
  // The list of a new area is focused once it is loaded.
  await expect(listbox).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = listbox.getByRole('option').nth(1)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await expect(second).toHaveAccessibleName(/\d+ m (N|E|S|W).*seats?.*ago/)
  await expect(
    page.locator('[aria-live=polite]').filter({ hasText: / m (N|E|S|W)/ }),
  ).toBeAttached()
  // So has the list before the next key.
  const refocused = await listbox.evaluate((list) => {
    list.blur()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true }))
    return document.activeElement === list
  })
  expect(refocused).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/vehicles\/[^/]+$/)
  await expect(page.getByRole('heading', { name: 'Location', exact: true })).toBeVisible()
})

test('on the map the arrows select the nearest marker in that direction, and Enter opens it', async ({
  page,
  standing: { url },
}) => {
  const { lat, lng } = STANDING_CENTRE
  await page.goto(`${url}/?position=${lat},${lng}&radius=2000&vehicle=v-3`)
  const selected = page.getByRole('region', { name: 'Selected vehicle' })
  await expect(selected).toContainText('Make 3')
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowUp')
  await expect(selected).toContainText('Make 4')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(selected).toContainText('Make 2')
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText(
    'Make 2',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/vehicles\/v-2$/)
})

test('? lists every shortcut, none acts inside a field, and Escape closes one part at a time, the topmost first', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('Pause or resume live updates')
  await expect(dialog.getByRole('heading'), 'from its beginning').toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('p')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pause live updates' })).toBeVisible()
  await searchField(page).focus()
  await page.keyboard.type('prf?/')
  await expect(searchField(page)).toHaveValue('prf?/')
  await expect(page.getByRole('button', { name: 'Pause live updates' })).toBeVisible()
  await searchField(page).blur()
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'Resume live updates' })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'Pause live updates' })).toBeVisible()

  await page.getByRole('listbox').getByRole('option').first().click()
  await page.keyboard.press('s')
  await expect(page.getByLabel('Radius')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Radius')).toBeHidden()
  await page.keyboard.press('f')
  await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Filters' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toBeVisible()
  await page.keyboard.press('b')
  await expect(page.getByRole('combobox', { name: 'Pick-up point' })).toBeFocused()
  await page.keyboard.press('Escape')
  // Out of the field first.
  await expect(page.getByRole('combobox', { name: 'Pick-up point' })).not.toBeFocused()
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toBeHidden()
  await page.getByLabel('Seats', { exact: true }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Seats', { exact: true })).not.toBeFocused()
  await expect(page.getByRole('region', { name: 'Pick-up board' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Pick-up board' })).toBeHidden()
})

test('a list that is still loading receives the requested focus, unless there was other input', async ({
  page,
}) => {
  let release = () => {}
  const hold = async () => {
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/live?*', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
  }
  const listbox = page.getByRole('listbox', { name: 'Vehicles, nearest first' })
  await hold()
  await page.goto('/')
  // Keys work only after hydration, when the map is there.
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await page.keyboard.press('l')
  release()
  await expect(listbox).toBeFocused()

  await page.unrouteAll()
  await hold()
  await page.goto('/?radius=900')
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await page.keyboard.press('l')
  await page.keyboard.press('m')
  release()
  await expect(listbox.getByRole('option').first()).toBeVisible()
  await expect(page.locator('.leaflet-container')).toBeFocused()
})

test('the circle is moved and resized by its handles’ arrow keys, and they keep the focus', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/?position=51.5,-0.12&radius=1000')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  const handle = page.getByRole('button', { name: /^Radius of the search/ })
  await handle.focus()
  // Without time between the keys, however busy the machine is.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await page.clock.resume()
  await expect(page).toHaveURL(/radius=1210/)
  await expect(page.getByLabel('Radius')).toHaveValue('1210')
  await expect(handle).toBeFocused()
  const centre = page.getByRole('button', { name: /^Centre of the search/ })
  await centre.focus()
  await page.keyboard.press('ArrowUp')
  await expect(page).toHaveURL(/position=51\.501\d*,-0\.12&/)
  await expect(centre).toBeFocused()
  // Two history entries: keys in quick succession are one.
  await goBack(page)
  await expect(page).toHaveURL(/radius=1210/)
  await goBack(page)
  await expect(page.getByLabel('Radius')).toHaveValue('1000')
})
