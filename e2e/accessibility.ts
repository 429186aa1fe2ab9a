import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with each rule that is broken, its help page and the elements, as the page is now. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, help, helpUrl, nodes }) => {
    const elements = nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}: ${failureSummary}`)
    return [`${id}: ${help} (${helpUrl})`, ...elements].join('\n')
  })
  expect(found, 'accessibility').toEqual([])
}
