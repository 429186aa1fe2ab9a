import type { Page } from '@playwright/test'

/**
 * One step back in the history. Next replaces the entry once more when its answer is in, and Chromium drops
 * a step that is asked for just then: it is asked for again.
 */
export async function goBack(page: Page): Promise<void> {
  const from = page.url()
  try {
    await page.goBack()
  } catch (error) {
    if (!String(error).includes('net::ERR_ABORTED') || page.url() !== from) throw error
    await page.goBack()
  }
}
