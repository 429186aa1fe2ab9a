import { expect, test } from '@/e2e/support/fixtures'
import { manyBookings, tellTale } from './booking-records'
import { fileOf, openFile, typeRecords } from './open-records'

test('pasted text is read at once', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/bookings?source=opened')
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(tellTale))
  await page.getByLabel('Records as JSON').press('Control+v')
  await expect(page.getByRole('heading', { name: tellTale.our_ref })).toBeVisible()
})

test('typed text without a readable record stays, with the position of its error, and is opened once corrected', async ({
  page,
}) => {
  const typed = '[\n {"id": b-2}, {"id": "b-1"}]'
  await typeRecords(page, typed)
  await expect(page.getByText('This isn’t valid JSON: line 2, column 9')).toBeVisible()
  const field = page.getByLabel('Records as JSON')
  await expect(field).toHaveValue(typed)
  await field.fill(typed.replace('b-2', '"b-2"'))
  await field.press('Control+Enter')
  await expect(page.getByText('2 bookings')).toBeVisible()
})

test('a file that is refused, or of which a part is left out, says why', async ({ page }) => {
  await page.goto('/bookings?source=opened')
  for (const [content, ...said] of [
    ['[]', 'No bookings found', 'Nothing in it has the fields of a booking.'],
    ['{"id":1}\n'.repeat(10_002), '10,002 bookings; the limit is 10,000.'],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]), 'This isn’t text'],
    [
      '[{"id":"b-1"},{"shoe":"left"},{"status":"ok"},{"id":"b-2"}]',
      '2 bookings opened, the rest was left out',
      '2 values: no field of a booking, or nested too deeply.',
    ],
  ] as const) {
    await page.getByLabel('File of records').setInputFiles(fileOf(content))
    for (const text of said) await expect(page.getByText(text)).toBeVisible()
  }
})

test('good lines are opened although the last is cut off, and no reload loses them unasked', async ({
  page,
}) => {
  const good = manyBookings(200).map((one) => JSON.stringify(one))
  await openFile(page, [...good, '{"id":"b-200","our_re'].join('\n'), 'log.ndjson')
  await expect(page.getByText('Line 201 is not valid JSON.')).toBeVisible()
  await expect(page).toHaveTitle(/log\.ndjson · Bookings · Kerbside$/)

  const question = page.waitForEvent('dialog')
  const reloading = page.reload({ timeout: 3_000 }).catch(() => null)
  const asked = await question
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await reloading
  await expect(page.getByText('200 bookings · log.ndjson')).toBeVisible()
})
