import { expect, type Page, type TestInfo } from '@playwright/test'

export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }

/**
 * Of a test with @phone in its title. Not a project of Playwright's, which would start
 * browsers and dashboards again.
 */
export const isOnPhone = ({ tags }: Pick<TestInfo, 'tags'>) => tags.includes('@phone')

/** What is smaller than a finger, of what is shown. */
export const tooSmall = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, ...element.getBoundingClientRect().toJSON() }))
      .filter(({ width, height }) => height < 44 || width < 44)
      .map(
        ({ element, width, height }) =>
          `${element.textContent || element.ariaLabel}: ${width}×${height}`,
      ),
  )

/**
 * Gives a page that is open a phone's screen, and touch in place of the mouse,
 * for as long as work takes.
 */
export async function onPhone(page: Page, work: () => Promise<void>): Promise<void> {
  const before = page.viewportSize()
  const session = await page.context().newCDPSession(page)
  const touch = (enabled: boolean) =>
    session.send('Emulation.setTouchEmulationEnabled', { enabled })
  const isCoarse = () => page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  await touch(true)
  await page.setViewportSize(PHONE.viewport)
  await expect.poll(isCoarse).toBe(true)
  // React renders the effects of a screen's size in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await work()
  if (before) await page.setViewportSize(before)
  await touch(false)
  await session.detach()
}
