import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { REFERENCES } from '@/e2e/support/standing-fleet'

const references = REFERENCES.slice(0, 7)

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `KB-${index + 1}`)
const listField = (page: Page) => page.getByLabel('One reference per line')
const ourRefOf = (request: Request) => new URL(request.url).searchParams.get('our_ref')

async function start(page: Page, text: string) {
  await listField(page).fill(text)
  await page.getByRole('button', { name: 'Look up the list' }).click()
}

async function exported(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  return text.replace('\ufeff', '').trimEnd().split('\r\n')
}

test('a pasted column with any characters is looked up, counted, exported and leads to its records', async ({
  page,
  referenced: { url },
}) => {
  await page.goto(`${url}/lookup`)
  await start(page, [...references, '', 'depot/7', 'nobody\tInes'].join('\n'))
  await expect(page.getByText('8 references. Skipped: line 9 (repeats line 1).')).toBeVisible()
  await expect(page.getByText('8 of 8 looked up')).toBeVisible()
  for (const [name, count] of Object.entries({ Found: 7, 'Not found': 1, Failed: 0, Skipped: 1 }))
    await expect(page.getByRole('button', { name: `${name} ${count}`, exact: true })).toBeVisible()
  const [head, first, ...more] = await exported(page)
  expect(head).toBe(
    '"line","our_ref","result","reason","vehicle_id","make","licence_plate","driver_name","status","mtime","lat","lng"',
  )
  expect(first).toMatch(
    /^"1","depot\/7","found","","r-1","Make 1","","","available","[^"]*","51.5","-2.1"$/,
  )
  expect(more.map((line) => line.split(',').slice(0, 4).join(','))).toEqual([
    ...references
      .slice(1)
      .map(
        (ourRef, index) => `"${index + 2}","${ourRef === '=1+1' ? "'=1+1" : ourRef}","found",""`,
      ),
    '"9","depot/7","skipped","repeats line 1"',
    '"10","nobody","not found",""',
  ])
  await page.getByRole('button', { name: 'Show all 7 on a map' }).click()
  await expect(
    page.getByRole('region', { name: 'Map of the found vehicles' }).locator('.map-point'),
  ).toHaveCount(7)
  await page.getByRole('button', { name: 'Not found 1' }).click()
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'All 9' }).click()
  await page.getByRole('link', { name: 'Make 5', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Location', exact: true })).toBeVisible()
  await goBack(page)
  await expect(page.getByText('8 of 8 looked up')).toBeVisible()
  await expect(
    page.getByRole('row', { name: /Make 5 Available.*Driver: not reported/ }),
  ).toBeVisible()
})

test('a list can be paused, and continues without asking twice while another page is open', async ({
  page,
  referenced: { url, service },
}) => {
  const all = numbered(60)
  let begun = 0
  let open = 0
  let release = () => {}
  const paused = new Promise<void>((resolve) => {
    release = resolve
  })
  service.answerWith(async (request, answer) => {
    if (ourRefOf(request) === null) return answer(request)
    open++
    // From here on until it is paused, however long that takes.
    if (++begun > 20) await paused
    open--
    return answer(request)
  })
  await page.goto(`${url}/lookup`)
  await start(page, all.join('\n'))
  await expect.poll(() => open).toBe(5)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/ of 60 looked up, paused$/)).toBeVisible()
  release()
  await expect(page.getByText(/^25 of 60 looked up, paused$/)).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  // KB-1 is the eighth vehicle.
  await page.getByRole('link', { name: 'Make 8', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Location', exact: true })).toBeVisible()
  await goBack(page)
  await expect(page.getByText('60 of 60 looked up')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Found 60' })).toBeVisible()
  expect(service.requests.map(ourRefOf).filter((ourRef) => ourRef !== null)).toHaveLength(60)
})

test('a list that cannot be asked for says why and keeps its text; a file takes its place', async ({
  page,
}) => {
  await page.goto('/lookup')
  await page.getByRole('button', { name: 'Look up the list' }).click()
  await expect(page.getByText('No references yet')).toBeVisible()
  const many = numbered(501).join('\n')
  await start(page, many)
  await expect(page.getByText('501 references; at most 500 at a time.')).toBeVisible()
  await expect(listField(page)).toHaveValue(many)
  const file = page.getByLabel('File of references')
  await file.setInputFiles({
    name: 'x.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x89, 0x50, 0xff]),
  })
  await expect(page.getByText(/isn’t UTF-8 text/)).toBeVisible()
  await expect(listField(page)).toHaveValue(many)
  const table = Buffer.from('\ufeffmake;our_ref\r\n"Prius";="007"\r\nLeaf;KB-2\r\n', 'utf16le')
  await file.setInputFiles({ name: 'z.csv', mimeType: 'text/csv', buffer: table })
  await expect(page.getByText('2 references. Line 1 is read as headings.')).toBeVisible()
  const column = page.getByLabel('Column with the references')
  await expect(column.locator('option:checked')).toHaveText('our_ref (007 …)')
  await column.selectOption('make (Prius …)')
  await page.getByRole('button', { name: 'Look up the list' }).click()
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('rowheader')).toHaveText([
    'Prius',
    'Leaf',
  ])
})

