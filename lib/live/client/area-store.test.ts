import { expect, onTestFinished, test, vi } from 'vitest'
import type { ApiError } from '@/lib/api/client/errors'
import {
  type AreaSearch,
  type LiveFailure,
  type LiveMeta,
  type LiveVehicle,
  UNCONFIRMED_MAXIMUM_MS,
} from '@/lib/api/contract/live'
import { createTestClock, settle } from '@/lib/testing/clock'
import {
  createLiveServer,
  createTab,
  HERE,
  listed,
  progress,
  textOf,
} from '@/lib/testing/live/live-client'
import { createSender } from '@/lib/testing/live/sender'
import { FETCHED_AT, liveMeta, vehicle } from '@/lib/testing/vehicles'
import { AreaStore, type RefreshOptions } from './area-store'
import { DEPARTED_MS } from './live-area'
import { PageStream } from './page-stream'

function openStore(options: Partial<RefreshOptions> = {}, search: AreaSearch = HERE) {
  const clock = createTestClock()
  const server = createLiveServer()
  const tab = createTab()
  const sender = createSender()
  const store = new AreaStore(
    search,
    new PageStream({ ...clock, ...tab, fetch: server.fetch as typeof fetch, random: () => 0 }),
    () => {},
  )
  store.setOptions({ everySeconds: 5, paused: false, ...options })
  let published = 0
  const subscribe = () => store.subscribe(() => void published++)
  const unsubscribe = subscribe()
  return {
    clock,
    server,
    tab,
    store,
    subscribe,
    unsubscribe,
    published: () => published,
    state: () => store.getState(),
    /** Of the area's list, which replaces the one before. */
    snapshot: (version: string, vehicles: readonly LiveVehicle[], meta: Partial<LiveMeta> = {}) =>
      textOf(...sender.snapshot(version, vehicles, liveMeta(meta))),
    /** A snapshot in parts of one vehicle. */
    parts: (version: string, vehicles: readonly LiveVehicle[], meta: Partial<LiveMeta> = {}) =>
      sender.snapshot(version, vehicles, liveMeta(meta), 1).map((part) => textOf(part)),
    delta: (...given: Parameters<typeof sender.changes>) => textOf(sender.changes(...given)),
    ids: () =>
      listed(store.getState().area)
        .map(({ id }) => id)
        .sort(),
    /** Sends events and waits until they are rendered. */
    async send(...events: string[]) {
      await server.last.send(events.join(''))
      await clock.advance(300)
    },
  }
}

const failing = (kind: LiveFailure['kind'], retryAfterMs: number) => ({
  failure: { kind, since: '2026-11-21T08:59:00Z', retryAfterMs, requestId: 'r-1' },
})

test('an area is requested by its search and shown when its snapshot is complete', async () => {
  const search = { ...HERE, type: 'A&B/ä' }
  const { clock, server, state, ids, send, parts } = openStore({ everySeconds: 10 }, search)
  expect(state()).toMatchObject({ area: null, connection: 'connecting', error: null })
  await clock.advance(20)
  expect(state().connection).toBe('live')
  const asked = { position: '51.5,-0.1', radius: '1000', type: 'A&B/ä', every: '10' }
  expect(Object.fromEntries(server.last.url.searchParams)).toEqual(asked)
  expect(server.last.lastEventId).toBeNull()
  const [first, last] = parts('e.1', [vehicle('a'), vehicle('b')], { ageMs: 700, about: 2 })
  await send(first as string)
  expect(state().area).toBeNull()
  await send(last as string)
  expect(ids()).toEqual(['a', 'b'])
  expect(state().area).toMatchObject({ meta: { about: 2 }, fetchedAtMs: Date.parse(FETCHED_AT) })
  expect(clock.now() - (state().area?.receivedAtMs ?? 0)).toBe(1000)
})

test('a takeover is shown until new data arrive', async () => {
  const { state, send, snapshot, delta } = openStore()
  await send(snapshot('e.1', [vehicle('a')]))
  expect(state().isTakingOver).toBe(false)
  await send('event: takeover\ndata: {}\n\n')
  expect(state()).toMatchObject({ isTakingOver: true, connection: 'live', error: null })
  await send(delta('e.2'))
  expect(state().isTakingOver).toBe(false)
})

