import type { Page, Request } from '@playwright/test'
import { createAddress } from '@/e2e/bookings/arrived-bookings'
import { expect, test } from '@/e2e/support/fixtures'
import { STANDING_CENTRE } from '@/e2e/support/standing-fleet'

const MAP = `/?position=${STANDING_CENTRE.lat},${STANDING_CENTRE.lng}&vehicle=v-5`
/** Longer than the polls that a stream replaces took. */
const IDLE_MS = 5_000

/** Streams of a page, by the addresses with which they were opened. */
function watchStreams(page: Page) {
  const asked: URL[] = []
  const open = new Set<Request>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname !== '/api/live') return
    asked.push(url)
    open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return { asked, open: () => open.size }
}

test('a booking arrives while the map is open, and on the page of its vehicle, over one stream', async ({
  page,
  standing,
}) => {
  const streams = watchStreams(page)
  const address = await createAddress(standing.url, 'One stream')
  const deliver = async (id: string) => {
    const booking = { id, our_ref: id, status: 'pending', when: 'now', vehicle_id: 'v-5' }
    const answer = await page.request.post(address, { data: { booking } })
    expect(answer.status()).toBe(200)
  }
  await page.goto(standing.url + MAP)
  const card = page.getByRole('region', { name: 'Selected vehicle' })
  await expect(card).toBeVisible()
  await expect(page.getByText(/^Live \d+s$/)).toBeVisible()
  expect(streams.open()).toBe(1)
  const onMap = streams.asked.splice(0).at(-1)?.searchParams
  expect([onMap?.has('position'), onMap?.get('topics')]).toEqual([true, 'arrived,service,alerts'])
  await deliver('JOB-stream-1')
  await expect(card).toContainText('Last booking JOB-stream-1')

  await card.getByRole('link', { name: 'JOB-stream-1' }).click()
  await page.getByRole('link', { name: 'Vehicle v-5' }).click()
  const bookings = page.getByRole('region', { name: 'Bookings', exact: true })
  await expect(bookings.getByRole('listitem')).toHaveText([/^JOB-stream-1/])
  await deliver('JOB-stream-2')
  await expect(bookings.getByRole('listitem')).toHaveText([/^JOB-stream-2/, /^JOB-stream-1/])
  // Leaving the map replaced the stream, and no other page did.
  expect(streams.asked.map(({ searchParams }) => searchParams.has('position'))).toEqual([false])
  expect(streams.open()).toBe(1)
})

test('a page that nothing happens on asks for neither bookings nor alerts nor the service’s health', async ({
  page,
  standing,
}) => {
  const streams = watchStreams(page)
  await page.goto(`${standing.url}/bookings?source=arrived`)
  await expect.poll(streams.open).toBe(1)
  await page.waitForLoadState('load')
  await page.waitForTimeout(1_000)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.waitForTimeout(IDLE_MS)
  const polled = asked.filter((path) => /^\/api\/(service|bookings|alerts|live)/.test(path))
  expect(polled).toEqual([])
  expect(streams.asked).toHaveLength(1)
})

test('four tabs with maps leave connections for everything else', async ({ context, standing }) => {
  const tabs = await Promise.all([1, 2, 3, 4].map(() => context.newPage()))
  for (const tab of tabs) {
    await tab.goto(standing.url + MAP)
    await expect(tab.getByText(/^Live \d+s$/)).toBeVisible()
  }
  for (const tab of tabs) {
    const isAlive = await tab.evaluate(async () => (await fetch('/api/health')).ok)
    expect(isAlive).toBe(true)
  }
})
