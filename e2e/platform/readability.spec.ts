import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { standingFleet } from '@/e2e/support/standing-fleet'

const style = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

test('with a contrast theme of the system, what is chosen and what can be pressed is marked @long', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const list = page.getByRole('listbox')
  await list.getByRole('option').nth(1).click()
  // By selection, not by place: vehicles change places while they drive.
  await expect(list.getByRole('option', { selected: true })).toHaveCSS('outline-style', 'solid')
  expect(await style(list.getByRole('option', { selected: false }).first(), 'outline-style')).toBe(
    'none',
  )
  const underline = (element: Locator) => style(element, 'border-bottom-color')
  const tab = (name: string) => page.getByRole('tab', { name })
  expect(await underline(tab('Vehicles'))).not.toBe(await underline(tab('Saved')))
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  expect(await underline(link('Vehicles'))).not.toBe(await underline(link('Look up')))
  for (const pressed of [
    link('Open record'),
    page.getByRole('button', { name: 'Display settings' }),
  ])
    expect(await style(pressed, 'border-top-width')).toBe('1px')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const chip = page.getByRole('group', { name: /^Type/ }).getByRole('button').first()
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
  '/integration/booking': (page) => page.getByRole('heading', { name: 'Totals', exact: true }),
  '/integration': (page) => page.getByRole('heading', { name: '2.4 Booking' }),
}

test('with text at 200 % every page fits its window, menu and dialogs included @long', async ({
  page,
}) => {
  const cut = () =>
    page.evaluate(() =>
      ['html', 'header', 'main'].map((name) => {
        const element = document.querySelector(name)
        return element ? element.scrollWidth - element.clientWidth : 0
      }),
    )
  for (const [path, shown] of Object.entries(pages)) {
    await page.goto(path)
    await expect(shown(page)).toBeAttached()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(cut, `${path} at ${width}`).toEqual([0, 0, 0])
      await expect(
        page.getByRole('link', { name: 'Integration', exact: true }).first(),
      ).toBeInViewport({
        ratio: 1,
      })
    }
  }
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: 'Display settings' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    )
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
})

/**
 * As Chrome's translator: each text node is replaced by elements, now and
 * whenever there is another.
 */
function translate() {
  const replace = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node: Node | null = root; node; node = walker.nextNode())
      if (node instanceof Text) texts.push(node)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea'))
        continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  replace(document.body)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.isConnected) replace(node)
  }).observe(document.body, { childList: true, subtree: true })
}

test('on a page that Chrome translates, values follow and nothing breaks @long', async ({
  page,
  standing: { url, service },
}) => {
  const at = { lat: 51.5, lng: -13.4 }
  const show = (count: number, busy: number) => {
    const status = (index: number) => ({ status: index < busy ? 'busy' : 'available' })
    service.show(standingFleet(count, status, { at, prefix: 'translated' }))
  }
  const rows = page.getByRole('listbox').getByRole('option')
  const byStatus = page.getByRole('list', { name: 'Vehicles by status' }).getByRole('button')
  const expectCounts = async (total: number, counts: string[]) => {
    await expect(page.getByRole('main')).toContainText(new RegExp(`\\b${total} ?vehicles`))
    await expect(byStatus).toHaveText(counts)
  }
  show(6, 1)
  await page.goto(`${url}/?position=${at.lat},${at.lng}&radius=5000`)
  await expect(rows).toHaveCount(6)
  await page.evaluate(translate)
  await expect(rows.first().locator('font').first()).toBeAttached()
  await expectCounts(6, ['5', '1'])
  await rows.nth(2).click()
  await expect(page.getByRole('region', { name: 'Selected vehicle' })).toContainText('Make 3')
  show(4, 3)
  await expect(rows).toHaveCount(4)
  await expectCounts(4, ['1', '3'])
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Seats, at least').fill('99')
  await expect(page.getByRole('main')).toContainText('No vehicles match at least 99 seats')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rows).toHaveCount(4)
  for (const name of [/^Pick-up/, /^Saved/, /^Vehicles/])
    await page.getByRole('tab', { name }).click()
  show(6, 6)
  await expect(rows).toHaveCount(6)
  await expectCounts(6, ['6'])
})

test.describe('in Germany', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

  test('times and numbers follow the region, on pages that the server rendered without it @long', async ({
    page,
  }) => {
    // A difference to the server's markup would be an error in the console.
    for (const path of ['/', '/lookup', '/bookings']) {
      await page.goto(path)
      await expect(page.locator('h1')).toBeAttached()
    }
    await page.goto('/integration/booking')
    await expect(page.getByRole('region', { name: 'Totals', exact: true })).toContainText('11,12')
    await page.getByRole('button', { name: 'Display settings' }).click()
    await page.getByLabel('Clock').selectOption('12')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('time').first()).toHaveText(/^\d+ \w+ 20\d\d, .*\s[AP]M$/i)
  })
})
