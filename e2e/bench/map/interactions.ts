import type { Page } from '@playwright/test'

const GAP_MS = 130

/**
 * Alternates clicks and keys while the page refreshes.
 * @returns milliseconds until the next paint of each; Chromium rounds to 8 ms and reports none below 16
 */
export async function measureInteractions(page: Page, seconds: number): Promise<number[]> {
  await page.evaluate(() => {
    const longest = new Map<number, number>()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId, duration } = entry as PerformanceEventTiming
        if (interactionId) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    window.longestInteractions = longest
  })
  const box = await page.locator('.leaflet-container').boundingBox()
  const list = page.getByRole('listbox').first()
  if (!box) throw new Error('There is no map')
  const endMs = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < endMs; n++) {
    if (n % 4 === 0) await page.mouse.click(box.x + box.width / 2 + (n % 40) * 4, box.y + box.height / 2 + 60)
    else if (n % 4 === 1) await list.focus()
    else await page.keyboard.press('ArrowDown')
    await page.waitForTimeout(GAP_MS)
  }
  const measured = await page.evaluate(() => [...window.longestInteractions.values()])
  if (measured.length === 0) throw new Error('No click and no key was measured')
  return measured
}

declare global {
  interface Window {
    /** Milliseconds by interaction. */
    longestInteractions: Map<number, number>
  }
}
