import { expect, test } from '@/e2e/support/fixtures'
import { manyBookings, tellTale } from './booking-records'
import { openFile, rowOf } from './open-records'

const lines = ['{"booking":{"id":"b-1"}}', '{"id":"b-2"}', '{"booking":{"id":"b-3"}}']

for (const [form, text] of [
  ['an array', `[${lines.join(',')}]`],
  ['one per line with CR LF', `\ufeff${lines.join('\r\n')}\r\n`],
  [
    'an array over many lines',
    JSON.stringify(
      lines.map((line) => JSON.parse(line)),
      null,
      2,
    ),
  ],
] as const) {
  test(`records are read from ${form}`, async ({ page }) => {
    await openFile(page, text)
    await expect(page.getByText('3 records')).toBeVisible()
    for (const id of ['b-1', 'b-2', 'b-3']) await expect(rowOf(page, new RegExp(id))).toBeVisible()
  })
}

test('a dropped file is read, two at once are refused', async ({ page }) => {
  await page.goto('/bookings?source=opened')
  const drop = async (names: string[]) => {
    const data = await page.evaluateHandle((all) => {
      const transfer = new DataTransfer()
      for (const name of all) transfer.items.add(new File(['[{"id":"b-1"},{"id":"b-2"}]'], name))
      return transfer
    }, names)
    await page.getByLabel('Records as JSON').dispatchEvent('drop', { dataTransfer: data })
  }
  await drop(['one.json', 'two.json'])
  await expect(page.getByText('You dropped 2 files')).toBeVisible()
  await drop(['one.json'])
  await expect(page.getByText('2 records · one.json')).toBeVisible()
})

test('pasted text is read at once', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/bookings?source=opened')
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(tellTale))
  await page.getByLabel('Records as JSON').press('Control+v')
  await expect(page.getByRole('heading', { name: tellTale.our_ref })).toBeVisible()
})

test('text without a readable record is kept with the position of its error, and opened once corrected', async ({
  page,
}) => {
  await openFile(page, '[\r\n {"id": b-2}, {"id": "b-1"}]')
  await expect(page.getByText('This isn’t valid JSON: line 2, column 9')).toBeVisible()
  const field = page.getByLabel('Records as JSON')
  await expect(field).toHaveValue('[\n {"id": b-2}, {"id": "b-1"}]')
  await page.getByRole('button', { name: 'Go to the error' }).click()
  await page.keyboard.type('"b')
  await expect(field).toHaveValue('[\n {"id": "b-2}, {"id": "b-1"}]')
  await field.press('ArrowRight')
  await field.press('ArrowRight')
  await page.keyboard.type('"')
  await field.press('Control+Enter')
  await expect(page.getByText('2 records')).toBeVisible()
})

test('too much is refused with size and limit', async ({ page }) => {
  await openFile(page, '{}\n'.repeat(10_002))
  await expect(page.getByText('10,002 records; the limit is 10,000.')).toBeVisible()
  await openFile(page, Buffer.alloc(20_000_001, ' '))
  await expect(page.getByText('20,000,001 bytes; the limit is 20,000,000.')).toBeVisible()
  await openFile(page, '[]')
  await expect(page.getByText('No records found')).toBeVisible()
  await openFile(page, Buffer.from([0x5b, 0xff, 0x5d]))
  await expect(page.getByText('This isn’t UTF-8 text')).toBeVisible()
  await openFile(page, '['.repeat(100_000))
  await expect(page.getByText('Nested too deeply: line 1, column 101')).toBeVisible()
})

test('good lines are opened although the last is cut off, and neither reload nor Close loses them unasked', async ({
  page,
}) => {
  const good = manyBookings(200).map((one) => JSON.stringify(one))
  await openFile(page, [...good, '{"id":"b-200","our_re'].join('\n'), 'log.ndjson')
  await expect(page.getByText('200 opened, 1 line skipped')).toBeVisible()
  await expect(page.getByText('Line 201: the text ends inside a string.')).toBeVisible()
  await expect(page).toHaveTitle('log.ndjson · Bookings · Kerbside')

  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('200 records · log.ndjson')).toBeVisible()

  const question = page.waitForEvent('dialog')
  const reloading = page.reload({ timeout: 3_000 }).catch(() => null)
  const asked = await question
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await reloading
  await expect(page.getByText('200 records · log.ndjson')).toBeVisible()
})