test('a first sweep shows its failure, then its vehicles at once, which the snapshot replaces', async () => {
  const { state, ids, send, snapshot } = openStore()
  await send(progress([], failing('upstream-auth', 5000)))
  expect(state()).toMatchObject({ area: null, error: { title: 'The service rejected our key' } })
  await send(progress([vehicle('a'), vehicle('b')], { loaded: 2, about: 3 }))
  expect(ids()).toEqual(['a', 'b'])
  expect(state()).toMatchObject({ progress: { loaded: 2, about: 3 }, error: null })
  expect(state().area?.meta).toMatchObject({ loaded: 2, about: 3, failure: null, query: null })
  await send(progress([vehicle('c')], { loaded: 3, about: 3 }))
  expect(ids()).toEqual(['a', 'b', 'c'])
  await send(snapshot('e.1', [vehicle('a'), vehicle('c')]))
  expect(ids()).toEqual(['a', 'c'])
  expect(state()).toMatchObject({ progress: null, error: null })
})

test('vehicles dropped from a capped list have not departed; departed ones expire', async () => {
  const { clock, state, ids, send, snapshot, delta } = openStore()
  await send(snapshot('e.1', [vehicle('a'), vehicle('b'), vehicle('c')], { incomplete: 'cap' }))
  await send(delta('e.2', { removed: ['b'], meta: liveMeta({ incomplete: 'cap' }) }))
  expect([ids(), state().area?.departed]).toEqual([['a', 'c'], []])
  await send(delta('e.3', { removed: ['c'] }))
  expect(state().area?.departed.map(({ record }) => record.id)).toEqual(['c'])
  await clock.advance(DEPARTED_MS - 1000)
  expect(state().area?.departed).toHaveLength(1)
  await clock.advance(1000)
  expect(state().area?.departed).toEqual([])
})

test('a failure keeps the area and is the same error until its pause is longer', async () => {
  const { state, ids, send, snapshot, delta } = openStore()
  await send(snapshot('e.1', [vehicle('a')]))
  await send(delta('e.2', { meta: liveMeta({ ...failing('rate-limited', 30_000), ageMs: 6000 }) }))
  const first = state().error as ApiError
  expect(first).toMatchObject({ kind: 'rate-limited', requestId: 'r-1' })
  expect(first.pausedUntilMs).toBeGreaterThan(Date.parse(FETCHED_AT) + 29_000)
  expect(ids()).toEqual(['a'])
  await send(delta('e.3', { meta: liveMeta(failing('rate-limited', 29_900)) }))
  expect(state().error).toBe(first)
  await send(delta('e.4', { meta: liveMeta(failing('rate-limited', 90_000)) }))
  expect((state().error as ApiError).pausedUntilMs).toBeGreaterThan(
    (first.pausedUntilMs as number) + 59_000,
  )
  await send(delta('e.5'))
  expect(state()).toMatchObject({ error: null, connection: 'live' })
})

test('an incomplete snapshot removes no vehicle; the first complete sweep after it does', async () => {
  const { state, ids, send, snapshot, delta } = openStore()
  await send(snapshot('e.1', [vehicle('a'), vehicle('b'), vehicle('c')]))
  await send(snapshot('f.1', [vehicle('a')], { incomplete: 'failed' }))
  expect([ids(), state().area?.departed]).toEqual([['a', 'b', 'c'], []])
  await send(delta('f.2', { meta: liveMeta({ incomplete: 'failed' }) }))
  expect(ids()).toEqual(['a', 'b', 'c'])
  await send(delta('f.3', { upserts: [vehicle('b')] }))
  expect(ids()).toEqual(['a', 'b'])
  expect(state().area?.departed.map(({ record }) => record.id)).toEqual(['c'])
})

test('a snapshot that is not settled removes no vehicle, but marks it; the first settled sweep does', async () => {
  const { state, ids, send, snapshot, delta } = openStore()
  await send(snapshot('e.1', [vehicle('a'), vehicle('b'), vehicle('c')]))
  await send(snapshot('f.1', [vehicle('a')], { isSettled: false }))
  expect(ids()).toEqual(['a', 'b', 'c'])
  expect(state().area).toMatchObject({ unconfirmed: 2, departed: [] })
  const unsettled = liveMeta({ isSettled: false })
  await send(delta('f.2', { upserts: [vehicle('b')], meta: unsettled }))
  expect(state().area?.table.get('b')).toEqual(vehicle('b'))
  expect(state().area).toMatchObject({ unconfirmed: 1, departed: [] })
  // What the server removes meanwhile left, as /status says.
  await send(delta('f.3', { removed: ['b'], meta: unsettled }))
  expect(ids()).toEqual(['a', 'c'])
  expect(state().area?.departed.map(({ record }) => record.id)).toEqual(['b'])
  await send(delta('f.4', { meta: liveMeta({ isSettled: true }) }))
  expect(ids()).toEqual(['a'])
  expect(state().area).toMatchObject({ unconfirmed: 0 })
})

