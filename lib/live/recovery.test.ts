import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSystemClock } from '@/lib/app/clock'
import { readSettings } from '@/lib/app/settings/read-settings'
import { AREA, streamRequest, UNBOUNDED } from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { TIMEOUTS } from '@/lib/upstream/http/time-limit'
import { createTransport } from '@/lib/upstream/http/transport'
import { createServiceClient } from '@/lib/upstream/service'
import { createLiveAreas } from './areas'

// Areas with the real transport: their pauses must not add up.

const RECOVERED_MS = 20_000
const STEP_MS = 250

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12) }))
afterEach(() => void vi.useRealTimers())

function watching(send: () => Promise<Response>) {
  const { LIVE_TIMEOUT_SECONDS } = readSettings({}, '/project')
  const transport = createTransport({
    send,
    baseUrl: 'https://service.example',
    key: fixedKey('key'),
    timeouts: { ...TIMEOUTS, totalMs: LIVE_TIMEOUT_SECONDS * 1000 },
  })
  return createLiveAreas({
    client: createServiceClient({ transport }),
    bounds: UNBOUNDED,
    // Of its own: a turn that begins by a false timer may never end.
    clock: createSystemClock(),
    log: () => {},
    settings: { pageSize: 100, vehiclesMaximum: 100, intervalSeconds: 5 },
  })
}

const page = () => Response.json({ vehicles: [vehicle('v-1')], next_cursor: null })

/** Time from the service's return until two areas recover, after an outage of `downMs`. */
async function recoveryMs(downMs: number, down: () => Promise<Response>): Promise<number> {
  let isUp = true
  const live = watching(async () => (isUp ? page() : down()))
  const readers = [live.subscribe(streamRequest())]
  await vi.advanceTimersByTimeAsync(3_000)
  readers.push(live.subscribe(streamRequest({ area: { ...AREA, radius: 2000 } })))
  const browsers = readers.map((reader) => browse(reader))
  await vi.advanceTimersByTimeAsync(10_000)
  isUp = false
  await vi.advanceTimersByTimeAsync(downMs)
  expect(browsers.map(({ meta }) => meta?.failure === null)).toEqual([false, false])
  isUp = true
  let waitedMs = 0
  while (browsers.some(({ meta }) => meta?.failure !== null) && waitedMs < 60_000) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    waitedMs += STEP_MS
  }
  for (const reader of readers) reader.close()
  return waitedMs
}

function failing(code: string, afterMs: number) {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    throw Object.assign(new Error('fetch failed'), { code })
  }
}

test.each([
  ['refused connections', failing('ECONNREFUSED', 0)],
  ['unanswered requests', () => new Promise<Response>(() => undefined)],
])('after an outage with %s, every area recovers within 20 s', async (_, down) => {
  const waited: number[] = []
  for (let downMs = 120_000; downMs < 150_000; downMs += 1_700)
    waited.push(await recoveryMs(downMs, down))
  expect(Math.max(...waited)).toBeLessThanOrEqual(RECOVERED_MS)
})

test.each([-3_600_000, 3_600_000])(
  'a pause ends on time though the clock is set by %d ms',
  async (byMs) => {
    let asked = 0
    const live = watching(async () =>
      ++asked === 2
        ? new Response(null, { status: 429, headers: { 'retry-after': '10' } })
        : page(),
    )
    const readers = [live.subscribe(streamRequest())]
    const browsers = readers.map((reader) => browse(reader))
    await vi.advanceTimersByTimeAsync(6_000)
    expect(browsers[0]?.meta?.failure?.kind).toBe('rate-limited')
    vi.setSystemTime(Date.now() + byMs)
    readers.push(live.subscribe(streamRequest({ area: { ...AREA, radius: 2000 } })))
    browsers.push(browse(readers[1]!))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(browsers.map(({ meta }) => meta?.failure)).toEqual([null, null])
    for (const reader of readers) reader.close()
  },
)

test('a service that answers after 6 s shows its vehicles, with the default time limit', async () => {
  const live = watching(() => new Promise((resolve) => setTimeout(resolve, 6_000, page())))
  const reader = live.subscribe(streamRequest())
  const browser = browse(reader)
  await vi.advanceTimersByTimeAsync(7_000)
  expect([browser.meta?.failure, browser.list.size]).toEqual([null, 1])
  reader.close()
})
