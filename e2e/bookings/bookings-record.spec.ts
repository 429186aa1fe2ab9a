import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { openTechnical } from '@/e2e/support/technical'
import { manyBookings, TELL_TALE, tellTale } from './booking-records'
import { fileOf, grid, openFile, rowOf, typeRecords } from './open-records'

test('a pasted booking is shown in full, and leaves no trace in requests, storage or address', async ({
  page,
  context,
  consoleErrors,
}) => {
  const sent: string[] = []
  context.on('request', (request) => {
    sent.push(
      [request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join(' '),
    )
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
  for (const name of ['Customer', 'Vehicle', 'Record', 'Totals', 'Journey'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Map of the journey' }).locator('.map-point'),
  ).toHaveCount(2)
  await expect(page.getByRole('link', { name: tellTale.vehicle_id })).toHaveAttribute(
    'href',
    '/vehicles/v-zq1003',
  )
  await openTechnical(page)
  await expect(page.getByRole('region', { name: 'Webhooks', exact: true })).toContainText(
    tellTale.webhooks.booking_status_changed,
  )
  await page.getByRole('link', { name: tellTale.vehicle_id }).hover()
  await page.getByRole('button', { name: 'Close' }).click()

  // The same among many records: found, opened and saved.
  await page
    .getByLabel('File of records')
    .setInputFiles(fileOf(JSON.stringify([...manyBookings(20), tellTale])))
  await page.getByLabel('Search the bookings').fill('zq1008')
  await expect(page.getByText('1 of 21 bookings shown')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Orla zq1008')
  await rowOf(page, /REF-zq1002/).dblclick()
  await expect(page.getByRole('heading', { name: tellTale.our_ref })).toBeVisible()
  await openTechnical(page)
  await expect(rawJson(page)).toContainText('zq1013')
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

test('values of no type that is specified are shown as received, and hostile text stays text', async ({
  page,
}) => {
  const reversed = 'a\u202ereversed\u202c'
  await openFile(
    page,
    `[{"__proto__": {"status": "polluted"}, "constructor": "<img src=x>", "id": {"of": 5}, "from_label": null, "our_ref": ${JSON.stringify(reversed)}}, {"id": null, "from_label": null, "note": "${'x'.repeat(1_000_000)}"}]`,
  )
  await expect(page.getByText('2 bookings')).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'a\ufffdreversed\ufffd' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Record', exact: true })).toContainText(
    'unreadable{"of":5}',
  )
  await openTechnical(page)
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('<img src=x>')
  await expect(rawJson(page)).toContainText('"__proto__": { 1 }')
  await expect(rawJson(page)).toContainText('"a\\u202ereversed\\u202c"')

  await page.getByRole('button', { name: 'Next record' }).click()
  await expect(page.getByRole('heading', { name: 'Record 2' })).toBeVisible()
  await openTechnical(page)
  await expect(rawJson(page)).toContainText(/"note": "x{2000}…" \(1,000,000 characters\)/)
})

test('raw JSON is as written, is folded by keyboard, shows its first 2,000 lines and is copied whole', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const extra = Array(1_000).fill({ deep: ['needle'] })
  const written = JSON.stringify({ booking: { ...tellTale, tip: 0, extra } })
  await typeRecords(page, written.replace('"tip":0', '"tip":12345678901234567890'))
  await openTechnical(page)
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText(
    'of which most readers of JSON keep 12345678901234567000',
  )
  await expect(
    rawJson(page).getByText('"tip": 12345678901234567890', { exact: true }),
  ).toBeVisible()
  await expect(rawJson(page).getByText(tellTale.our_ref)).toBeVisible()
  await expect(
    page.getByText('Showing the first 2,000 lines; the copy has all of them.'),
  ).toBeVisible()
  expect(await rawJson(page).locator('li').count()).toBe(1_999)

  const booking = rawJson(page).locator('summary', { hasText: '"booking"' })
  await booking.focus()
  await page.keyboard.press('Enter')
  await expect(rawJson(page).getByText(tellTale.our_ref)).toBeHidden()
  await page.keyboard.press('Space')
  await expect(rawJson(page).getByText(tellTale.our_ref)).toBeVisible()
  await page.getByRole('button', { name: 'Copy Raw JSON' }).click()
  await expect.poll(clipboard).toContain('"tip": 12345678901234567890')
  expect(JSON.parse(await clipboard()).booking.extra).toEqual(extra)
})

function rawJson(page: Page) {
  return page.getByRole('region', { name: 'Raw JSON', exact: true })
}
