import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'

const style = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

test('with a contrast theme of the system, what is chosen and what can be pressed is marked', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const list = page.getByRole('listbox')
  await list.getByRole('option').nth(1).click()
  // By selection, not by place: vehicles change places while they drive.
  await expect(list.getByRole('option', { selected: true })).toHaveCSS('outline-style', 'solid')
  expect(await style(list.getByRole('option', { selected: false }).first(), 'outline-style')).toBe('none')
  const underline = (element: Locator) => style(element, 'border-bottom-color')
  const tab = (name: string) => page.getByRole('tab', { name })
  expect(await underline(tab('Vehicles'))).not.toBe(await underline(tab('Saved')))
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  expect(await underline(link('Vehicles'))).not.toBe(await underline(link('Look up')))
  for (const pressed of [link('Open record'), page.getByRole('button', { name: 'Display settings' })])
    expect(await style(pressed, 'border-top-width')).toBe('1px')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const chip = page
    .getByRole('group', { name: /^Status/ })
    .getByRole('button')
    .first()
  await chip.click()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  const colours = await chip.evaluate((node) =>
    [node, ...node.querySelectorAll('span')].map((part) => getComputedStyle(part).color),
  )
  expect(colours.length).toBeGreaterThan(1)
  expect([...new Set(colours)], 'one colour, that of the chosen chip’s text').toHaveLength(1)
})

/** Shown once the page has its data. */
const pages: Readonly<Record<string, (page: Page) => Locator>> = {
  '/': (page) => page.getByRole('listbox').getByRole('option').first(),
  '/bookings/example': (page) => page.getByRole('heading', { name: 'Totals', exact: true }),
  '/service': (page) => page.getByRole('heading', { name: '2.4 Booking' }),
}

test('with text at 200 % every page fits its window, menu and dialogs included', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, shown] of Object.entries(pages)) {
      await page.goto(path)
      await expect(shown(page)).toBeAttached()
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      const cut = () =>
        page.evaluate(() =>
          ['html', 'header', 'main'].map((name) => {
            const element = document.querySelector(name)
            return element ? element.scrollWidth - element.clientWidth : 0
          }),
        )
      await expect.poll(cut, `${path} at ${width}`).toEqual([0, 0, 0])
    }
    await expect(page.getByRole('button', { name: 'More' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Display settings' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
})

test.describe('in Germany', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

  test('times and numbers follow the region, on pages that the server rendered without it', async ({
    page,
  }) => {
    // A difference to the server's markup would be an error in the console.
    for (const path of ['/', '/lookup', '/bookings']) {
      await page.goto(path)
      await expect(page.locator('h1')).toBeAttached()
    }
    await page.goto('/bookings/example')
    await expect(page.getByRole('region', { name: 'Totals', exact: true })).toContainText('8,27')
    await page.getByRole('button', { name: 'Display settings' }).click()
    await page.getByLabel('Clock').selectOption('12')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('time').first()).toHaveText(/^\d+ \w+ 20\d\d, .*\s[AP]M$/i)
  })
})
