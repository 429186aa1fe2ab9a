import { expect, test } from 'vitest'
import { createTestClock, settle } from '@/lib/testing/clock'
import { liveOver, streamRequest } from '@/lib/testing/live/live-area'
import { createStateTopic } from './topics'

const EVERY_MS = 2_000

/** Nodes over one state, which tests replace. */
function openNodes(count: number) {
  const clock = createTestClock()
  const state = { version: 1, isAway: false }
  const lines: string[] = []
  const nodes = Array.from({ length: count }, () => {
    const node = { readings: 0 }
    const topic = createStateTopic({
      name: 'arrived',
      async read() {
        node.readings++
        if (state.isAway) throw new Error('secret values')
        return { version: state.version, total: 0, unrecognised: 0, isReceiving: true }
      },
      everyMs: EVERY_MS,
      clock,
      log: (line) => lines.push(line),
    })
    return Object.assign(node, { topic })
  })
  return { clock, state, lines, nodes }
}

type Topic = ReturnType<typeof createStateTopic>

/** A reader, and the events that it takes. */
function read(topic: Topic, cursor: string | null = null) {
  const texts: string[] = []
  const bytes: Uint8Array[] = []
  const reader = topic.subscribe(cursor, take)
  function take(): void {
    for (const event of reader.next()) {
      bytes.push(event.bytes)
      texts.push(new TextDecoder().decode(event.bytes))
    }
  }
  return {
    texts,
    bytes,
    close: reader.close,
    take,
    lastId: () => /^id: (.*)$/m.exec(texts.at(-1) ?? '')?.[1] ?? null,
    versions: () => texts.map((text) => JSON.parse(text.split('data: ')[1]!).version),
  }
}

test('a state is read and encoded once for all its readers, and only while there are any', async () => {
  const { clock, state, nodes } = openNodes(1)
  const [node] = nodes
  await clock.advance(10 * EVERY_MS)
  expect(node!.readings).toBe(0)
  const readers = [1, 2, 3].map(() => read(node!.topic))
  await settle()
  expect(node!.readings).toBe(1)
  state.version = 2
  await clock.advance(EVERY_MS)
  expect(node!.readings).toBe(2)
  for (const { versions } of readers) expect(versions()).toEqual([1, 2])
  expect(new Set(readers.map(({ bytes }) => bytes[1])).size).toBe(1)
  for (const { close } of readers) close()
  await clock.advance(10 * EVERY_MS)
  expect([node!.readings, clock.waiting]).toEqual([2, 0])
})

test('a state that stays the same is told once, also to a reader that comes from another node', async () => {
  const { clock, state, nodes } = openNodes(2)
  const before = read(nodes[0]!.topic)
  await clock.advance(5 * EVERY_MS)
  expect(before.versions()).toEqual([1])
  const after = read(nodes[1]!.topic, before.lastId())
  await clock.advance(EVERY_MS)
  expect(after.versions()).toEqual([])
  state.version = 2
  await clock.advance(EVERY_MS)
  expect([before.versions(), after.versions()]).toEqual([[1, 2], [2]])
})

test('a renewal is told at once, many within half a second together', async () => {
  const { clock, state, nodes } = openNodes(1)
  const { topic } = nodes[0]!
  const { versions } = read(topic)
  await clock.advance(600)
  state.version = 2
  topic.renew()
  await clock.advance(0)
  expect(versions()).toEqual([1, 2])
  for (state.version = 3; state.version < 9; state.version++) topic.renew()
  await clock.advance(400)
  expect(versions()).toEqual([1, 2])
  await clock.advance(100)
  expect(versions()).toEqual([1, 2, 9])
  expect(nodes[0]!.readings).toBe(3)
})

test('where a state cannot be read its readers learn that much, and the log no values', async () => {
  const { clock, state, lines, nodes } = openNodes(1)
  const { versions } = read(nodes[0]!.topic)
  await settle()
  state.isAway = true
  await clock.advance(3 * EVERY_MS)
  expect(versions()).toEqual([1, undefined])
  state.isAway = false
  await clock.advance(EVERY_MS)
  expect(versions()).toEqual([1, undefined, 1])
  expect(lines).toEqual([
    'topic arrived: cannot be read (Error)',
    'topic arrived: can be read again',
  ])
})

test('a stream of topics alone sends their events, and heartbeats between them', async () => {
  const { clock, state, nodes } = openNodes(1)
  const live = liveOver({ client: {} as never }, clock)
  const topics = [{ source: nodes[0]!.topic, cursor: null }]
  const subscriber = live.subscribe(streamRequest({ area: null, topics }))
  const chunks: string[] = []
  void subscriber.stream.pipeTo(
    new WritableStream({ write: (bytes) => void chunks.push(new TextDecoder().decode(bytes)) }),
  )
  await clock.advance(1)
  state.version = 2
  await clock.advance(EVERY_MS)
  await clock.advance(15_000)
  expect(chunks.filter((text) => text.startsWith('event: arrived'))).toHaveLength(2)
  expect(chunks[0]).toBe(': Kerbside\n\n')
  expect(chunks.at(-1)).toBe(':\n\n')
  subscriber.close()
  expect([live.pageCount, nodes[0]!.readings > 0, clock.waiting]).toEqual([0, true, 0])
})
