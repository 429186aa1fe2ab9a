import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { onPhone } from './phone'

/**
 * The rules that look at colours; the others look at the document, which is the
 * same in light and in dark.
 */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Rows of a list or table are alike: the first ones are examined. */
const MORE_ROWS = [
  '[role=option]:nth-child(n + 8)',
  '[role=row]:nth-child(n + 14)',
  'tr:nth-child(n + 14)',
]

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Fails with each rule that is broken, its help page and the elements, as the page is now.
 * @param rules all without
 */
export async function expectNoAxeViolations(page: Page, rules?: string[]): Promise<void> {
  // A tenth of a second of the processor each time, so that it is sent once a page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(findViolations, [MORE_ROWS, rules] as const)
  expect(found, 'accessibility').toEqual([])
}

/**
 * Texts beside an element or another text, of which a translator would take the
 * node away; runs in the page.
 */
function textsBesideOthers(): string[] {
  // Leaflet writes its texts itself.
  const isOurs = ({ parentElement }: Node) =>
    parentElement && !parentElement.closest('script, style, .leaflet-control-attribution')
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const beside = [...(node.parentNode?.childNodes ?? [])].filter(({ nodeType }) => nodeType !== 8)
    if (isOurs(node) && node.textContent?.trim() && beside.length > 1)
      found.push(`${node.textContent} in ${node.parentElement?.outerHTML.slice(0, 200)}`)
  }
  return found
}

/** Runs in the page, which has no frames. */
async function findViolations([moreRows, rules]: readonly [
  string[],
  string[] | undefined,
]): Promise<string[]> {
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  }
  const { violations } = await window.axe.run(
    { exclude: moreRows.map((selector) => [selector]) },
    options,
  )
  return violations.map(({ id, help, helpUrl, nodes }) => {
    const elements = nodes.map(
      ({ target, failureSummary }) => `  ${target.join(' ')}: ${failureSummary}`,
    )
    return [`${id}: ${help} (${helpUrl})`, ...elements].join('\n')
  })
}

/**
 * The same in light and in dark, then on a phone's screen in dark, and nothing is beyond the
 * window. The page is not loaded again for the phone; afterwards it has the test's screen.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await setScheme(page, 'light')
  await expectNoAxeViolations(page)
  await setScheme(page, 'dark')
  await expectNoAxeViolations(page, COLOUR_RULES)
  await expectNothingBeyond(page)
  await onPhone(page, async () => {
    await expectNoAxeViolations(page)
    await expectNothingBeyond(page)
  })
}

/** Without motion, or a colour would be measured on its way from one scheme to the other. */
const setScheme = (page: Page, colorScheme: 'light' | 'dark') =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

async function expectNothingBeyond(page: Page): Promise<void> {
  expect(
    await page.evaluate(textsBesideOthers),
    'texts that a translator detaches from React',
  ).toEqual([])
  const { right, below } = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    return { right: scrollWidth - clientWidth, below: scrollHeight - clientHeight }
  })
  expect(right, 'pixels wider than the screen').toBeLessThanOrEqual(0)
  // A page scrolls inside the window, under its header.
  expect(below, 'pixels below the window').toBeLessThanOrEqual(0)
}

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}
