import type { Page } from '@playwright/test'

/** A page without React's script, or one whose code does not arrive, is used as it is. */
const LONGEST_MS = 20_000

/**
 * Makes `goto` and `reload` wait until React handles the page: text typed before is lost,
 * and no operator is as quick.
 */
export function hydrateFirst(page: Page): Page {
  for (const name of ['goto', 'reload'] as const) {
    const load = page[name].bind(page) as (...options: unknown[]) => ReturnType<Page['reload']>
    page[name] = async (...options: unknown[]) => {
      const response = await load(...options)
      await page
        .waitForFunction(isHydrated, undefined, { timeout: LONGEST_MS })
        .catch(() => undefined)
      return response
    }
  }
  return page
}

/** React marks the elements that it handles. */
function isHydrated(): boolean {
  if (!('__next_f' in window)) return true
  const controls = [...document.querySelectorAll('input, textarea, select, button')]
  return controls.every((control) =>
    Object.keys(control).some((key) => key.startsWith('__reactProps')),
  )
}
