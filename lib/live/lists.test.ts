import { expect, test } from 'vitest'
import { createTestClock } from '@/lib/testing/clock'
import {
  AREA,
  areasOverFleet,
  createTestService,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'

test('the list of an area is there from its first sweep, for as long as it is watched', async () => {
  const { clock, live } = areasOverFleet(30, {
    settings: { pageSize: 10, vehiclesMaximum: 1000, intervalSeconds: 5 },
  })
  const browser = browse(live.subscribe(streamRequest()))
  expect([...live.lists()]).toEqual([])
  await clock.advance(3000)
  const [list] = [...live.lists()]
  expect(list).toMatchObject({ search: AREA, size: 30, isIncomplete: false })
  expect([...(list?.vehicles() ?? [])].map(({ id }) => id)).toContain('v-29')
  await browser.disconnect()
  expect([...live.lists()]).toEqual([])
})

test('a list that was cut short says so', async () => {
  const clock = createTestClock()
  const fleet = Array.from({ length: 30 }, (_, index) => vehicle(`v-${index}`))
  const service = createTestService(clock, (search) => pagesOf(fleet, search))
  const live = liveOver(service, clock, {
    settings: { pageSize: 10, vehiclesMaximum: 20, intervalSeconds: 5 },
  })
  browse(live.subscribe(streamRequest()))
  await clock.advance(3000)
  expect([...live.lists()]).toMatchObject([{ isIncomplete: true }])
})