test('the results are sorted by any column, and so is their file; a reload keeps the text, and of the results nothing', async ({
  page,
  referenced: { url },
}) => {
  await page.goto(`${url}/lookup`)
  await start(page, 'KB-10\nnobody\nKB-9')
  await expect(page.getByText('3 of 3 looked up')).toBeVisible()
  const references = page.getByRole('region', { name: 'Results' }).getByRole('rowheader')
  await expect(references).toHaveText(['KB-10', 'nobody', 'KB-9'])
  await page.getByRole('button', { name: 'Our reference' }).click()
  await expect(references).toHaveText(['KB-9', 'KB-10', 'nobody'])
  await page.getByRole('button', { name: 'Result', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(references).toHaveText(['nobody', 'KB-10', 'KB-9'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Result' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(references).toHaveText(['KB-10', 'KB-9', 'nobody'])
  expect((await exported(page)).map((line) => line.split(',')[1])).toEqual([
    '"our_ref"',
    '"KB-10"',
    '"KB-9"',
    '"nobody"',
  ])
  await page.reload()
  await expect(listField(page)).toHaveValue('KB-10\nnobody\nKB-9')
  await expect(page.getByText(/looked up/)).toBeHidden()
  const storage = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(storage).toContain('KB-10')
  expect(storage).not.toMatch(/Ada|Make|r-1/)
})

test('a reference that a spreadsheet shortened is offered as Kerbside knows it @phone', async ({
  page,
  referenced: { url },
}) => {
  await page.goto(`${url}/lookup?our_ref=00123`)
  await expect(page.getByRole('link', { name: 'Open record' }).first()).toBeVisible()
  await start(page, '123\nKB-1')
  await expect(page.getByText('2 of 2 looked up')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Not found' })
  await row.getByRole('link', { name: 'Did you mean 00123?' }).click()
  await expect(page).toHaveURL(/our_ref=00123$/)
  const found = page.getByRole('region', { name: '00123' })
  await expect(found).toContainText('Make 208')
})

test('a list with results of every kind is accessible; a reference that was not found leads to similar ones', async ({
  page,
  referenced: { url, service },
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 50[234]/)
  service.answerWith((request, answer) =>
    ourRefOf(request) === 'broken' ? new Response('', { status: 500 }) : answer(request),
  )
  await page.goto(`${url}/lookup`)
  await start(page, [...references, 'kb 9', 'broken', '', 'depot/7'].join('\n'))
  await expect(page.getByText('9 of 9 looked up')).toBeVisible()
  await expect(page.getByRole('cell', { name: /^Failed/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('row', { name: / kb 9/ }).getByRole('link', { name: 'Find similar' }).click()
  await expect(page.getByLabel('Our reference')).toHaveValue('kb 9')
  await expect(page.getByRole('link', { name: /^KB-9(?!\d)/ })).toBeVisible()
  await expect(page.getByText('9 of 9 looked up')).toBeVisible()
})