test('vehicles of before are kept beside lists that are never settled for ten minutes at most', async () => {
  const { ids, send, snapshot, delta } = openStore()
  await send(snapshot('e.1', [vehicle('a'), vehicle('b')]))
  await send(snapshot('f.1', [vehicle('a')], { isSettled: false }))
  const after = (ms: number) =>
    liveMeta({
      isSettled: false,
      fetchedAt: new Date(Date.parse(FETCHED_AT) + ms).toISOString(),
    })
  await send(delta('f.2', { meta: after(UNCONFIRMED_MAXIMUM_MS - 1) }))
  expect(ids()).toEqual(['a', 'b'])
  await send(delta('f.3', { meta: after(UNCONFIRMED_MAXIMUM_MS) }))
  expect(ids()).toEqual(['a'])
})

test('an unreachable server is retried at most ten seconds apart', async () => {
  const { clock, server, state, send, snapshot } = openStore()
  await send(snapshot('e.1', [vehicle('a')]))
  server.refuse = () => new Response('<html>Bad gateway</html>', { status: 502 })
  server.last.cut()
  await clock.advance(2000)
  expect(state()).toMatchObject({
    connection: 'interrupted',
    error: { kind: 'kerbside-unreachable' },
  })
  await clock.advance(60_000)
  const tries = server.readers.length
  server.refuse = null
  await clock.advance(10_020)
  expect(server.readers).toHaveLength(tries + 1)
  expect(tries).toBeLessThan(20)
  expect(state()).toMatchObject({ connection: 'live', error: null })
  expect(server.last.lastEventId).toBe('e.1')
})

test('a requested pause is honoured up to ten seconds', async () => {
  const { clock, server, send, snapshot } = openStore()
  await send(snapshot('e.1', []))
  const problem = {
    type: 'urn:kerbside:problem:internal',
    detail: '',
    status: 500,
    retryAfterMs: 7000,
  }
  server.refuse = () => Response.json(problem, { status: 500 })
  server.last.cut()
  await clock.advance(7000)
  expect(server.readers).toHaveLength(2)
  await clock.advance(1000)
  expect(server.readers).toHaveLength(3)
  problem.retryAfterMs = 3_600_000
  await clock.advance(17_500)
  expect(server.readers).toHaveLength(5)
})

test('an invalid parameter is not retried until a refresh', async () => {
  const { clock, server, state } = openStore()
  const problem = { type: 'urn:kerbside:problem:bad-parameter', detail: 'radius', status: 400 }
  server.refuse = () => Response.json(problem, { status: 400 })
  server.last.cut()
  await clock.advance(120_000)
  expect(server.readers).toHaveLength(2)
  expect(state().error).toMatchObject({ kind: 'bad-parameter', detail: 'radius' })
  server.refuse = null
  state().refresh()
  await clock.advance(100)
  expect(state()).toMatchObject({ connection: 'live', error: null })
})

test.each([
  ['invalid JSON', '{"version"'],
  [
    'changes after another version',
    JSON.stringify({ ...createSender().changes('e.2'), after: 'f.1' }),
  ],
])('%s: the area stays until the next snapshot', async (_what, text) => {
  const { clock, server, state, ids, send, snapshot } = openStore()
  await send(snapshot('e.1', [vehicle('a')]))
  await server.last.send(`event: changes\nid: e.2\ndata: ${text}\n\n`)
  await clock.advance(100)
  expect(ids()).toEqual(['a'])
  expect(state()).toMatchObject({ connection: 'interrupted', error: { kind: 'internal' } })
  await clock.advance(1000)
  expect(server.last.lastEventId).toBeNull()
  await send(snapshot('f.3', [vehicle('b')]))
  expect(ids()).toEqual(['b'])
  expect(state()).toMatchObject({ connection: 'live', error: null })
})

test('a hidden tab closes its stream and resumes when shown', async () => {
  const { clock, server, tab, state, send, snapshot } = openStore()
  await send(snapshot('e.1', [vehicle('a')]))
  tab.hide(true)
  await clock.advance(1900)
  tab.hide(false)
  await clock.advance(5000)
  expect(server.readers).toHaveLength(1)
  tab.hide(true)
  await clock.advance(2100)
  expect([server.open, state().connection]).toEqual([[], 'hidden'])
  await clock.advance(60_000)
  expect(server.readers).toHaveLength(1)
  tab.hide(false)
  await clock.advance(20)
  expect(server.last.lastEventId).toBe('e.1')
  expect(state()).toMatchObject({ connection: 'live', area: { table: { records: [{ id: 'a' }] } } })
})

