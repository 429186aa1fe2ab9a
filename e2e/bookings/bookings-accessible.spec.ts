import type { Page } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { openTechnical } from '@/e2e/support/technical'
import { manyBookings, tellTale } from './booking-records'
import { openFile, rowOf, typeRecords } from './open-records'

const states: Record<string, (page: Page) => Promise<void>> = {
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
  'a record of yours': async (page) => {
    await typeRecords(page, JSON.stringify([tellTale]))
    await openTechnical(page)
    await expect(page.getByRole('button', { name: 'Copy Raw JSON' })).toBeVisible()
  },
}

for (const [name, open] of Object.entries(states)) {
  test(`${name}: accessible and no wider than the screen`, async ({ page }) => {
    await open(page)
    await expectAccessible(page)
  })
}
