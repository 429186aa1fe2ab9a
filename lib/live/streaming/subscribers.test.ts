import { constants, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { KEPT_MS, type LiveAreasOptions } from '@/lib/live/areas'
import { createTestClock, settle } from '@/lib/testing/clock'
import {
  createTestService,
  failing,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'
import { UNREAD_MS } from './subscribers'

/**
 * Areas over a fleet that moves with every sweep.
 * @param isReplaced it consists of other vehicles then
 */
function watchMoving(count: number, more: Partial<LiveAreasOptions> = {}, isReplaced = false) {
  const clock = createTestClock()
  let fleet: VehicleSearchObject[] = []
  const service = createTestService(
    clock,
    (search) => {
      const lat = 51 + (clock.now() % 1e7) / 1e9
      if (search.cursor === null) {
        fleet = Array.from({ length: count }, (_, index) =>
          vehicle(isReplaced ? `${clock.now()}-${index}` : `v-${index}`, {
            position: { lat, lng: index / 1e6 },
          }),
        )
      }
      return pagesOf(fleet, search)
    },
    () => new Promise(() => {}),
  )
  return { clock, service, live: liveOver(service, clock, more) }
}

const settings = { pageSize: 1000, vehiclesMaximum: 50_000, intervalSeconds: 5 }

test('two thousand streams of an area share its bytes and one sweep, and hold nothing once they ended', async () => {
  const { clock, service, live } = watchMoving(40)
  const chunks = new Set<Uint8Array>()
  let read = 0
  const streams = Array.from({ length: 2000 }, () => live.subscribe(streamRequest()))
  const reading = streams.map(async ({ stream }) => {
    for await (const chunk of stream) {
      chunks.add(chunk)
      read++
    }
  })
  await clock.advance(900)
  const each = read / streams.length
  expect([live.subscriberCount, service.searches.length, chunks.size]).toEqual([2000, 1, each])
  await clock.advance(5000)
  expect([service.searches.length, chunks.size]).toEqual([2, each + 1])
  for (const { close } of streams) close()
  await Promise.all(reading)
  expect([live.subscriberCount, live.areaCount]).toEqual([0, 1])
  await clock.advance(KEPT_MS)
  expect([live.areaCount, live.heldVehicles]).toEqual([0, 0])
})

test('a client that has not read for a minute is closed, and counts as gone', async () => {
  const { clock, service, live } = watchMoving(1)
  const input = live.subscribe(streamRequest()).stream.getReader()
  await input.read()
  await clock.advance(UNREAD_MS + 15_000)
  const asked = service.searches.length
  await clock.advance(30_000)
  expect(service.searches).toHaveLength(asked)
  expect((await input.read()).done).toBe(true)
})

test('a subscriber that throws does not affect the others', async () => {
  const lines: string[] = []
  const { clock, live } = watchMoving(3, { log: (line) => lines.push(line) })
  const broken = live.subscribe(streamRequest())
  const before = browse(broken)
  const after = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  broken.wake = () => {
    throw new Error('broken')
  }
  await clock.advance(10_000)
  expect(lines).toEqual(['lib/live: a subscriber failed: Error: broken'])
  expect([before.deltas.length, after.deltas.length]).toEqual([0, 2])
})

test('snapshots and deltas have parts of a thousand, and half of one cannot be resumed from', async () => {
  const { clock, live } = watchMoving(2500, { settings: { ...settings, pageSize: 2500 } }, true)
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  expect(browser.names.filter((name) => name === 'snapshot')).toHaveLength(3)
  expect(browser.list.size).toBe(2500)
  const before = browser.chunks.length
  await clock.advance(5000)
  const events = browser.chunks.slice(before).map((chunk) => Buffer.from(chunk).toString())
  const deltas = events.map((text) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? ''))
  expect(events.map((text) => /^id: (.*)$/m.exec(text)?.[1])).toEqual(['e1.1.0', 'e1.1.1', 'e1.1'])
  expect(deltas.map(({ added, removed }) => [added.length, removed.length])).toEqual([
    [1000, 2500],
    [1000, 0],
    [500, 0],
  ])
  expect(browser.deltas).toHaveLength(1)
  for (const lastEventId of ['e1.1', 'e1.0.1', 'e1.1.1', 'e1.2', 'e0.0', 'nonsense']) {
    const again = browse(live.subscribe(streamRequest({ lastEventId })))
    await settle()
    expect(again.names).toEqual(lastEventId === 'e1.1' ? [] : Array(3).fill('snapshot'))
    if (lastEventId !== 'e1.1') expect(again.list).toEqual(browser.list)
    await again.disconnect()
  }
})

test('ages are current, however long ago an event was written', async () => {
  const clock = createTestClock()
  let answer = true
  const service = createTestService(clock, (search) => {
    if (!answer) throw failing('upstream-timeout')
    return pagesOf([vehicle('a')], search)
  })
  const live = liveOver(service, clock)
  browse(live.subscribe(streamRequest({ every: 60 })))
  await clock.advance(1000)
  answer = false
  await clock.advance(59_000)
  // The failure was published a moment ago, as the first delta.
  await clock.advance(3000)
  const ages = { ageMs: 63_000, failure: { retryAfterMs: 2000 } }
  const calls = service.searches.length
  service.client.searchVehicles = () => new Promise<never>(() => {})
  const [late, resumed] = [null, 'e1.0'].map((lastEventId) =>
    browse(live.subscribe(streamRequest({ lastEventId }))),
  )
  await settle()
  expect([late?.names, resumed?.names]).toEqual([['snapshot'], ['delta']])
  expect(late?.meta).toMatchObject(ages)
  expect(resumed?.meta).toMatchObject(ages)
  expect(service.searches).toHaveLength(calls)
})

test('a refresh with a tenth of 10,000 vehicles moved is less than a hundredth of the list', async () => {
  const clock = createTestClock()
  const fleet = Array.from({ length: 10_000 }, (_, index) => vehicle(`v${index}-${clock.now()}`))
  const live = liveOver(
    createTestService(clock, (search) => pagesOf(fleet, search)),
    clock,
    { settings },
  )
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(1000)
  const bytes = (from: number) =>
    browser.chunks.slice(from).reduce((sum, { length }) => sum + length, 0)
  const snapshot = bytes(0)
  const events = browser.chunks.length
  for (let index = 0; index < fleet.length; index += 10) {
    const position = { lat: 51.512345, lng: -0.123456 }
    fleet[index] = { ...fleet[index]!, mtime: '2026-01-01T12:00:01.000+00:00', position }
  }
  await clock.advance(5000)
  expect(browser.deltas[0]?.upserts).toHaveLength(1000)
  expect(bytes(events)).toBeLessThan(0.01 * snapshot)
})

test('a subscriber that stops reading continues within its delta; one too far behind gets a fresh snapshot, not a queue', async () => {
  const { clock, live } = watchMoving(4_000, { settings }, true)
  const slow = live.subscribe(streamRequest()).stream.getReader()
  const readEvent = async () => {
    const text = Buffer.from((await slow.read()).value!.subarray(0, 60)).toString()
    return text.startsWith('event: time') ? 'time' : /^id: (.*)$/m.exec(text)?.[1]
  }
  await slow.read()
  await clock.advance(1000)
  for (let part = 0; part < 4; part++) await readEvent()
  await clock.advance(5000)
  expect(await readEvent()).toBe('e1.1.0')
  await clock.advance(5000)
  expect([await readEvent(), await readEvent()]).toEqual(['time', 'e1.1.1'])
  // Ten deltas of more than a megabyte are more than are held.
  await clock.advance(50_000)
  expect([await readEvent(), await readEvent()]).toEqual(['e1.12.0', 'e1.12.1'])
})

test('gzip carries the same text, readable up to each event', async () => {
  const { clock, live } = watchMoving(50)
  const plain = browse(live.subscribe(streamRequest()))
  const zipped = live.subscribe(streamRequest({ gzip: true }))
  const texts: string[] = []
  const reading = (async () => {
    let received = Buffer.alloc(0)
    for await (const chunk of zipped.stream) {
      received = Buffer.concat([received, chunk])
      texts.push(gunzipSync(received, { finishFlush: constants.Z_SYNC_FLUSH }).toString())
    }
  })()
  await clock.advance(12_000)
  zipped.close()
  await reading
  const soFar = plain.chunks.map((_, index) =>
    Buffer.concat(plain.chunks.slice(0, index + 1)).toString(),
  )
  expect(texts).toEqual(soFar)
  expect(texts).toHaveLength(5)
})
