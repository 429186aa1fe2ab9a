import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiError } from '@/lib/api/errors'
import type { LiveProgress } from '@/lib/contract/live'
import { type LiveOptions, openLive, SILENCE_MS } from './stream'

const HERE = { position: { lat: 51.5, lng: -0.12 }, radius: 1000, type: null }

const wishes = { everySeconds: 5, lastEventId: null, signal: new AbortController().signal }

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

/** Answers with a stream that says nothing more, but ends when the request does. */
const silent: typeof globalThis.fetch = async (_url, init) => {
  const body = new ReadableStream({
    start: (controller) =>
      init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

async function read(options: Partial<LiveOptions>) {
  const events = []
  for await (const event of openLive(HERE, { ...wishes, ...options })) events.push(event)
  return events
}

async function failureOf(options: Partial<LiveOptions>): Promise<ApiError> {
  return read(options).then(
    () => expect.unreachable(),
    (error) => error,
  )
}

const bytes = (text: string) => new TextEncoder().encode(text)

function progress(id: string): LiveProgress {
  return { loaded: 1, about: null, vehicles: [{ id } as LiveProgress['vehicles'][number]], failure: null }
}

test('events come through whole wherever their bytes are cut, comments and newer events left out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(400), { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      async (ids, cuts, newline) => {
        const lines = ids.flatMap((id) => [
          ': heartbeat',
          '',
          'event: progress',
          `data: ${JSON.stringify(progress(id))}`,
          '',
          'event: of-tomorrow',
          'data: ?',
          '',
        ])
        // A last CR could be half a CRLF: only the next byte tells.
        const all = bytes([...lines, ':', ''].join(newline))
        const at = [0, ...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b), all.length]
        const chunks = at.slice(1).map((end, index) => all.slice(at[index], end))
        const [opened, ...events] = await read({ fetch: streaming(chunks), now: () => 7 })
        expect(opened).toEqual({ name: 'opened' })
        expect(events).toEqual(
          ids.map((id) => ({ name: 'progress', data: progress(id), id: null, arrivedAtMs: 7 })),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('the request says what is wanted and where to go on', async () => {
  const asked: unknown[] = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    asked.push(url, new Headers(init?.headers).get('last-event-id'))
    return streaming([])('', init)
  }
  const search = { ...HERE, type: 'taxi & van' }
  for await (const _ of openLive(search, { ...wishes, everySeconds: 30, lastEventId: 'e.4', fetch }));
  expect(asked).toEqual(['/api/live?position=51.5%2C-0.12&radius=1000&type=taxi+%26+van&every=30', 'e.4'])
})

test('a problem becomes an error that says what happened', async () => {
  const problem = { type: 'urn:kerbside:problem:bad-parameter', detail: 'radius: given was "0"', status: 400 }
  const error = await failureOf({ fetch: async () => Response.json(problem, { status: 400 }) })
  expect(error).toMatchObject({
    kind: 'bad-parameter',
    problem,
    message: 'GET /api/live: radius: given was "0"',
  })
})

test.each([
  ['a page in its place', async () => new Response('<html>Sign in to the Wi-Fi</html>')],
  ['a gateway without Kerbside', async () => new Response('Bad gateway', { status: 502 })],
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
])('%s: Kerbside cannot be reached', async (_what, fetch) => {
  expect(await failureOf({ fetch })).toMatchObject({ kind: 'kerbside-unreachable', problem: null })
})

test.each([
  '{"epoch":',
  'null',
  '{"epoch":"e","upserts":[],"removed":[],"departures":[]}',
  '{"epoch":"e","upserts":[{"status":"busy"}],"removed":[],"departures":[],"meta":{"fetchedAt":"","ageMs":0,"failure":null}}',
  '{"epoch":"e","upserts":[],"removed":[],"departures":[],"meta":{"fetchedAt":"","ageMs":0,"failure":{"kind":"toString"}}}',
])('a delta of %s is an error after the events before it', async (data) => {
  const text = `event: progress\ndata: ${JSON.stringify(progress('a'))}\n\nevent: delta\ndata: ${data}\n\n`
  const names: string[] = []
  const reading = (async () => {
    for await (const { name } of openLive(HERE, { ...wishes, fetch: streaming([bytes(text)]) }))
      names.push(name)
  })()
  await expect(reading).rejects.toMatchObject({ name: 'ApiError', kind: 'internal' })
  expect(names).toEqual(['opened', 'progress'])
})

test('who waits for more than 40 s without a byte waits for nobody', async () => {
  const delays: number[] = []
  const after: LiveOptions['after'] = (delayMs, run) => {
    delays.push(delayMs)
    if (delayMs === SILENCE_MS) queueMicrotask(run)
    return () => {}
  }
  expect(await failureOf({ fetch: silent, after })).toMatchObject({
    kind: 'kerbside-unreachable',
    message: 'GET /api/live: silent for 40000 ms',
  })
  expect(delays.at(-1)).toBe(SILENCE_MS)
})

test('a stream that is no longer wanted ends quietly, and its request with it', async () => {
  const end = new AbortController()
  let request: AbortSignal | null | undefined
  const fetch: typeof globalThis.fetch = (url, init) => {
    request = init?.signal
    return silent(url, init)
  }
  const stream = openLive(HERE, { ...wishes, signal: end.signal, fetch })
  expect((await stream.next()).value).toEqual({ name: 'opened' })
  const next = stream.next()
  end.abort()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(request?.aborted).toBe(true)
})

test('events that arrive together are handed out in tasks of their own', async () => {
  const text = ['a', 'b', 'c']
    .map((id) => `event: progress\ndata: ${JSON.stringify(progress(id))}\n\n`)
    .join('')
  const tasks: number[] = []
  let task = 0
  for await (const { name } of openLive(HERE, { ...wishes, fetch: streaming([bytes(text)]) })) {
    if (name === 'progress') tasks.push(task)
    setTimeout(() => {
      task += 1
    }, 0)
  }
  expect(new Set(tasks).size).toBe(3)
})
