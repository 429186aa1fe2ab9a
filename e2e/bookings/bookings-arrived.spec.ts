import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import type { ArrivedBooking, ArrivedBookings } from '@/lib/contract/webhooks'
import { grid, rowOf } from './open-records'

async function arrived(request: APIRequestContext): Promise<readonly ArrivedBooking[]> {
  const { data } = (await (await request.get('/api/bookings/arrived')).json()) as { data: ArrivedBookings }
  return data.bookings
}

/** Two statuses of which the second was received after the first, so that a delivery differs by them. */
function firstChange({ statuses }: ArrivedBooking): readonly [string, string] | null {
  const [first, second, ...later] = statuses
  if (!first?.status || !second?.status || second.receivedAt <= first.receivedAt) return null
  return later.every(({ receivedAt }) => receivedAt > second.receivedAt)
    ? [first.status, second.status]
    : null
}

/** Id and status of the rows in the document. */
function rowsOf(page: Page): Promise<{ id: string; status: string }[]> {
  return grid(page)
    .locator('tbody tr[aria-rowindex]')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const [, id = ''] = (row.querySelector('td') as HTMLElement).innerText.split('\n')
        return { id, status: row.querySelector('td:nth-child(2) span')?.textContent ?? '' }
      }),
    )
}

/** "under_way" as the list has it: "Under way". */
const inWords = (status: string) => status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')

/** Delivers a text in which there is no booking. */
async function deliverUnreadable(request: APIRequestContext, text: string, baseURL = ''): Promise<void> {
  const made = await request.post('/api/webhooks', {
    headers: { origin: baseURL },
    data: { name: 'The night shift' },
  })
  const { data: address } = await made.json()
  expect((await request.post(address.url, { data: text })).status()).toBe(200)
  const shown = async () => (await request.get('/api/webhooks/unrecognised')).text()
  await expect.poll(shown).toContain(text)
}

test('bookings of the demo arrive and change in their rows; one shows its deliveries and what differs; others are not recognised', async ({
  page,
  request,
  baseURL,
}) => {
  const unreadable = `no booking ${Date.now()}`
  await deliverUnreadable(request, unreadable, baseURL)
  await page.goto('/bookings')
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Arrived')

  const before = new Map((await arrived(request)).map(({ id, status }) => [id, status]))
  await expect(async () => {
    const now = new Map((await arrived(request)).map(({ id, status }) => [id, status]))
    const rows = await rowsOf(page)
    // The row of a booking that was there already says its new status.
    const changed = rows.filter(({ id, status }) => {
      const [old, present] = [before.get(id), now.get(id)]
      return old && present && old !== present && status === inWords(present)
    })
    expect(changed).not.toEqual([])
  }).toPass({ intervals: [200] })

  const chosen = (await arrived(request)).find((one) => one.record && one.ourRef && firstChange(one))
  const [from, to] = (chosen && firstChange(chosen)) ?? []
  const search = page.getByLabel('Find in the records')
  await search.fill(chosen?.id ?? '')
  await rowOf(page, `${chosen?.ourRef}`).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: chosen?.ourRef ?? '' })).toBeVisible()
  await expect(page).toHaveTitle(`Booking ${chosen?.ourRef} · Kerbside`)
  const deliveries = page.getByRole('list', { name: 'Deliveries, the newest first' })
  await expect(
    deliveries
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`Status: ${from}.*${to}`) })
      .first(),
  ).toBeVisible()
  const first = deliveries.locator(':scope > li').last()
  await first.getByText('Body and headers').click()
  await first.getByRole('tab', { name: 'As it came' }).click()
  await expect(first.getByRole('region', { name: 'Body as it came' })).toContainText(`${chosen?.id}`)
  await expect(page.getByRole('link', { name: `Vehicle ${chosen?.vehicleOurRef}` })).toHaveAttribute(
    'href',
    `/vehicles/${chosen?.vehicleId}`,
  )
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(search).toHaveValue(chosen?.id ?? '')
  await expect(rowOf(page, `${chosen?.ourRef}`)).toHaveAttribute('aria-selected', 'true')

  // The last rows are as live as the first: the example, and above it the booking that came first of all.
  await search.fill('')
  await grid(page).press('End')
  await grid(page).press('ArrowUp')
  const oldest = grid(page).getByRole('row', { selected: true })
  await expect(oldest).toContainText('Arrived')
  const [reference = ''] = (await oldest.getByRole('gridcell').first().innerText()).split('\n')
  await grid(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
  const key = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  const came = (await arrived(request)).toSorted((a, b) => a.firstReceivedAt.localeCompare(b.firstReceivedAt))
  expect(came.find((one) => one.key === key)?.firstReceivedAt).toBe(came[0]?.firstReceivedAt)

  await page.getByRole('link', { name: 'Back to the list' }).click()
  // Counted every 5 s.
  await page.getByRole('link', { name: /deliver(y|ies) not recognised/ }).click()
  await expect(page).toHaveTitle('Deliveries not recognised · Kerbside')
  const item = page.getByRole('listitem').filter({ hasText: 'To “The night shift”' }).first()
  await expect(item).toContainText('Neither JSON nor a form')
  await item.getByText('Body and headers').click()
  await expect(item.getByRole('region', { name: 'Body as it came' })).toHaveText(unreadable)
})

test('the list says that older bookings are not in it, and loads them', async ({ page, request }) => {
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
  await page.route('**/api/bookings/arrived*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    const answer = await (await route.fetch()).json()
    const bookings = searchParams.has('before')
      ? [booking('JOB-1', 1)]
      : searchParams.has('after')
        ? []
        : [booking('JOB-3', 3), booking('JOB-2', 2)]
    const older = searchParams.size === 0 ? '1777622520000.7' : null
    await route.fulfill({ json: { ...answer, data: { ...answer.data, bookings, older, total: 3 } } })
  })
  await page.goto('/bookings?source=arrived')
  const rows = grid(page).getByRole('row', { name: /JOB-/ })
  await expect(rows).toContainText(['JOB-3', 'JOB-2'])
  const notice = page.getByText('The newest 2 of 3 arrived bookings are listed and searched.')
  await expect(notice).toBeVisible()
  const asked = page.waitForRequest(/before=/)
  await page.getByRole('button', { name: 'Load older' }).click()
  expect(new URL((await asked).url()).search).toBe('?before=1777622520000.7')
  await expect(rows).toContainText(['JOB-3', 'JOB-2', 'JOB-1'])
  await expect(page.getByText('All 3 arrived bookings are listed and searched.')).toBeFocused()
})
