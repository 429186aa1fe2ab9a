import { expect, test } from 'vitest'
import { createTestClock, settle } from '@/lib/testing/clock'
import { AREA, liveOver, streamRequest } from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { vehicle } from '@/lib/testing/vehicles'
import { createHealth } from '@/lib/upstream/health'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { createTransport } from '@/lib/upstream/http/transport'
import { createServiceClient } from '@/lib/upstream/service'

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
  const settings = { pageSize, vehiclesMaximum: 30_000, intervalSeconds: 5 }
  const live = liveOver({ client }, clock, { settings })
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
    expect(asked.filter((search) => search.get('radius') !== '1000').length).toBe(
      Math.min(calls, 2),
    )
    expect(asked.length).toBe(calls + 1)
    await pass(60)
    expect(other.list.size).toBe(1)
    expect(other.meta?.failure).toBeNull()
    expect(health.state().failure).toBeNull()
  },
)

/** Rows of about 470 bytes. */
const padded = (count: number) =>
  Array.from({ length: count }, (_, index) => vehicle(`v-${index}`, { make: 'm'.repeat(200) }))

test('a service that ignores the limit is read up to 8 MiB once that was seen, without smaller pages', async () => {
  const all = padded(5000)
  const { asked, pass, watch } = watchOver(() => ({ vehicles: all, total: all.length }))
  const browser = watch()
  const limits = () => asked.splice(0).map((search) => Number(search.get('limit')))
  await pass(3)
  expect(browser.list.size).toBe(5000)
  // The size does not follow the limit: then all is read, though no one has asked for it.
  expect(limits()).toEqual([100, 25, 25])
  await pass(5)
  expect(limits()).toEqual([100])
  expect(browser.meta).toMatchObject({ incomplete: null, failure: null, isSettled: true })
})

test('more than 8 MiB of a service that ignores the limit is refused, in words that are true', async () => {
  let all = padded(200)
  const { asked, pass, watch } = watchOver(() => ({ vehicles: all }))
  const browser = watch()
  await pass(2)
  all = padded(20_000)
  asked.length = 0
  await pass(6)
  expect(asked.map((search) => search.get('limit'))).toEqual(['100'])
  expect(browser.list.size).toBe(200)
  expect(browser.meta?.failure).toMatchObject({
    kind: 'too-large',
    detail: expect.stringMatching(/^The service answers all vehicles whatever the limit/),
  })
})

test('where pages of any size are too large, no page of one vehicle is blamed', async () => {
  const all = padded(20_000)
  const { pass, watch } = watchOver(() => ({ vehicles: all }))
  const browser = watch()
  await pass(5)
  expect(browser.progress.at(-1)?.failure).toMatchObject({
    kind: 'too-large',
    detail: expect.stringMatching(/^The answer is larger than 2 MiB even where one vehicle/),
  })
})
