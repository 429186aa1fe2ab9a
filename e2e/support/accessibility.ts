import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules that look at colours; the others look at the document, which is the same in light and in dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Fails with each rule that is broken, its help page and the elements, as the page is now.
 * @param rules all without
 */
export async function expectNoAxeViolations(page: Page, rules?: string[]): Promise<void> {
  // Legacy mode differs in frames of other origins only, which no page has; without it, and with the rules that pass, a
  // scan takes two to three times the processor time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    .analyze()
  const found = violations.map(({ id, help, helpUrl, nodes }) => {
    const elements = nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}: ${failureSummary}`)
    return [`${id}: ${help} (${helpUrl})`, ...elements].join('\n')
  })
  expect(found, 'accessibility').toEqual([])
}

/** The same in light and in dark, and nothing is wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without motion, or a colour would be measured on its way from one scheme to the other.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoAxeViolations(page, COLOUR_RULES)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels wider than the screen').toBeLessThanOrEqual(0)
}
