import { closeOffOutside } from '@/e2e/support/block-network'
import { openBrowser } from '@/e2e/support/browser'
import { watchFaults } from '@/e2e/support/page-faults'

/**
 * A browser context without the internet; thrown errors and console errors of
 * its pages are `unexpected`.
 */
export async function openContext() {
  const browser = await openBrowser({ isUnlimited: false })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  })
  closeOffOutside(context)
  const { faults, unexpected } = watchFaults(context)
  faults.allow(/status of [45]\d\d|ERR_|^console warning/)
  return { context, unexpected, close: () => browser.close() }
}
