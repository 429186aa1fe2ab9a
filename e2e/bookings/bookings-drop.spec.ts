import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'

/** Drops files from disk, as a user does. */
async function drop(page: Page, ...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  let isDropped = false
  const dropped = page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        addEventListener('drop', () => resolve(), { capture: true, once: true }),
      ),
  )
  void dropped.then(() => {
    isDropped = true
  })
  // Rows that come during it are another target, which refuses a drop that nothing moved over it.
  await expect(async () => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      if (!isDropped) await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data })
    await expect.poll(() => isDropped, { timeout: 1_000 }).toBe(true)
  }).toPass()
  await session.detach()
}

let folder: string
const fileOf = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropped-'))
})
test.afterEach(() => rm(folder, { recursive: true }))

test('a dropped folder is refused by name, and the open records stay', async ({ page }) => {
  await page.goto('/bookings')
  const one = await fileOf('one.json', '[{"id":"b-1"},{"id":"b-2"}]')
  await drop(page, one)
  await expect(page.getByText('2 bookings · one.json')).toBeVisible()
  await drop(page, folder)
  await expect(page.getByText('is a folder')).toBeVisible()
  await expect(page.getByText('2 bookings · one.json')).toBeVisible()
  await drop(page, one, await fileOf('two.json', '{}'))
  await expect(page.getByText('You dropped 2 files')).toBeVisible()

  // Opening another file hides the refusal.
  await drop(page, await fileOf('three.json', '[{"id":"b-3"},{"id":"b-4"},{"id":"b-5"}]'))
  await expect(page.getByText('3 bookings · three.json')).toBeVisible()
  await expect(page.getByText('You dropped')).toBeHidden()
  await drop(page, folder)
  await expect(page.getByText('is a folder')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('is a folder')).toBeHidden()
})

test('a file dropped while another is read replaces it', async ({ page }) => {
  await page.goto('/bookings')
  const long = await fileOf(
    'long.ndjson',
    `{"id":"b","note":"${'x'.repeat(1_900)}"}\n`.repeat(10_000),
  )
  const short = await fileOf('short.json', '[{"id":"b-1"},{"id":"b-2"}]')
  await drop(page, long)
  await expect(page.getByRole('progressbar', { name: 'Records read' })).toBeVisible()
  await drop(page, short)
  await expect(page.getByText('2 bookings · short.json')).toBeVisible()
})
