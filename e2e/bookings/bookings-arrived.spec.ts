import { changeAnswers } from '@/e2e/support/change-answers'
import { expect, test } from '@/e2e/support/fixtures'
import { goBack } from '@/e2e/support/go-back'
import { arrived, createAddress } from './arrived-bookings'
import { grid, rowOf, typeRecords } from './open-records'

test('what is delivered changes the status of its row while the list is open', async ({
  page,
  request,
  baseURL,
}) => {
  const address = await createAddress(baseURL ?? '', 'The day shift')
  const id = `b-${Date.now()}`
  const deliver = async (status: string) => {
    const booking = { id, our_ref: `JOB ${id}`, status, when: 'now' }
    expect((await request.post(address, { data: { booking } })).status()).toBe(200)
  }
  await deliver('pending')
  await expect.poll(async () => (await arrived(request)).map((one) => one.id)).toContain(id)
  await page.goto('/bookings?source=all')
  await page.getByLabel('Search the bookings').fill(id)
  const row = rowOf(page, id)
  await expect(page.getByRole('columnheader', { name: 'Pick-up' })).toBeVisible()
  const status = row.getByRole('gridcell').nth(2)
  await expect(status).toHaveText(/^Pending/)
  await deliver('under_way')
  await expect(status).toHaveText(/^Under way/)
  await expect(grid(page).getByRole('row')).toHaveCount(2)
})

test('the list of the demo ends with the booking that came first of all', async ({
  page,
  request,
}) => {
  await page.goto('/bookings?source=all')
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible()
  await grid(page).press('End')
  const oldest = grid(page).getByRole('row', { selected: true })
  const [reference = ''] = (await oldest.getByRole('gridcell').nth(1).innerText()).split('\n')
  await grid(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
  const key = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  const came = (await arrived(request)).toSorted((a, b) =>
    a.firstReceivedAt.localeCompare(b.firstReceivedAt),
  )
  expect(came.find((one) => one.key === key)?.firstReceivedAt).toBe(came[0]?.firstReceivedAt)
})

test('arrived bookings and a pasted one are in one table, each with its source', async ({
  page,
  request,
}) => {
  const [newest] = await arrived(request)
  // A single one would be opened at once.
  const pasted = ['pasted-1', 'pasted-2'].map((id) => ({
    id,
    our_ref: `REF ${id}`,
    status: 'done',
  }))
  await typeRecords(page, JSON.stringify(pasted))
  const source = (name: string) => page.getByRole('link', { name, exact: true })
  await source('All bookings').click()
  const sources = [
    ['pasted-1', 'pasted-1', 'Opened here'],
    [newest?.id ?? '', newest?.ourRef ?? '', 'Received'],
  ] as const
  for (const [id, ourRef, name] of sources) {
    await page.getByLabel('Search the bookings').fill(id)
    await expect(rowOf(page, ourRef).getByRole('gridcell', { name, exact: true })).toBeVisible()
  }
  await source('Opened here').click()
  await page.getByLabel('Search the bookings').fill('')
  await expect(rowOf(page, 'pasted-2')).toBeVisible()
})

test('the list says that older bookings are not in it, and loads them', async ({
  page,
  request,
}) => {
  const [sample] = await arrived(request)
  const booking = (name: string, minute: number) => {
    const at = `2026-05-01T08:0${minute}:00.000Z`
    return {
      ...sample,
      key: name,
      id: name,
      ourRef: name,
      record: null,
      firstReceivedAt: at,
      lastReceivedAt: at,
    }
  }
  await changeAnswers(page, '**/api/bookings/arrived*', (data, { searchParams }) => {
    const newest = searchParams.has('after') ? [] : [booking('JOB-3', 3), booking('JOB-2', 2)]
    const bookings = searchParams.has('before') ? [booking('JOB-1', 1)] : newest
    const older = searchParams.size === 0 ? '1777622520000.7' : null
    return { ...data, bookings, older, total: 3 }
  })
  await page.goto('/bookings?source=arrived')
  const rows = grid(page).getByRole('row', { name: /JOB-/ })
  await expect(rows).toContainText(['JOB-3', 'JOB-2'])
  const notice = page.getByText('The newest 2 of 3 bookings received are listed and searched.')
  await expect(notice).toBeVisible()
  const asked = page.waitForRequest(/before=/)
  await page.getByRole('button', { name: 'Load older' }).click()
  expect(new URL((await asked).url()).search).toBe('?before=1777622520000.7')
  await expect(rows).toContainText(['JOB-3', 'JOB-2', 'JOB-1'])
  await expect(page.getByText('All 3 bookings received are listed and searched.')).toBeFocused()
})

test('filters stand in the address: Back undoes one after the other, a reload and a record keep them; what is searched for stays on the page', async ({
  page,
  request,
  startService,
  startDashboard,
}) => {
  const service = await startService()
  const { url } = await startDashboard(service.env)
  const address = await createAddress(url, 'The service')
  const bookings = [
    { id: 'JOB-1', status: 'pending', error: 'No driver accepted' },
    { id: 'JOB-2', status: 'done' },
    { id: 'JOB-3', status: 'accepted', error: 'The customer cancelled' },
  ]
  for (const booking of bookings) {
    const sent = await request.post(address, { data: { booking: { ...booking, when: 'now' } } })
    expect(sent.status()).toBe(200)
  }
  await page.goto(`${url}/lookup`)
  await page.getByRole('link', { name: 'Bookings', exact: true }).first().click()
  await expect(page.getByRole('list', { name: 'Bookings by pick-up time' })).toBeVisible()
  await page.getByRole('link', { name: 'All bookings', exact: true }).click()
  const errors = page.getByRole('group', { name: 'Errors' }).getByRole('button')
  await page.getByLabel('Search the bookings').fill('JOB')
  await errors.first().click()
  await expect(errors.first()).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/[?&]error=/)
  await page.getByRole('button', { name: 'Filters, 1 active' }).click()
  const status = page.getByRole('combobox', { name: 'Status' })
  await status.selectOption({ index: 1 })
  await expect(page).toHaveURL(/status=/)
  await page.getByRole('link', { name: 'Received', exact: true }).click()
  await expect(page).toHaveURL(/source=arrived.*status=|status=.*source=arrived/)
  await goBack(page)
  await expect(page).toHaveURL(/source=all/)
  await goBack(page)
  await expect(status).toHaveValue('')
  await expect(errors.first()).toHaveAttribute('aria-pressed', 'true')
  await goBack(page)
  await expect(errors.first()).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL(/\/bookings\?source=all$/)
  await expect(page.getByLabel('Search the bookings')).toHaveValue('JOB')
  await page.goForward()
  await expect(errors.first()).toHaveAttribute('aria-pressed', 'true')
  await goBack(page)
  await goBack(page)
  await expect(page).toHaveURL(/\/bookings$/)
  await goBack(page)
  await expect(page).toHaveURL(/\/lookup$/)
  await page.goForward()
  await page.goForward()
  await status.selectOption('done')
  await expect(page).toHaveURL(/[?&]status=done(&|$)/)
  await expect(page.getByLabel('Search the bookings')).toHaveValue('JOB')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Filters, 1 active' })).toBeVisible()
  await expect(page.getByLabel('Search the bookings')).toHaveValue('')
  const first = grid(page).getByRole('row').nth(1)
  await expect(first).toContainText('Done')
  await first.dblclick()
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await page.getByRole('link', { name: 'Bookings', exact: true }).first().click()
  await expect(page).toHaveURL(/status=done/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/status=/)
})
