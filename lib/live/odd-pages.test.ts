import { expect, test } from 'vitest'
import { createTestClock, settle } from '@/lib/testing/clock'
import { AREA, liveOver, streamRequest } from '@/lib/testing/live-area'
import { browse } from '@/lib/testing/live-browser'
import { vehicle } from '@/lib/testing/vehicles'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { createTransport } from '@/lib/upstream/http/transport'
import { createHealth, createServiceClient } from '@/lib/upstream/service'

/** Areas over a service that answers searches with JSON, or with the status of a refusal. */
function watchOver(answer: (asked: URLSearchParams) => unknown, pageSize = 100) {
  const clock = createTestClock()
  const asked: URLSearchParams[] = []
  const health = createHealth(() => undefined, clock.now)
  const transport = createTransport({
    send: async ({ url }) => {
      const search = new URL(url).searchParams
      asked.push(search)
      const given = answer(search)
      return given instanceof Response ? given : Response.json(given)
    },
    baseUrl: 'http://service.invalid',
    key: fixedKey('key'),
    now: clock.now,
    steadyNow: clock.now,
  })
  const client = createServiceClient({ transport, now: clock.now, onOutcome: health.onOutcome })
  const unused = { searches: [], statusIds: [], open: { now: 0, most: 0 } }
  const settings = { pageSize, vehiclesMaximum: 1000, intervalSeconds: 5 }
  const live = liveOver({ client, ...unused }, clock, { settings })
  const watch = (area = AREA) => browse(live.subscribe(streamRequest({ area })))
  /** As many seconds; answers take macrotasks, which the test clock does not wait for. */
  async function pass(seconds: number) {
    for (let second = 0; second < seconds; second++) {
      await clock.advance(1000)
      await settle()
    }
  }
  return { asked, health, pass, watch }
}

test.each([
  ['repeats its cursor', () => 'past'],
  ['has a new cursor each time', (nth: number) => `past-${nth}`],
])('vehicles leave although the empty page after the last %s', async (_name, cursorOf) => {
  let fleet = Array.from({ length: 12 }, (_, n) =>
    vehicle(`v-${n}`, { status: n < 5 ? 'available' : 'busy' }),
  )
  let nth = 0
  const { watch, pass } = watchOver((asked) => {
    const from = /^\d+$/.test(asked.get('cursor') ?? '0') ? Number(asked.get('cursor')) : fleet.length
    const vehicles = fleet.slice(from, from + 5)
    const next = from + vehicles.length < fleet.length ? String(from + 5) : cursorOf(nth++)
    return { vehicles, next_cursor: next }
  }, 5)
  const browser = watch()
  await pass(10)
  expect(browser.list.size).toBe(12)
  fleet = fleet.slice(5)
  await pass(75)
  expect(browser.meta).toMatchObject({ incomplete: null, failure: null })
  expect([...browser.list.keys()]).toEqual(fleet.map(({ id }) => id))
  expect([...browser.list.values()].filter(({ status }) => status === 'available')).toEqual([])
})

test.each(['1374004777531007833', '1700000000.120000', '1e3', '-12345678901234567890.5'])(
  'a numeric cursor is sent as it came: %s',
  async (cursor) => {
    const pages = [
      `{"vehicles":[{"id":"a"}],"next_cursor":${cursor}}`,
      '{"vehicles":[{"id":"b"}],"next_cursor":0}',
    ]
    const { asked, pass, watch } = watchOver(
      (search) => new Response(pages[search.has('cursor') ? 1 : 0] as string),
    )
    const browser = watch()
    await pass(1)
    expect(asked.map((search) => search.get('cursor'))).toEqual([null, cursor])
    expect([...browser.list.keys()]).toEqual(['a', 'b'])
  },
)

test('a hundred vehicles with pictures of 25 KB inside the list are shown', async () => {
  const image_url = `data:image/jpeg;base64,${'A'.repeat(25_000)}`
  const fleet = Array.from({ length: 100 }, (_, n) => vehicle(`v-${n}`, { image_url }))
  const { asked, health, pass, watch } = watchOver((search) => {
    const [from, limit] = [Number(search.get('cursor')), Number(search.get('limit'))]
    const next_cursor = from + limit < fleet.length ? from + limit : null
    return { vehicles: fleet.slice(from, from + limit), next_cursor }
  })
  const browser = watch()
  await pass(2)
  expect(asked.map((search) => search.get('limit'))).toEqual(['100', '25', '25', '25', '25'])
  expect(browser.list.size).toBe(100)
  expect(browser.meta?.failure).toBeNull()
  expect(health.state().failure).toBeNull()
})

const refused = (message: string) => Response.json({ error: { message } }, { status: 400 })

test.each([
  ['names it', 'radius must be at most 5000', 1],
  ['does not', 'Bad request', 3],
])(
  'only those who watch a refused search are told, with its parameter, where the service %s',
  async (_, words, calls) => {
    const { asked, health, pass, watch } = watchOver((search) =>
      Number(search.get('radius')) > 5000 ? refused(words) : { vehicles: [vehicle('v-1')] },
    )
    const [other, wide] = [watch(), watch({ ...AREA, radius: 9000 })]
    await pass(4)
    expect(wide.progress.at(-1)?.failure).toMatchObject({
      kind: 'request-refused',
      parameter: 'radius',
      detail: `The service answered 400: “${words}”`,
    })
    // Unless it is named, a smaller page is tried before, and then the default radius.
    expect(asked.filter((search) => search.get('radius') !== '1000').length).toBe(Math.min(calls, 2))
    expect(asked.length).toBe(calls + 1)
    await pass(60)
    expect(other.list.size).toBe(1)
    expect(other.meta?.failure).toBeNull()
    expect(health.state().failure).toBeNull()
  },
)
