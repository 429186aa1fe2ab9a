import { expectNoAxeViolations } from './accessibility'
import { expect, test } from './fixtures'

const SCREENS = ['/', '/lookup', '/vehicles/example', '/bookings/example']

for (const device of ['desktop', 'phone']) {
  for (const path of SCREENS) {
    test(`${path} on a ${device}: no fault, no accessibility violation`, { tag: `@${device}` }, async ({
      page,
    }) => {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectNoAxeViolations(page)
    })
  }
}
