import { expect, type Page, type Request } from '@playwright/test'

/** Next asks for a page within this time after a step, if it asks. */
const ASKED_MS = 300

/**
 * One step back in the history. To a page from before a reload Next asks the server for its data, and replaces the
 * entry once more when the answer is in: Playwright may report the step as aborted, and Chromium drop it or a next one.
 */
export async function goBack(page: Page): Promise<void> {
  const from = page.url()
  const waiting = new Set<Request>()
  let changedAtMs = performance.now()
  const begin = (request: Request) => {
    if (!request.url().includes('_rsc=')) return
    waiting.add(request)
  }
  const end = (request: Request) => {
    if (waiting.delete(request)) changedAtMs = performance.now()
  }
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const settled = () =>
    expect
      .poll(() => waiting.size === 0 && performance.now() - changedAtMs > ASKED_MS, { intervals: [50] })
      .toBe(true)
  try {
    await step(page)
    changedAtMs = performance.now()
    await settled()
    if (page.url() !== from) return
    await step(page)
    await settled()
  } finally {
    page.off('request', begin)
    page.off('requestfinished', end)
    page.off('requestfailed', end)
  }
}

async function step(page: Page): Promise<void> {
  await page.goBack().catch((error: unknown) => {
    if (!String(error).includes('net::ERR_ABORTED')) throw error
  })
}
