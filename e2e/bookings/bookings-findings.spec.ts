import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { openTechnical } from '@/e2e/support/technical'
import { tellTale } from './booking-records'
import { grid, openFile } from './open-records'

const inspector = (page: Page) => page.getByRole('region', { name: 'Inspector' })

test('findings are counted and filtered in the table', async ({ page }) => {
  const records = [
    tellTale,
    { ...tellTale, our_ref: 'TWO-ERRORS', status: 7, when: 7 },
    { ...tellTale, our_ref: 'ONE-WARNING', ctime: 'soon', tip: 1 },
    { booking: { ...tellTale, our_ref: 'ONE-NOTE', tip: 1 } },
  ]
  await openFile(page, JSON.stringify(records))
  const row = (name: string) => grid(page).getByRole('row', { name })
  await expect(row('TWO-ERRORS')).toContainText('2 errors')
  await expect(row('ONE-WARNING')).toContainText('1 warningand 1 more')
  await expect(row('ONE-NOTE')).toContainText('1 note')
  await expect(row('REF-zq1002')).toContainText('none')

  await page.getByRole('button', { name: 'Filters' }).click()
  const findings = page.getByRole('combobox', { name: 'Findings' })
  await findings.selectOption('With findings (3)')
  await expect(page.getByText('3 of 4 bookings shown')).toBeVisible()
})

test('records with every field of the wrong type are listed, opened and mapped', async ({
  page,
}) => {
  const others = [
    7,
    true,
    'text',
    '',
    null,
    [],
    [1, 'x'],
    {},
    { lat: 'a', lng: [] },
    { a: { b: null } },
    1e300,
  ]
  const names = Object.keys(tellTale)
  const records = others.map((other) => Object.fromEntries(names.map((name) => [name, other])))
  await openFile(page, JSON.stringify(records))
  await expect(page.getByText('11 bookings')).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  for (let place = 1; ; place++) {
    await expect(page.getByText(`${place} of 11`, { exact: true })).toBeVisible()
    await openTechnical(page)
    await expect(inspector(page).getByRole('heading').nth(1)).toHaveText(
      /^(Errors|Warnings|Notes) \(\d+\)/,
    )
    if (place === 11) break
    await page.getByRole('button', { name: 'Next record' }).click()
  }
})
