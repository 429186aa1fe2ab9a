import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'

const rowOf = (page: Page, gap: string, answer: string) =>
  page
    .getByRole('region', { name: gap, exact: true })
    .getByRole('rowheader', { name: answer, exact: true })

test('observed behaviour of the service is on one page, and exported', async ({
  page,
  startService,
  startDashboard,
  consoleErrors,
}) => {
  const service = await startService({
    vehicles: 300,
    gaps: {
      queryEcho: 'question-mark',
      bookingWhen: 'time',
      statusOnTrip: 'on_trip',
      lastCursor: 'null',
      order: 'shuffled',
      limitMaximum: 20,
    },
  })
  const { url } = await startDashboard({ ...service.env, DIRECTORY_CALLS_PER_SECOND: '' })
  consoleErrors.allow(/status of 404/)
  await page.goto(`${url}/?radius=30000`)
  await expect(page.getByText(/^[\d,]+ vehicles$/)).toBeVisible()
  await expect(page.getByText(/^Call signs known for \d+ of 300 vehicles$/)).toBeVisible()
  const ourRef = 'unknown-reference'
  await page.goto(`${url}/lookup?${new URLSearchParams({ our_ref: ourRef })}`)
  await expect(page.getByText('The service has no vehicle with this reference')).toBeVisible()
  await page.goto(`${url}/integration/booking`)
  await expect(page.getByRole('heading', { name: 'Totals', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Integration', exact: true }).click()
  await page.getByRole('link', { name: 'Observations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Observations' })).toBeVisible()

  const answers = [
    // Of a search, a booking, a look-up, and of several answers.
    ['Vehicle statuses', 'on_trip'],
    ['When of a booking', 'YYYY-MM-DDThh:mm:ss.fffZ'],
    ['Status codes', '/vehicles/by-our-ref: 404'],
    ['Order of results', 'neither by distance nor by id'],
  ] as const
  for (const [gap, answer] of answers) await expect(rowOf(page, gap, answer)).toBeVisible()
  const search = page
    .getByRole('table', { name: 'Latest searches' })
    .getByRole('row', { name: 'radius=30000' })
  for (const cell of [
    /^\?position=[\d.,-]+&limit=20&radius=30000$/,
    /^300$/,
    /^300 vehicles on 15 pages$/,
    /^[\d.]+ s$/,
  ])
    await expect(search.getByRole('cell', { name: cell })).toBeVisible()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as JSON' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  const observations = JSON.parse(text)
  expect(observations.gaps.last_page.answers[0]).toMatchObject({ value: 'null', kind: 'form' })
  expect(Date.parse(observations.gaps.last_page.answers[0].firstSeenAt)).toBeGreaterThan(
    Date.parse(observations.since) - 1,
  )
  expect(text).not.toContain('radius=30000')
  expect(text).not.toContain(ourRef)
  expect(text).not.toContain(service.key)

  await page
    .getByRole('region', { name: 'Booking statuses' })
    .getByRole('link', { name: '§3' })
    .click()
  await expect(page).toHaveURL(`${url}/integration#3`)
  await expect(page.getByRole('heading', { name: '3 States and transitions' })).toBeInViewport()
})
