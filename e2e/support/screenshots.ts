import { join } from 'node:path'
import { type Page, test } from '@playwright/test'

const SCREENS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

const PICTURES_MS = 60_000

/** Saves screenshots of the page to the folder PICTURES: light and dark, desktop and phone. */
export async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  test.setTimeout(test.info().timeout + PICTURES_MS)
  const before = page.viewportSize()
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({
        animations: 'disabled',
        path: join(folder, `${name}-${colorScheme}-${screen}.png`),
      })
    }
  }
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null })
}
