import type { Locator, Page } from '@playwright/test'

export const fileOf = (content: string | Buffer, name = 'records.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
})

/** Opens records as a file. */
export async function openFile(page: Page, content: string, name?: string): Promise<void> {
  await page.goto('/bookings?source=opened')
  await page.getByLabel('File of records').setInputFiles(fileOf(content, name))
}

/** Opens records as typed text. */
export async function typeRecords(page: Page, text: string): Promise<void> {
  await page.goto('/bookings?source=opened')
  await page.getByLabel('Records as JSON').fill(text)
  await page.getByRole('button', { name: 'Show records' }).click()
}

export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Records' })
export const rowOf = (page: Page, name: RegExp | string): Locator =>
  grid(page).getByRole('row', { name })
