import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSystemClock } from '@/lib/app/clock'
import { asObserver, createDirectory } from '@/lib/fleet/directory/directory'
import { createDirectoryReader } from '@/lib/fleet/directory/reading/reader'
import { createLiveAreas } from '@/lib/live/areas'
import { streamRequest, UNBOUNDED } from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { createTransport } from '@/lib/upstream/http/transport'
import { createServiceClient } from '@/lib/upstream/service'

// Live areas and the reader over one transport: faults of the reader must not reach the maps.

const FLEET = 200
const SECONDS = 200
const LIMIT = 10

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12) }))
afterEach(() => vi.useRealTimers())

type Play = (call: {
  isRecord: boolean
  nth: number
  nthRecord: number
}) => Promise<Response | null>

/**
 * Five minutes of a map, with the reader or without.
 * @param play null answers as a service that works
 */
async function fiveMinutes(play: Play, callsPerSecond: number) {
  const calls = { records: 0, all: 0 }
  const states = new Set<string>()
  const sweeps: string[] = []
  const rows = Array.from({ length: FLEET }, (_, n) => vehicle(`v-${n}`))
  const transport = createTransport({
    baseUrl: 'https://service.example',
    key: fixedKey('key'),
    async send(request) {
      const { pathname } = new URL(request.url)
      const isRecord = !pathname.endsWith('/vehicles')
      calls.all++
      if (isRecord) calls.records++
      const played = await play({ isRecord, nth: calls.all, nthRecord: calls.records })
      if (played) return played
      return isRecord
        ? Response.json({ vehicle: { id: pathname.split('/').at(-1), our_ref: 'Bay' } })
        : Response.json({ vehicles: rows, next_cursor: null })
    },
  })
  const directory = createDirectory()
  // Of its own: a turn that begins by a false timer may never end.
  const clock = createSystemClock()
  const areas = createLiveAreas({
    clock,
    client: createServiceClient({ transport }),
    bounds: UNBOUNDED,
    settings: { pageSize: 1000, vehiclesMaximum: 1000, intervalSeconds: 5 },
    onSweep: (outcome) => void sweeps.push(outcome),
    log: () => {},
  })
  const reader = createDirectoryReader({
    client: createServiceClient({
      transport,
      callOptions: { isBackground: true },
      vehicles: asObserver(directory),
    }),
    directory,
    watched: areas.watched,
    callsPerSecond,
    onRead: () => {},
    log: () => {},
    // The system clock holds the real Date.
    clock: { ...clock, now: () => Date.now() },
  })
  const subscriber = areas.subscribe(streamRequest())
  browse(subscriber)
  reader.start()
  for (let second = 0; second < SECONDS; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    states.add(transport.breakerState())
  }
  const rate = reader.callsPerSecond
  subscriber.close()
  await reader.stop()
  return { calls, sweeps, rate, size: directory.size, states: [...states] }
}

const rateLimited = (headers?: HeadersInit) => new Response(null, { status: 429, headers })
const later = async () => {
  await new Promise((resolve) => setTimeout(resolve, 2000))
  return null
}

/** Answers of the service to records. */
test.each<[string, (nthRecord: number) => ReturnType<Play>]>([
  ['429 to every third record', async (nth) => (nth % 3 === 0 ? rateLimited() : null)],
  [
    '429 with a pause to every third',
    async (nth) => (nth % 3 ? null : rateLimited({ 'retry-after': '10' })),
  ],
  ['records that come 2 s late', later],
  ['500 to every record', async () => new Response(null, { status: 500 })],
  ['no answer for any record', () => new Promise<Response>(() => undefined)],
])(
  'with %s no sweep is lost, the breaker stays closed and the reader is slow',
  async (_name, answer) => {
    const play: Play = async ({ isRecord, nthRecord }) => (isRecord ? answer(nthRecord) : null)
    const before = await fiveMinutes(play, 0)
    const { calls, sweeps, rate, states } = await fiveMinutes(play, LIMIT)
    expect(calls.records).toBeGreaterThan(20)
    expect(calls.records / SECONDS).toBeLessThan(LIMIT / 5)
    expect(rate).toBeLessThan(LIMIT / 2)
    expect(sweeps).toEqual(before.sweeps)
    expect(new Set(sweeps)).toEqual(new Set(['ok']))
    expect(states).toEqual(['closed'])
  },
)

test.each<[string, Play]>([
  ['429 to every third call', async ({ nth }) => (nth % 3 === 0 ? rateLimited() : null)],
  ['every call 2 s late', later],
  ['500 to every call', async () => new Response(null, { status: 500 })],
])(
  'with %s, maps included, no more sweeps are lost than without the reader',
  async (_name, play) => {
    const good = (sweeps: readonly string[]) => sweeps.filter((outcome) => outcome === 'ok').length
    const before = await fiveMinutes(play, 0)
    const { sweeps, rate } = await fiveMinutes(play, LIMIT)
    expect(good(sweeps)).toBeGreaterThanOrEqual(good(before.sweeps))
    expect(rate).toBeLessThan(LIMIT / 2)
  },
)

test('with a service that works every record is read once, at the limit', async () => {
  const { calls, size, rate } = await fiveMinutes(async () => null, LIMIT)
  expect([size, calls.records, rate]).toEqual([FLEET, FLEET, LIMIT])
})

test('while the service asks a map for a pause, the reader makes no call', async () => {
  let pausedAtMs = 0
  const during: number[] = []
  await fiveMinutes(async ({ isRecord, nth }) => {
    if (!isRecord && pausedAtMs === 0 && nth > 20) {
      pausedAtMs = Date.now()
      return rateLimited({ 'retry-after': '30' })
    }
    const sinceMs = Date.now() - pausedAtMs
    // Calls that were under way do not count.
    if (isRecord && pausedAtMs > 0 && sinceMs > 0 && sinceMs < 30_000) during.push(sinceMs)
    return null
  }, LIMIT)
  expect(pausedAtMs).toBeGreaterThan(0)
  expect(during).toEqual([])
})
