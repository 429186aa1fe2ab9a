import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { manyBookings, TELL_TALE, tellTale } from './booking-records'

const fileOf = (content: string | Buffer, name = 'records.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
})

async function openFile(page: Page, content: string | Buffer, name?: string): Promise<void> {
  await page.goto('/bookings')
  await page.getByLabel('File of records').setInputFiles(fileOf(content, name))
}

async function typeRecords(page: Page, text: string): Promise<void> {
  await page.goto('/bookings')
  await page.getByLabel('Records as JSON').fill(text)
  await page.getByRole('button', { name: 'Show records' }).click()
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Records' })
const rowOf = (page: Page, name: RegExp | string) => grid(page).getByRole('row', { name })

test('a pasted booking is shown in full, and leaves no trace in requests, storage or address', async ({
  page,
  context,
  consoleErrors,
}) => {
  const sent: string[] = []
  context.on('request', (request) => {
    sent.push([request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join(' '))
  })
  context.on('websocket' as never, () => sent.push('a web socket'))
  const traces = async () => ({
    requests: sent.filter((text) => TELL_TALE.test(text)),
    storage: await page.evaluate(async () =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        location.href,
        history.state,
        document.title,
        (await indexedDB.databases?.()) ?? [],
        await caches.keys(),
      ]),
    ),
  })

  await typeRecords(page, JSON.stringify({ booking: tellTale }))
  await expect(page.getByRole('heading', { name: tellTale.our_ref })).toBeVisible()
  await expect(page.getByRole('alert').getByText(tellTale.error)).toBeVisible()
  for (const name of ['Customer', 'Vehicle', 'Record', 'Webhooks', 'Totals', 'Journey'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Map of the journey' }).locator('.map-point')).toHaveCount(2)
  await expect(page.getByRole('link', { name: tellTale.vehicle_id })).toHaveAttribute(
    'href',
    '/vehicles/v-zq1003',
  )
  await expect(page.getByText(tellTale.webhooks.booking_status_changed)).toBeVisible()
  await page.getByRole('link', { name: tellTale.vehicle_id }).hover()
  await page.getByRole('button', { name: 'Close' }).click()

  // The same among many records: found, opened and saved.
  await page
    .getByLabel('File of records')
    .setInputFiles(fileOf(JSON.stringify([...manyBookings(20), tellTale])))
  await page.getByLabel('Find in the records').fill('zq1008')
  await expect(page.getByText('1 of 21 records shown')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Orla zq1008')
  await rowOf(page, /REF-zq1002/).dblclick()
  await expect(page.getByRole('heading', { name: tellTale.our_ref })).toBeVisible()
  await page.getByRole('heading', { name: 'Raw JSON' }).click()
  await expect(page.getByRole('tree')).toContainText('zq1013')
  await goBack(page)
  await expect(grid(page)).toBeVisible()
  expect(sent.length).toBeGreaterThan(5)
  const { requests, storage } = await traces()
  expect(requests).toEqual([])
  expect(storage).not.toMatch(TELL_TALE)

  // Control: a link that is followed does send the id.
  consoleErrors.allow(/status of 404/)
  await page.goForward()
  await page.getByRole('link', { name: tellTale.vehicle_id }).click()
  await expect(page.getByText('The service has no vehicle with the id')).toBeVisible()
  expect((await traces()).requests.length).toBeGreaterThan(0)
  await goBack(page)
  await expect(page.getByRole('heading', { name: tellTale.our_ref })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Records as JSON')).toHaveValue('')
})

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
  await page.goto('/bookings')
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
  await page.goto('/bookings')
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(tellTale))
  await page.getByLabel('Records as JSON').press('Control+v')
  await expect(page.getByRole('heading', { name: tellTale.our_ref })).toBeVisible()
})

test('malformed text is kept with the position of its error, and opened once corrected', async ({ page }) => {
  await openFile(page, '[{"id": "b-1"},\r\n {"id": b-2}]')
  await expect(page.getByText('This isn’t valid JSON: line 2, column 9')).toBeVisible()
  const field = page.getByLabel('Records as JSON')
  await expect(field).toHaveValue('[{"id": "b-1"},\n {"id": b-2}]')
  await page.getByRole('button', { name: 'Go to the error' }).click()
  await page.keyboard.type('"b')
  await expect(field).toHaveValue('[{"id": "b-1"},\n {"id": "b-2}]')
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

test('ten thousand records are listed, sorted, filtered and saved, with few of them in the document', async ({
  page,
}) => {
  await openFile(
    page,
    manyBookings(10_000)
      .map((one) => JSON.stringify(one))
      .join('\n'),
    'many.ndjson',
  )
  await expect(page.getByText('10,000 records · many.ndjson')).toBeVisible()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '10001')
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await expect(page.getByText('9,000 of 10,000 journeys have both positions')).toBeVisible()

  await page.getByRole('button', { name: 'Total', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('row').nth(1)).toContainText('JOB-0')
  await page.getByRole('button', { name: 'Total', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('999')

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Currency').selectOption('EUR (2,000)')
  await page.getByLabel('Status').selectOption('done (3,333)')
  await page.getByLabel('Created from').fill('2026-09-10')
  await page.getByLabel('Created to').fill('2026-09-10')
  const expected = manyBookings(10_000).filter((_, n) => n % 5 === 0 && n % 3 === 2 && n % 28 === 9).length
  await expect(page.getByText(`${expected} of 10,000 records shown`)).toBeVisible()
  await page.getByLabel('Failed only').check()
  await expect(page.getByText('No records match the filters')).toBeVisible()
  await page.getByLabel('Failed only').uncheck()

  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const rows = (await readFile(await (await csv).path(), 'utf8')).trimEnd().split('\r\n')
  expect(rows).toHaveLength(expected + 1)
  expect(rows[0]).toContain('"id","ctime"')
  expect(rows.join('\n')).toContain(`"'=HYPERLINK(""x"")"`)
  const geo = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as GeoJSON' }).click()
  const { features } = JSON.parse(await readFile(await (await geo).path(), 'utf8'))
  expect(features).toHaveLength(expected)
  expect(features[0].geometry.coordinates[0][1]).toBeGreaterThan(51)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('10,000 records')).toBeVisible()
})

test('a record is selected in the table and on the map, opened, and the list is unchanged afterwards', async ({
  page,
}) => {
  const bookings = manyBookings(300)
  await openFile(page, JSON.stringify(bookings))
  const map = page.getByRole('region', { name: 'Map of the journeys' })
  await page.getByLabel('Find in the records').fill('JOB-2')
  await expect(page.getByText('111 of 300 records shown')).toBeVisible()
  const selected = page.getByRole('region', { name: 'Selected record' })

  // Finds a journey on the map by selecting it.
  await rowOf(page, /JOB-210 /).click()
  await expect(selected).toContainText('JOB-210')
  await page.getByLabel('Find in the records').fill('JOB-210')
  await expect(page.getByText('1 of 300 records shown')).toBeVisible()
  await page.getByRole('button', { name: 'Show all journeys' }).click()
  await page.getByLabel('Find in the records').fill('JOB-2')
  await rowOf(page, /JOB-20 /).click()
  await expect(selected).toContainText('JOB-20')

  await page.getByLabel('Find in the records').fill('JOB-210')
  await page.getByRole('button', { name: 'Show all journeys' }).click()
  const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await expect(async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(selected).toContainText('JOB-210', { timeout: 1000 })
  }).toPass()

  await page.getByLabel('Find in the records').fill('JOB-2')
  await grid(page).focus()
  await page.keyboard.press('End')
  await expect(selected).toContainText('JOB-299')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'JOB-298' })).toBeVisible()
  await expect(page.getByText('110 of 111')).toBeVisible()
  await page.getByRole('button', { name: 'Next record' }).click()
  await expect(page.getByRole('heading', { name: 'JOB-299' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next record' })).toBeDisabled()
  await goBack(page)
  await goBack(page)
  await expect(page.getByText('111 of 300 records shown')).toBeVisible()
  await expect(rowOf(page, /JOB-299/)).toHaveAttribute('aria-selected', 'true')
  await expect(rowOf(page, /JOB-299/)).toBeInViewport()
  await expect(grid(page)).toBeFocused()
})

test('values that are hardly bookings are shown as received, and hostile text stays text', async ({
  page,
}) => {
  const reversed = 'a\u202ereversed\u202c'
  const nested = `${'{"a":'.repeat(99)}1${'}'.repeat(99)}`
  await openFile(
    page,
    `[7, {"__proto__": {"status": "polluted"}, "constructor": "<img src=x>", "id": 5, "our_ref": ${JSON.stringify(reversed)}}, {"note": "${'x'.repeat(1_000_000)}"}, ${nested}]`,
  )
  await expect(page.getByText('4 records')).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This isn’t a booking')).toBeVisible()
  await expect(page.getByRole('tree')).toContainText('7')

  await page.getByRole('button', { name: 'Next record' }).click()
  await expect(page.getByRole('heading', { name: 'a\ufffdreversed\ufffd' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toContainText('unreadable5')
  await expect(page.getByRole('region', { name: 'Not in the specification' })).toContainText('<img src=x>')
  await page.getByRole('heading', { name: 'Raw JSON' }).click()
  await expect(page.getByRole('treeitem', { name: '"__proto__"' })).toBeVisible()
  await expect(page.getByRole('tree')).toContainText('"a\\u202ereversed\\u202c"')

  await page.getByRole('button', { name: 'Next record' }).click()
  await expect(page.getByRole('heading', { name: 'Record 3' })).toBeVisible()
  await page.getByRole('heading', { name: 'Raw JSON' }).click()
  await page.getByRole('treeitem', { name: /"note"/ }).click()
  await expect(page.getByRole('button', { name: 'Show all 1,000,000 characters' })).toBeVisible()

  await page.getByRole('button', { name: 'Next record' }).click()
  await expect(page.getByRole('heading', { name: 'Record 4' })).toBeVisible()
})

test('raw JSON is expanded, searched and copied, by keyboard too', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await typeRecords(
    page,
    JSON.stringify({ booking: { ...tellTale, extra: Array(500).fill({ deep: ['needle'] }) } }),
  )
  await page.getByRole('heading', { name: 'Raw JSON' }).click()
  const tree = page.getByRole('tree')
  // A large value starts collapsed.
  await expect(tree.getByRole('treeitem')).toHaveCount(2)
  await tree.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(tree.getByRole('treeitem', { name: /"extra": \[ 500 elements/ })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('treeitem')).toHaveCount(2)

  await page.getByLabel('Search in Raw JSON').fill('needle')
  await expect(page.getByText('1 of 500')).toBeVisible()
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByText('500 of 500')).toBeVisible()
  await page.getByRole('button', { name: 'Copy path' }).click()
  await expect.poll(clipboard).toBe('$.booking.extra[499].deep[0]')
  await page.getByRole('button', { name: 'Copy value' }).click()
  await expect.poll(clipboard).toBe('needle')
  await page.getByRole('button', { name: 'Collapse all', exact: true }).click()
  await expect(tree.getByRole('treeitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Expand all' }).click()
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(60)
  await page.getByRole('button', { name: 'Copy Raw JSON' }).click()
  await expect.poll(async () => JSON.parse(await clipboard()).booking.id).toBe(tellTale.id)
})

test('on a phone records are listed, found, mapped and opened @phone', async ({ page }) => {
  await openFile(page, JSON.stringify(manyBookings(200)))
  await page.getByLabel('Find in the records').fill('JOB-12')
  await rowOf(page, /JOB-120 /).tap()
  await page.getByRole('button', { name: 'Map', exact: true }).tap()
  await expect(page.getByRole('region', { name: 'Map of the journeys' })).toBeVisible()
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main button, main select, main input:not([type=checkbox]), nav a')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ name: element.textContent, ...element.getBoundingClientRect().toJSON() }))
      .filter(({ width, height }) => height < 44 || width < 44)
      .map(({ name, width, height }) => `${name}: ${width}×${height}`),
  )
  expect(small).toEqual([])
  await page.getByRole('button', { name: 'Open record' }).tap()
  await expect(page.getByRole('heading', { name: 'JOB-120' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).tap()
  await expect(page.getByText('11 of 200 records shown')).toBeVisible()
})

const states: Record<string, (page: Page) => Promise<void>> = {
  'no booking yet': async (page) => {
    await page.goto('/bookings')
    await expect(page.getByLabel('Records as JSON')).toBeVisible()
  },
  'a fault': async (page) => {
    await typeRecords(page, '{')
    await expect(page.getByText('This isn’t valid JSON')).toBeVisible()
  },
  'many bookings with filters': async (page) => {
    await openFile(page, JSON.stringify(manyBookings(100)))
    await page.getByRole('button', { name: 'Filters' }).click()
    await rowOf(page, /JOB-1 /).click()
    await expect(page.getByRole('region', { name: 'Selected record' })).toBeVisible()
  },
  'a record of yours': async (page) => {
    await typeRecords(page, JSON.stringify([tellTale]))
    await page.getByRole('heading', { name: 'Raw JSON' }).click()
    await page.getByRole('treeitem', { name: /"customer_name"/ }).click()
    await expect(page.getByRole('button', { name: 'Copy path' })).toBeVisible()
  },
}

for (const [name, open] of Object.entries(states)) {
  for (const device of ['', ' @phone']) {
    test(`${name}: accessible and no wider than the screen${device}`, async ({ page }) => {
      await open(page)
      await expectAccessible(page)
    })
  }
}
