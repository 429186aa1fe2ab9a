import { expect, test } from 'vitest'
import type { ApiErrorKind } from '@/lib/api/client/errors'
import { createTestClock } from '@/lib/testing/clock'
import { createLiveServer, createTab, HERE, textOf } from '@/lib/testing/live/live-client'
import { createSender } from '@/lib/testing/live/sender'
import { vehicle } from '@/lib/testing/vehicles'
import { type FirstStream, PageStream } from './page-stream'
import { createAreaStores } from './use-live-area'

function openPage(firstStream: FirstStream | null = null) {
  const clock = createTestClock()
  const server = createLiveServer()
  const tab = createTab()
  const platform = { ...clock, ...tab, fetch: server.fetch as typeof fetch, random: () => 0 }
  const stream = new PageStream(platform, firstStream)
  const stores = createAreaStores(stream)
  const events: unknown[] = []
  const errors: ApiErrorKind[] = []
  const follow = (hasMap = true) =>
    stream.follow({
      topics: ['arrived', 'service'],
      hasMap,
      onEvent: ({ topic, data }) => events.push([topic, data]),
      onError: ({ kind }) => errors.push(kind),
    })
  async function watch(radius: number) {
    const store = stores.of({ ...HERE, radius })
    const leave = store.subscribe(() => {})
    await clock.advance(20)
    return { store, leave }
  }
  return { clock, server, tab, stream, follow, watch, events, errors }
}

const arrived = (version: number) =>
  `event: arrived\nid: arrived:${version}\ndata: {"version":${version}}\n\n`
const snapshot = (version: string) => textOf(...createSender().snapshot(version, [vehicle('a')]))
const asked = (reader: { readonly url: URL; readonly lastEventId: string | null }) => [
  reader.url.searchParams.get('radius'),
  reader.url.searchParams.get('topics'),
  reader.lastEventId,
]
const TOPICS = 'arrived,service'

test('one stream carries area and topics, and each is resumed across a change of area', async () => {
  const { clock, server, follow, watch, events } = openPage()
  follow()
  await clock.advance(20)
  await server.last.send(arrived(1))
  const first = await watch(1000)
  await server.last.send(snapshot('e.1') + arrived(2))
  const second = await watch(2000)
  first.leave()
  await clock.advance(20)
  await server.last.send(snapshot('f.1'))
  second.leave()
  await clock.advance(20)
  await watch(1000)
  expect(server.readers.map(asked)).toEqual([
    [null, TOPICS, null],
    ['1000', TOPICS, 'arrived:1'],
    ['2000', TOPICS, 'arrived:2'],
    [null, TOPICS, 'arrived:2'],
    ['1000', TOPICS, 'e.1 arrived:2'],
  ])
  expect(server.open).toEqual([server.last])
  expect(events).toEqual([
    ['arrived', { version: 1 }],
    ['arrived', { version: 2 }],
  ])
})

test('the topics go on while the map is hidden', async () => {
  const { clock, server, tab, follow, watch, events } = openPage()
  follow()
  await watch(1000)
  await server.last.send(snapshot('e.1'))
  tab.hide(true)
  await clock.advance(2_100)
  expect(asked(server.last)).toEqual([null, TOPICS, null])
  await server.last.send(arrived(1))
  expect(events).toEqual([['arrived', { version: 1 }]])
  tab.hide(false)
  await clock.advance(20)
  expect(asked(server.last)).toEqual(['1000', TOPICS, 'e.1 arrived:1'])
})

test('the first stream of a document has area and topics, and waits for neither for long', async () => {
  const first = { areaMs: 500, topicsMs: 2_000 }
  const known = openPage(first)
  known.follow()
  await known.clock.advance(1_000)
  await known.watch(1000)
  expect(known.server.readers.map(asked)).toEqual([['1000', TOPICS, null]])

  const loaded = openPage(first)
  await loaded.watch(1000)
  expect(loaded.server.readers).toEqual([])
  loaded.follow()
  await loaded.clock.advance(20)
  expect(loaded.server.readers.map(asked)).toEqual([['1000', TOPICS, null]])

  const withoutRole = openPage(first)
  await withoutRole.watch(1000)
  await withoutRole.clock.advance(500)
  expect(withoutRole.server.readers.map(asked)).toEqual([['1000', null, null]])

  const hidden = openPage(first)
  hidden.follow()
  await hidden.clock.advance(2_000)
  const other = openPage(first)
  other.follow(false)
  await other.clock.advance(20)
  for (const { server } of [hidden, other])
    expect(server.readers.map(asked)).toEqual([[null, TOPICS, null]])
})

test('an area that is refused leaves the topics, and is tried again', async () => {
  const { clock, server, follow, watch, events } = openPage()
  follow()
  const problem = { type: 'urn:kerbside:problem:operator-limit', detail: '', status: 429 }
  const refuse = () =>
    server.last.url.searchParams.has('radius')
      ? Response.json(problem, { status: 429 })
      : new Response(streamOf(arrived(server.readers.length)), {
          headers: { 'content-type': 'text/event-stream' },
        })
  server.refuse = refuse
  const { store } = await watch(1000)
  expect(store.getState().error).toMatchObject({ kind: 'operator-limit' })
  expect(server.readers.slice(-2).map((reader) => reader.url.searchParams.get('radius'))).toEqual([
    '1000',
    null,
  ])
  expect(events.length).toBeGreaterThan(0)
  server.refuse = null
  await clock.advance(10_000)
  expect(store.getState()).toMatchObject({ connection: 'live', error: null })
})

test('a refusal of the session ends the stream until it is retried', async () => {
  const { clock, server, stream, follow, errors } = openPage()
  const problem = { type: 'urn:kerbside:problem:session-required', detail: '', status: 401 }
  server.refuse = () => Response.json(problem, { status: 401 })
  follow()
  await clock.advance(60_000)
  expect([server.readers.length, errors]).toEqual([1, ['session-required']])
  server.refuse = null
  stream.retry()
  await clock.advance(1_000)
  expect(server.open).toEqual([server.last])
})

test('a stream that rests is resumed', async () => {
  const { clock, server, stream, follow } = openPage()
  follow()
  await clock.advance(20)
  await server.last.send(arrived(1))
  stream.rest(true)
  await clock.advance(60_000)
  expect([server.open, server.readers.length]).toEqual([[], 1])
  stream.rest(false)
  await clock.advance(20)
  expect(asked(server.last)).toEqual([null, TOPICS, 'arrived:1'])
})

test('the end of the last topic and of the area ends the stream', async () => {
  const { clock, server, follow } = openPage()
  const end = follow()
  await clock.advance(20)
  expect(server.open).toHaveLength(1)
  end()
  await clock.advance(20)
  expect([server.open, server.readers.length]).toEqual([[], 1])
})

/** Stays open behind the text. */
function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  })
}
