import { expect, test } from 'vitest'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { gapChoices } from '@/lib/reference/gaps'
import {
  createTestService,
  LONDON,
  NEAR_LONDON,
  type Page,
  START_MS,
} from '@/lib/testing/reference-service'

const WIDE = `${NEAR_LONDON}&radius=3000`

test.each(gapChoices.order)(
  'in order %s, paging gives each vehicle once, though all move',
  async (order) => {
    const { page, clock } = createTestService({ gaps: { order } })
    const whole: Page['vehicles'] = []
    let answer = await page(`${WIDE}&limit=7`)
    const { total } = answer
    for (;;) {
      whole.push(...answer.vehicles)
      if (!answer.next_cursor) break
      clock.nowMs += 5000
      answer = await page(`${WIDE}&limit=7&cursor=${answer.next_cursor}`)
      expect(answer.total).toBe(total)
    }
    expect(whole).toHaveLength(total)
    expect(total).toBeGreaterThan(50)
    expect(new Set(whole.map(({ id }) => id)).size).toBe(total)
  },
)

test('a page is the same from a service that never saw the first', async () => {
  const one = createTestService()
  const other = createTestService()
  const { next_cursor } = await one.page(WIDE)
  for (const { clock } of [one, other]) clock.nowMs += 60_000
  const query = `${WIDE}&cursor=${next_cursor}`
  expect(await other.page(query)).toEqual(await one.page(query))
})

test('the limit may change from page to page', async () => {
  const { page } = createTestService()
  const all = await page(`${WIDE}&limit=30`)
  const first = await page(`${WIDE}&limit=5`)
  const rest = await page(`${WIDE}&limit=25&cursor=${first.next_cursor}`)
  expect([...first.vehicles, ...rest.vehicles]).toEqual(all.vehicles)
})

test('cursors that were altered, or are of another search or fleet, answer 400', async () => {
  const { page, ask } = createTestService()
  const cursor = (await page(WIDE)).next_cursor!
  const status = async (query: string) => (await ask(`/api/beta/vehicles?${query}`)).status
  expect(await status(`${WIDE}&cursor=${cursor}`)).toBe(200)
  expect(await status(`${WIDE}&cursor=${cursor}A`)).toBe(400)
  expect(await status(`${WIDE}&cursor=${cursor.slice(0, -1)}`)).toBe(400)
  expect(await status(`${WIDE}&cursor=${cursor}=`)).toBe(400)
  expect(await status(`${WIDE}&cursor=%F0%9F%9A%95`)).toBe(400)
  expect(await status(`${WIDE}&type=van&cursor=${cursor}`)).toBe(400)
  expect(await status(`${NEAR_LONDON}&radius=3001&cursor=${cursor}`)).toBe(400)
  const other = createTestService({
    fleet: createDemoFleet({ centre: LONDON, vehicles: 400, seed: 2 }),
  })
  expect((await other.ask(`/api/beta/vehicles?${WIDE}&cursor=${cursor}`)).status).toBe(400)
})

test('a cursor lives five minutes, and none from the future is taken', async () => {
  const { page, ask, clock } = createTestService()
  const query = `/api/beta/vehicles?${WIDE}&cursor=${(await page(WIDE)).next_cursor}`
  clock.nowMs = START_MS + 300_000
  expect((await ask(query)).status).toBe(200)
  clock.nowMs += 1
  expect((await ask(query)).status).toBe(400)
  clock.nowMs = START_MS - 1
  expect((await ask(query)).status).toBe(400)
})
