import { expect, test } from 'vitest'
import { createTestClock } from '@/lib/testing/clock'
import { createLiveServer, createTab, HERE, textOf } from '@/lib/testing/live/live-client'
import { createSender } from '@/lib/testing/live/sender'
import { vehicle } from '@/lib/testing/vehicles'
import { PageStream } from './page-stream'
import { createAreaStores } from './use-live-area'

function openStores() {
  const clock = createTestClock()
  const server = createLiveServer()
  const tab = createTab()
  const platform = { ...clock, ...tab, fetch: server.fetch as typeof fetch, random: () => 0 }
  const stores = createAreaStores(new PageStream(platform))
  const area = (radius: number) => stores.of({ ...HERE, radius })
  /** Looks at an area until it is whole, and leaves it. */
  async function visit(radius: number, vehicles = [vehicle(`in-${radius}`)]) {
    const leave = area(radius).subscribe(() => {})
    await server.last.send(textOf(...createSender().snapshot(`e${radius}.1`, vehicles)))
    await clock.advance(20)
    leave()
    await clock.advance(1)
  }
  return { clock, server, area, visit }
}

test('another area shows nothing of the one before, and the old stream is shut', async () => {
  const { clock, server, area, visit } = openStores()
  await visit(1000)
  const other = area(2000)
  expect(other.getState()).toMatchObject({ area: null, connection: 'connecting' })
  other.subscribe(() => {})
  await clock.advance(20)
  expect(server.open).toEqual([server.last])
  expect(server.last.url.searchParams.get('radius')).toBe('2000')
  expect(server.last.lastEventId).toBeNull()
})

test('an area reopened within five minutes shows its last state, with its age, and resumes from it', async () => {
  const { clock, server, area, visit } = openStores()
  await visit(1000)
  const leftAtMs = clock.now()
  await clock.advance(4 * 60_000)
  const { area: last, connection } = area(1000).getState()
  expect(last?.table.records.map((record) => record?.id)).toEqual(['in-1000'])
  expect(last?.receivedAtMs).toBeLessThan(leftAtMs)
  expect(connection).toBe('connecting')
  area(1000).subscribe(() => {})
  await clock.advance(20)
  expect(server.last.lastEventId).toBe('e1000.1')
})

test('an area is evicted after five minutes, unless it is in use', async () => {
  const { clock, area, visit } = openStores()
  await visit(1000)
  await visit(2000)
  area(2000).subscribe(() => {})
  await clock.advance(5 * 60_000)
  expect(area(1000).getState().area).toBeNull()
  expect(area(2000).getState().area).not.toBeNull()
})

test('only the last few areas are cached', async () => {
  const { area, visit } = openStores()
  for (const radius of [1, 2, 3, 4]) await visit(radius)
  const cached = [4, 3, 2, 1].map((radius) => area(radius).getState().area !== null)
  expect(cached).toEqual([true, true, true, false])
})

test('large areas are cached only up to a number of vehicles', async () => {
  const { area, visit } = openStores()
  const many = Array.from({ length: 60_000 }, (_, at) => vehicle(`v-${at}`))
  await visit(1, many)
  await visit(2, many)
  expect([2, 1].map((radius) => area(radius).getState().area !== null)).toEqual([true, false])
})
