import { expect, type Page, type Request } from '@playwright/test'

/** Next asks for a page within this time after a step, if it asks. */
const ASKED_MS = 300
/** Requests of a document that was left may end without an event. */
const ANSWERED_MS = 5_000

/**
 * One step back in the history. To a page from before a reload Next asks the server for its data,
 * and replaces the entry once more when the answer is in: Playwright may report the step as
 * aborted, and Chromium drop it or a next one.
 */
export async function goBack(page: Page): Promise<void> {
  const from = page.url()
  /** When each began. */
  const waiting = new Map<Request, number>()
  let changedAtMs = performance.now()
  const begin = (request: Request) => {
    if (!request.url().includes('_rsc=')) return
    waiting.set(request, performance.now())
  }
  const end = (request: Request) => {
    if (waiting.delete(request)) changedAtMs = performance.now()
  }
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const isWaiting = () =>
    [...waiting.values()].some((atMs) => performance.now() - atMs < ANSWERED_MS)
  const settled = () =>
    expect
      .poll(() => !isWaiting() && performance.now() - changedAtMs > ASKED_MS, { intervals: [50] })
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
