import type { Page } from '@playwright/test'

/**
 * One step back in the history. Next replaces the entry once more when its answer is in: Playwright then reports
 * the step as aborted, and sometimes Chromium has dropped it.
 */
export async function goBack(page: Page): Promise<void> {
  const from = page.url()
  try {
    await page.goBack()
  } catch (error) {
    if (!String(error).includes('net::ERR_ABORTED')) throw error
    const wasDone = await page
      .waitForURL((url) => url.href !== from, { timeout: 2_000 })
      .then(
        () => true,
        () => false,
      )
    if (!wasDone) await page.goBack()
  }
}