test('a pause closes the stream; a refresh opens it until fresh data arrives, not only missed deltas', async () => {
  const { clock, server, store, state, ids, send, snapshot, delta } = openStore()
  await send(snapshot('e.1', [vehicle('a')]))
  store.setOptions({ everySeconds: 5, paused: true })
  await clock.advance(60_000)
  expect([server.open.length, state().connection, ids()]).toEqual([0, 'paused', ['a']])
  state().refresh()
  await clock.advance(100)
  expect([server.last.lastEventId, state().connection]).toEqual(['e.1', 'live'])
  await send(delta('e.2', { upserts: [vehicle('b')], meta: liveMeta({ ageMs: 55_000 }) }))
  expect(server.open).toHaveLength(1)
  await send(delta('e.3', { upserts: [vehicle('c')] }))
  expect([server.open.length, state().connection, ids()]).toEqual([0, 'paused', ['a', 'b', 'c']])
  store.setOptions({ everySeconds: 5, paused: false })
  await clock.advance(100)
  expect([server.last.lastEventId, state().connection]).toEqual(['e.3', 'live'])
})

test('an area opened while paused is loaded once', async () => {
  const { clock, server, state, ids, send, snapshot } = openStore({ paused: true })
  await clock.advance(100)
  expect(server.open).toHaveLength(1)
  await send(progress([vehicle('a')]), snapshot('e.1', [vehicle('a'), vehicle('b')]))
  expect([ids(), server.open, state().connection]).toEqual([['a', 'b'], [], 'paused'])
})

test('a refresh and another interval reopen the stream where it was', async () => {
  const { clock, server, store, state, send, snapshot } = openStore()
  await send(snapshot('e.1', [vehicle('a')]))
  const { refresh } = state()
  refresh()
  await clock.advance(100)
  store.setOptions({ everySeconds: 30, paused: false })
  await clock.advance(100)
  const asked = ({ searchParams }: URL) => [searchParams.get('every'), searchParams.get('refresh')]
  expect(server.readers.map(({ url, lastEventId }) => [...asked(url), lastEventId])).toEqual([
    ['5', null, null],
    ['5', 'true', 'e.1'],
    ['30', null, 'e.1'],
  ])
  expect(server.open).toEqual([server.last])
  expect(state().refresh).toBe(refresh)
})

test('a stream that is reopened while an event is being applied resumes behind it', async () => {
  const { server, state, send, snapshot, delta } = openStore()
  const many = Array.from({ length: 5_000 }, (_, at) => vehicle(`v-${at}`))
  await send(snapshot('e.1', many))
  // Each step is a task.
  let ms = 0
  onTestFinished(vi.spyOn(performance, 'now').mockImplementation(() => (ms += 10)).mockRestore)
  void server.last.send(delta('e.2', { upserts: many.map(({ id }) => ({ id, status: 'busy' })) }))
  for (let turn = 0; turn < 2; turn++) await settle()
  state().refresh()
  while (server.readers.length === 1) await settle()
  expect(server.last.lastEventId).toBe('e.2')
})

test('events that arrive together are rendered together', async () => {
  const { clock, published, state, send, snapshot, delta } = openStore()
  await send(snapshot('e.1', [vehicle('a')]))
  const before = published()
  const area = state().area
  await send(...['b', 'c', 'd'].map((id, at) => delta(`e.${2 + at}`, { upserts: [vehicle(id)] })))
  expect(published()).toBe(before + 1)
  expect(area?.table.records).toHaveLength(1)
  expect(state().area?.table.records).toHaveLength(4)
  await clock.advance(1000)
  expect(published()).toBe(before + 1)
})

test('unsubscribing and resubscribing within a task, as in StrictMode, keeps the stream', async () => {
  const { clock, server, tab, subscribe, unsubscribe, published, send, snapshot } = openStore()
  unsubscribe()
  const unsubscribeAgain = subscribe()
  await send(snapshot('e.1', [vehicle('a')]))
  expect(server.readers).toHaveLength(1)
  unsubscribeAgain()
  const before = published()
  await clock.advance(1)
  expect(server.open).toHaveLength(0)
  await clock.advance(DEPARTED_MS * 2)
  expect([published(), clock.waiting, tab.listeners.size]).toEqual([before, 0, 0])
})

test('a silent stream is abandoned', async () => {
  const { clock, server, send, snapshot } = openStore()
  await send(snapshot('e.1', [vehicle('a')]))
  await clock.advance(30_000)
  await server.last.send(':\n\n')
  await clock.advance(39_000)
  expect(server.readers).toHaveLength(1)
  await clock.advance(3000)
  expect([server.readers.length, server.last.lastEventId]).toEqual([2, 'e.1'])
  expect(server.open).toEqual([server.last])
})
