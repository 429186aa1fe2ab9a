import type { Page } from '@playwright/test'
import { manyBookings, tellTale } from '@/e2e/bookings/booking-records'
import { openFile, rowOf, typeRecords } from '@/e2e/bookings/open-records'
import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { openTechnical } from '@/e2e/support/technical'
import { PAGES } from '@/lib/api/contract/pages'

/** What a page shows only after some steps. */
const views: Record<string, (page: Page) => Promise<void>> = {
  'the map with a selected vehicle': async (page) => {
    await page.goto('/')
    await page.getByRole('listbox').getByRole('option').first().click()
    await expect(page.getByRole('region', { name: 'Selected vehicle' })).toBeVisible()
  },
  'the map of an area without vehicles': async (page) => {
    await page.goto('/?position=0,0&radius=1000')
    await expect(page.getByText('No vehicles within 1 km')).toBeVisible()
  },
  'the filters, with one that leaves nothing': async (page) => {
    await page.goto('/?seats=999')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await expect(page.getByText('No vehicles match at least 999 seats')).toBeVisible()
  },
  'the pick-up board, with suggestions for its point': async (page) => {
    await page.goto('/?panel=pickup&pickup=51.51,-0.12&pickup_seats=4')
    await expect(page.getByText(/ of [\d,]+ suitable/)).toBeVisible()
    // Suggestions are of call signs that are read already.
    await expect(page.locator('bdi', { hasText: /^KB-\d+$/ }).first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Pick-up point' }).fill('KB')
    await expect(page.getByRole('option', { name: /^KB.*Vehicle/ }).first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: /^KB.*Vehicle/, selected: true })).toBeVisible()
  },
  'saved areas under the list of shortcuts': async (page) => {
    await page.goto('/?panel=saved')
    await page.getByLabel('Save this view as').fill('Here')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'the board of the zones, and a new one': async (page) => {
    await page.goto('/?panel=zones')
    await page.getByRole('button', { name: 'More about zones' }).click()
    await page.getByRole('button', { name: 'New circle by numbers' }).click()
    const dialog = page.getByRole('dialog', { name: 'New zone' })
    await dialog.getByLabel('Name').fill('Station')
    await dialog.getByLabel('Free vehicles, at least').fill('900')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('at least 900 free wanted')).toBeVisible()
    await page.getByRole('button', { name: 'Change Station' }).click()
    await expect(page.getByRole('dialog', { name: 'Zone' })).toBeVisible()
  },
  'the due bookings beside the map, one of them open': async (page) => {
    await page.goto('/?panel=due')
    const first = page.getByRole('list', { name: 'Bookings by pick-up time' }).getByRole('button')
    await first.first().click()
    await expect(page.getByRole('button', { name: 'Copy for the driver' })).toBeVisible()
  },
  'a replay, with a selected vehicle': async (page) => {
    await page.goto('/')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await page.keyboard.press('h')
    await expect(page.getByRole('slider', { name: 'Moment of the replay' })).toBeVisible()
    await page.getByLabel('Go to a time').fill('soon')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Not a time.')).toBeVisible()
    await page.getByRole('listbox').getByRole('option').first().click()
    await expect(page.getByRole('region', { name: 'Selected vehicle' })).toBeVisible()
  },
  'a vehicle': async (page) => {
    await page.goto('/')
    await page.getByRole('listbox').getByRole('option').first().dblclick()
    await expect(page.getByRole('heading', { name: 'Driver' })).toBeVisible()
    await openTechnical(page)
  },
  'no booking yet, and a fault': async (page) => {
    await typeRecords(page, '{')
    await expect(page.getByText('This isn’t valid JSON')).toBeVisible()
  },
  'many bookings with filters': async (page) => {
    await openFile(page, JSON.stringify(manyBookings(100)))
    await page.getByRole('button', { name: 'Filters' }).click()
    await rowOf(page, /JOB-1 /).click()
    await expect(page.getByRole('region', { name: 'Selected record' })).toBeVisible()
  },
  'a booking of yours': async (page) => {
    await typeRecords(page, JSON.stringify([tellTale]))
    await openTechnical(page)
    await expect(page.getByRole('button', { name: 'Copy Raw JSON' })).toBeVisible()
  },
  'a look-up without a hit': async (page) => {
    await page.goto('/lookup?our_ref=nobody')
    await expect(page.getByText('The service has no vehicle with this reference')).toBeVisible()
  },
  'the service': async (page) => {
    await page.goto('/integration/booking')
    await expect(page.getByRole('heading', { name: 'Totals', exact: true })).toBeVisible()
    await page.goto('/integration#2-4')
    await expect(page.getByRole('heading', { name: '2.4 Booking' })).toBeInViewport()
    await page.getByRole('link', { name: 'Observations' }).click()
    await expect(
      page.getByRole('region', { name: 'Booking statuses' }).getByText('pending', { exact: true }),
    ).toBeVisible()
  },
  'the display settings, on a page that does not exist': async (page) => {
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('button', { name: 'Display settings' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
}

// Many short ones: at the end of a run each worker takes some.
test.describe.configure({ mode: 'parallel' })

for (const path of PAGES.filter((page) => page !== '/' && !page.includes('{'))) {
  test(`${path}, as it opens @long`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page)
  })
}

for (const [name, open] of Object.entries(views)) {
  test(`${name} @long`, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 404/)
    await open(page)
    await expectAccessible(page)
  })
}
