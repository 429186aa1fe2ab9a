import type { BrowserContext } from '@playwright/test'
import { closeOffOutside } from '@/e2e/support/block-network'
import { openBrowser } from '@/e2e/support/browser'

export interface Faults {
  /** Thrown errors and console errors, other than those about an answer's status. */
  readonly seen: string[]
}

/** A browser context without the internet, and the faults of its pages. */
export async function openContext() {
  const browser = await openBrowser({ isUnlimited: false })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  closeOffOutside(context)
  return { context, faults: watch(context), close: () => browser.close() }
}

function watch(context: BrowserContext): Faults {
  const seen: string[] = []
  context.on('weberror', (error) => seen.push(`thrown: ${error.error()}`))
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !/status of [45]\d\d|ERR_/.test(text)) seen.push(`console: ${text}`)
  })
  return { seen }
}
