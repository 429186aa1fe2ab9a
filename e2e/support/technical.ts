import type { Page } from '@playwright/test'

/** Opens what a record's page has for integrators; it stays open on the pages after it. */
export async function openTechnical(page: Page): Promise<void> {
  const title = page.getByRole('heading', { name: 'Technical', exact: true })
  const fold = page.locator('details').filter({ has: title })
  await fold.waitFor()
  if (!(await fold.evaluate((details: HTMLDetailsElement) => details.open))) await title.click()
  await page
    .getByRole('heading', { name: /^Raw JSON|^Status as received/ })
    .first()
    .waitFor()
}
