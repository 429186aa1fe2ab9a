import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NearPlaces } from '@/lib/api/contract/places'
import { destination } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { NearPlacesCache } from './places'

const here = { lat: -34.9055, lng: -56.1851 }
const away = (metres: number) => destination(here, 90, metres)

/**
 * Names in the order of the positions, null for none; or another state of the
 * index; or a failed request.
 */
type Answer = readonly (string | null)[] | NearPlaces['index'] | 'no answer'

let asked: { positions: readonly Position[]; answer(answer: Answer): Promise<void> }[]
let cache: NearPlacesCache
let changes: number

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  changes = 0
  cache = new NearPlacesCache((path, init) => {
    expect([path, init?.method]).toEqual(['/api/places/near', 'POST'])
    const { positions } = JSON.parse(String(init?.body)) as { positions: Position[] }
    return new Promise((resolve, reject) => {
      asked.push({
        positions,
        async answer(answer) {
          const isReady = typeof answer !== 'string'
          const near = (isReady ? answer : positions.map(() => null)).map(
            (name) => name && { name, distanceMetres: 9 },
          )
          if (answer === 'no answer') reject(new TypeError('Failed to fetch'))
          else
            resolve(Response.json({ data: { near, index: isReady ? 'ready' : answer }, meta: {} }))
          await vi.advanceTimersByTimeAsync(0)
        },
      })
    })
  })
  cache.subscribe(() => changes++)
})
afterEach(() => void vi.useRealTimers())

const at = (position: Position, subject?: string) => cache.names().at(position, subject)

test('what is rendered within 100 ms is asked for in one request, and never again', async () => {
  expect([at(here), at(here), at(away(500))]).toEqual([null, null, null])
  await vi.advanceTimersByTimeAsync(99)
  expect(asked).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.map(({ positions }) => positions)).toEqual([
    [here, { lat: -34.9055, lng: -56.17962 }],
  ])
  const before = cache.names()
  await asked[0]?.answer(['Ejido 1275', null])
  expect([changes, cache.names() === before]).toEqual([1, false])
  // A third of a metre is the same position.
  expect([at(here), at(away(0.3)), at(away(500))]).toEqual(['Ejido 1275', 'Ejido 1275', null])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(1)
})

test('one request at a time, of at most 100 positions: those rendered last', async () => {
  at(here)
  await vi.advanceTimersByTimeAsync(100)
  for (let n = 1; n <= 150; n++) at(away(n * 10))
  at(here)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(1)
  await asked[0]?.answer(['Ejido 1275'])
  await vi.advanceTimersByTimeAsync(100)
  expect(asked[1]?.positions).toHaveLength(100)
  expect(asked[1]?.positions.at(-1)?.lng).toBeCloseTo(away(1500).lng, 5)
  expect(asked[1]?.positions[0]?.lng).toBeCloseTo(away(510).lng, 5)
})

test('a vehicle keeps its former address until the new one is there, but not farther than 150 m', async () => {
  at(here, 'v-1')
  await vi.advanceTimersByTimeAsync(100)
  await asked[0]?.answer(['Ejido 1275'])
  expect([at(here, 'v-1'), at(away(140), 'v-1')]).toEqual(['Ejido 1275', 'Ejido 1275'])
  expect([at(away(140), 'v-2'), at(away(160), 'v-1')]).toEqual([null, null])
  await vi.advanceTimersByTimeAsync(100)
  await asked[1]?.answer(['San José 1100', null])
  expect(at(away(140), 'v-1')).toBe('San José 1100')
  // Counted from there on; and where nothing is near, nothing is said to be.
  expect(at(away(280), 'v-1')).toBe('San José 1100')
  expect(at(away(160), 'v-1')).toBeNull()
})

test('without an index nothing is asked again; one that is being built is asked after 10 s', async () => {
  at(here)
  await vi.advanceTimersByTimeAsync(100)
  await asked[0]?.answer('building')
  at(away(500))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked[1]?.positions).toHaveLength(2)
  at(away(900))
  await asked[1]?.answer('none')
  at(here)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([asked.length, changes]).toEqual([2, 0])
})

test('after a failure the same positions are asked for with growing pauses, which end with an answer', async () => {
  at(here)
  await vi.advanceTimersByTimeAsync(100)
  const waits: number[] = []
  for (const failure of ['no answer', 'failed', 'no answer', 'no answer'] as const) {
    const count = asked.length
    await asked.at(-1)?.answer(failure)
    let waitedMs = 0
    for (; asked.length === count; waitedMs += 1000) await vi.advanceTimersByTimeAsync(1000)
    waits.push(waitedMs)
  }
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000])
  await asked.at(-1)?.answer(['Ejido 1275'])
  expect(at(here)).toBe('Ejido 1275')
  at(away(500))
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.at(-1)?.positions).toHaveLength(1)
})

test('the oldest of 2,000 positions is forgotten; not the one that is still rendered', async () => {
  const answerAll = async () => {
    await vi.advanceTimersByTimeAsync(100)
    const last = asked.at(-1)
    await last?.answer(last.positions.map(({ lng }) => `Street ${lng}`))
  }
  at(here)
  at(away(-10))
  await answerAll()
  for (let n = 0; n < 2_000; n++) {
    at(away(10 + n * 10))
    at(here)
    if (n % 100 === 99) await answerAll()
  }
  const requests = asked.length
  expect([at(here), at(away(-10))]).toEqual([`Street ${here.lng}`, null])
  await vi.advanceTimersByTimeAsync(100)
  expect(asked[requests]?.positions).toHaveLength(1)
})

test('what is off the screen, or no longer on it, is not asked for', async () => {
  const cache = new NearPlacesCache(() => Promise.reject(new Error('asked')))
  cache.names().at(here, null, false)
  expect(vi.getTimerCount()).toBe(0)
  const fetch = vi.fn<typeof globalThis.fetch>()
  const left = new NearPlacesCache(fetch)
  const stop = left.subscribe(() => undefined)
  left.names().at(here)
  stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetch).not.toHaveBeenCalled()
})
