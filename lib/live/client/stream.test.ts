import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiError } from '@/lib/api/client/errors'
import type { LiveProgress } from '@/lib/api/contract/live'
import { noDifference } from '@/lib/vehicles/difference'
import { browserPlatform, type LivePlatform } from './platform'
import { openLive } from './stream'

const HERE = { position: { lat: 51.5, lng: -0.12 }, radius: 1000, type: null }

const options = {
  area: { search: HERE, everySeconds: 5, refresh: false },
  topics: ['arrived'] as const,
  lastEventId: null,
  signal: new AbortController().signal,
}

/** Answers with these chunks and then ends. */
function streaming(chunks: readonly Uint8Array[]): typeof globalThis.fetch {
  return async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  }
}

const open = (given: Partial<LivePlatform>) =>
  openLive({ ...options, platform: { ...browserPlatform, ...given } })

async function read(given: Partial<LivePlatform>) {
  const events = []
  for await (const event of open(given)) events.push(event)
  return events
}

async function failureOf(given: Partial<LivePlatform>): Promise<ApiError> {
  return read(given).then(
    () => expect.unreachable(),
    (error) => error,
  )
}

const bytes = (text: string) => new TextEncoder().encode(text)
const linesOf = (name: string, data: unknown) => [
  `event: ${name}`,
  `data: ${JSON.stringify(data)}`,
  '',
]
const sse = (name: string, data: unknown) => bytes([...linesOf(name, data), ''].join('\n'))

const progress = (id: string): LiveProgress => ({
  atMs: 0,
  loaded: 1,
  about: null,
  failure: null,
  vehicles: [{ id } as LiveProgress['vehicles'][number]],
})

test('events are read whole however their bytes are split; comments and unknown events are ignored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(400), { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      async (ids, cuts, newline) => {
        const unknown = ['event: unknown', 'data: ?', '']
        const lines = ids.flatMap((id) => [
          ': heartbeat',
          '',
          ...linesOf('progress', progress(id)),
          ...unknown,
        ])
        // A final CR may be half of a CRLF: only the next byte decides.
        const all = bytes([...lines, ':', ''].join(newline))
        const at = [0, ...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b), all.length]
        const chunks = at.slice(1).map((end, index) => all.slice(at[index], end))
        const [opened, ...events] = await read({ fetch: streaming(chunks), now: () => 7 })
        expect(opened).toEqual({ name: 'opened' })
        expect(events).toEqual(
          ids.map((id) => ({ name: 'progress', data: progress(id), arrivedAtMs: 7 })),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test.each([
  ['a page in its place', async () => new Response('<html>Sign in to the Wi-Fi</html>')],
  ['a gateway without Kerbside', async () => new Response('Bad gateway', { status: 502 })],
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
])('%s: Kerbside cannot be reached', async (_title, fetch) => {
  expect(await failureOf({ fetch })).toMatchObject({
    kind: 'kerbside-unreachable',
    requestId: null,
  })
})

test.each([
  '{"version":',
  'null',
  '{"version":"e.1","after":null,"departures":[]}',
  '{"version":"e.1","departures":[],"meta":{"fetchedAt":"","ageMs":0,"failure":null}}',
  '{"version":"e.1","after":null,"departures":[{"reason":"left-area"}],"meta":{"fetchedAt":"","ageMs":0,"failure":null}}',
  '{"version":"e.1","after":null,"departures":[],"meta":{"fetchedAt":"","ageMs":0,"failure":{"kind":"toString"}}}',
])('changes of %s are an error after the events before it', async (data) => {
  const chunks = [sse('progress', progress('a')), bytes(`event: changes\ndata: ${data}\n\n`)]
  const names: string[] = []
  const reading = (async () => {
    for await (const { name } of open({ fetch: streaming(chunks) })) names.push(name)
  })()
  await expect(reading).rejects.toMatchObject({ name: 'ApiError', kind: 'internal' })
  expect(names).toEqual(['opened', 'progress'])
})

const META = { fetchedAt: '2026-01-01T12:00:00.000Z', ageMs: 1000, failure: null }
const FAILURE = { kind: 'rate-limited', since: META.fetchedAt, retryAfterMs: 5000, requestId: null }

const changes = (atMs: number, meta: object = META) => sse('changes', { ...none, atMs, meta })
const none = { version: 'e.2', after: 'e.1', departures: [], ...noDifference }

test.each([-86_400_000, 0, 86_400_000])(
  'an event sent late has its ages as of arrival, with a clock %d ms off the server',
  async (offMs) => {
    const atMs = Date.parse('2026-01-01T12:00:01Z')
    const failing = { ...META, failure: FAILURE }
    const events = await read({
      now: () => atMs + offMs,
      fetch: streaming([
        sse('time', { now: atMs + 3000 }),
        changes(atMs, failing),
        changes(atMs, failing),
        sse('time', { now: atMs + 9000 }),
        sse('progress', { ...progress('a'), failure: FAILURE, atMs }),
        // The server's clock was set back.
        sse('time', { now: atMs - 9000 }),
        changes(atMs),
      ]),
    })
    const data = events.slice(1).map((event) => 'data' in event && event.data)
    expect(data).toMatchObject([
      { meta: { ageMs: 4000, failure: { retryAfterMs: 2000 } } },
      { meta: { ageMs: 1000, failure: { retryAfterMs: 5000 } } },
      { failure: { retryAfterMs: 0 } },
      { meta: { ageMs: 1000, failure: null } },
    ])
  },
)

test('events that arrive together are yielded in separate tasks', async () => {
  const together = Buffer.concat(['a', 'b', 'c'].map((id) => sse('progress', progress(id))))
  const tasks: number[] = []
  let task = 0
  for await (const { name } of open({ fetch: streaming([together]) })) {
    if (name === 'progress') tasks.push(task)
    setTimeout(() => {
      task += 1
    }, 0)
  }
  expect(new Set(tasks).size).toBe(3)
})

test('an event of a topic comes with its id, whatever its state', async () => {
  const lines = ['event: arrived', 'id: arrived:a', 'data: {"version":7}', '', '']
  const unread = ['event: arrived', 'id: arrived:b', 'data: {', '', '']
  const events = await read({ fetch: streaming([bytes([...lines, ...unread].join('\n'))]) })
  expect(events.slice(1)).toEqual([
    { name: 'topic', topic: 'arrived', id: 'arrived:a', data: { version: 7 } },
    { name: 'topic', topic: 'arrived', id: 'arrived:b', data: {} },
  ])
})
