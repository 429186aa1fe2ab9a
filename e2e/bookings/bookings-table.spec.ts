import { readFile } from 'node:fs/promises'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { tooSmall } from '@/e2e/support/phone'
import { manyBookings } from './booking-records'
import { grid, openFile, rowOf } from './open-records'

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
  await expect(page.getByText('10,000 bookings · many.ndjson')).toBeVisible()
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '10001')
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await expect(page.getByText('9,000 of 10,000 journeys have both positions')).toBeVisible()

  await page.getByRole('button', { name: 'Total', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(page.getByRole('row').nth(1)).toContainText('JOB-0')
  await page.getByRole('button', { name: 'Total', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('999')

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Currency').selectOption('EUR (2,000)')
  await page.getByLabel('Status').selectOption('Done (3,333)')
  await page.getByLabel('Created from').fill('2026-09-10')
  await page.getByLabel('Created to').pressSequentially('10 Sep 2026\n')
  const expected = manyBookings(10_000).filter(
    (_, n) => n % 5 === 0 && n % 3 === 2 && n % 28 === 9,
  ).length
  await expect(page.getByText(`${expected} of 10,000 bookings shown`)).toBeVisible()
  const error = page.getByRole('combobox', { name: 'Error' })
  await error.selectOption({ index: 1 })
  await expect(error.locator('option:checked')).toHaveText(/^Any error \([\d,]+\)$/)
  await expect(page.getByText('No bookings match the filters')).toBeVisible()
  await error.selectOption('Any')

  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const rows = (await readFile(await (await csv).path(), 'utf8')).trimEnd().split('\r\n')
  expect(rows).toHaveLength(expected + 1)
  expect(rows[0]).toContain('"id","ctime"')
  expect(rows.join('\n')).toContain(`"'=HYPERLINK(""x"")"`)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('10,000 bookings')).toBeVisible()
})

test('a record is selected in the table and on the map, opened, and the list is unchanged afterwards', async ({
  page,
}) => {
  const bookings = manyBookings(300)
  await openFile(page, JSON.stringify(bookings))
  const map = page.getByRole('region', { name: 'Map of the journeys' })
  await page.getByLabel('Search the bookings').fill('JOB-2')
  await expect(page.getByText('111 of 300 bookings shown')).toBeVisible()
  const selected = page.getByRole('region', { name: 'Selected record' })

  // The map fits the selected journey, then all that are filtered.
  const scale = map.locator('.leaflet-control-scale-line')
  const ofAll = (await scale.textContent()) ?? ''
  await rowOf(page, /JOB-20 /).click()
  await expect(selected).toContainText('JOB-20')
  await expect(scale).not.toHaveText(ofAll)
  const ofOne = (await scale.textContent()) ?? ''
  await page.getByLabel('Search the bookings').fill('JOB-')
  await page.getByLabel('Search the bookings').fill('JOB-2')
  await expect(scale).not.toHaveText(ofOne)
  // The selected record takes room from the map, which fits as its button would.
  const fitted = (await scale.textContent()) ?? ''
  await page.getByRole('button', { name: 'Show all journeys' }).click()
  await expect(scale).toHaveText(fitted)

  await page.getByLabel('Search the bookings').fill('JOB-204')
  await expect(page.getByText('1 of 300 bookings shown')).toBeVisible()
  const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await expect(async () => {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(selected).toContainText('JOB-204', { timeout: 1000 })
  }).toPass()

  await page.getByLabel('Search the bookings').fill('JOB-2')
  await grid(page).focus()
  await page.keyboard.press('End')
  await expect(selected).toContainText('JOB-299')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'JOB-298' })).toBeVisible()
  await expect(page.getByText('110 of 111', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next record' }).click()
  await expect(page.getByRole('heading', { name: 'JOB-299' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next record' })).toBeDisabled()
  await goBack(page)
  await goBack(page)
  await expect(page.getByText('111 of 300 bookings shown')).toBeVisible()
  await expect(rowOf(page, /JOB-299/)).toHaveAttribute('aria-selected', 'true')
  await expect(rowOf(page, /JOB-299/)).toBeInViewport()
  await expect(grid(page)).toBeFocused()
})

test('from a small laptop on a row shows its pick-up to the minute, its journey and its total', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const when = '2026-09-01 12:00:00.000 GMT'
  await openFile(page, JSON.stringify(manyBookings(5).map((one) => ({ ...one, when }))))
  await expect(rowOf(page, /JOB-1 /)).toContainText(/1 Sept?.*, 1[23]:00(?!:)/)
  await expect(rowOf(page, /JOB-1 /)).not.toContainText('b-1')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('columnheader', { name: 'Pick-up' })).toBeVisible()
  const box = async (name: string) =>
    (await page.getByRole('columnheader', { name }).boundingBox())!
  const table = (await grid(page).boundingBox())!
  const journey = await box('Journey')
  const total = await box('Total')
  expect(journey.width).toBeGreaterThan(80)
  expect(total.x + total.width).toBeLessThanOrEqual(table.x + table.width)
})

test('on a phone records are listed, found, mapped and opened @phone', async ({ page }) => {
  await openFile(page, JSON.stringify(manyBookings(200)))
  await page.getByLabel('Search the bookings').fill('JOB-12')
  // Without findings its length stands below the total.
  await expect(rowOf(page, /JOB-120 /)).toContainText(/\d (m|km)/)
  await rowOf(page, /JOB-120 /).tap()
  await page.getByRole('button', { name: 'Map', exact: true }).tap()
  await expect(page.getByRole('region', { name: 'Map of the journeys' })).toBeVisible()
  const targets = 'main button, main select, main input:not([type=checkbox]), nav a'
  expect(await tooSmall(page, targets)).toEqual([])
  await page.getByRole('button', { name: 'Open record' }).tap()
  await expect(page.getByRole('heading', { name: 'JOB-120' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).tap()
  await expect(page.getByText('11 of 200 bookings shown')).toBeVisible()
})

test('the errors of bookings are counted, filter the table, and stand in their rows @phone', async ({
  page,
}) => {
  const noDriver = 'no driver took it within the time that the customer allowed'
  const failed = ['card declined', 'card declined', noDriver].map((error, n) => ({
    id: `b-${n}`,
    our_ref: `JOB-${n}`,
    status: 'out_of_service',
    vehicle_our_ref: 'KB-17',
    totals: { currency: 'GBP', total: 21.6 },
    error,
    tip: 1,
  }))
  await openFile(page, JSON.stringify([...manyBookings(5), ...failed]))
  const declined = page.getByRole('button', { name: 'card declined 2' })
  await expect(page.getByRole('group', { name: 'Errors' }).getByRole('button')).toHaveText([
    'card declined2',
    `${noDriver}1`,
  ])
  // The messages scroll within their row, not the whole page with them.
  const hidden = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)
  expect(hidden, 'pixels cut off').toBe(0)
  await declined.tap()
  await expect(page.getByText('2 of 8 bookings shown')).toBeVisible()
  await expect(rowOf(page, /JOB-0 Out of service: card declined/)).toContainText('£21.60')
  await expect(rowOf(page, /JOB-1/)).toContainText('1 note')
})
