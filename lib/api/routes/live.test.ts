import { createParser } from 'eventsource-parser'
import { expect, test } from 'vitest'
import type { Role } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { type Access, hasRole, openAccess, SESSION_CHECK_MS } from '@/lib/auth/access'
import type { AuditEvent } from '@/lib/auth/audit'
import type { Principal } from '@/lib/auth/principal'
import type { LiveAreas, LiveAreasOptions, StreamRequest } from '@/lib/live/areas'
import { apiOver } from '@/lib/testing/api'
import { createTestClock, settle } from '@/lib/testing/clock'
import {
  AREA,
  createTestService,
  liveOver,
  pagesOf,
  streamRequest,
  UNBOUNDED,
} from '@/lib/testing/live/live-area'
import { vehicle } from '@/lib/testing/vehicles'
import { webhooksWith } from '@/lib/testing/webhooks'

const webhooks = await webhooksWith([{ booking: { id: 'b-1', status: 'done' } }])

function route(access?: () => Promise<Access>, more: Partial<LiveAreasOptions> = {}) {
  const clock = createTestClock()
  const service = createTestService(clock, (search) => pagesOf([vehicle('a')], search))
  const live = liveOver(service, clock, more)
  const streamRequests: StreamRequest[] = []
  const state = { current: { upstream: { failure: null as string | null } } }
  const spied: LiveAreas = {
    ...live,
    subscribe(given) {
      streamRequests.push(given)
      return live.subscribe(given)
    },
  }
  const newRequestId = () => 'request-1'
  const api = apiOver({
    live: async () => spied,
    newRequestId,
    clock,
    webhooks: async () => webhooks,
    upstream: async () => ({ state: () => state.current }) as never,
    ...(access && { access }),
  })
  const ask = (query: string, init: RequestInit = {}) =>
    api(new Request(`http://localhost/api/live?${query}`, init))
  return { ask, streamRequests, live, clock, service, state }
}

const NOBODY = { operator: null, network: null }
const operator = {
  id: 'o',
  name: 'O',
  email: 'o@kerbside.example',
  sessionId: 's',
  twoFactor: false,
}

test('an area is answered with its event stream', async () => {
  const { ask, clock, streamRequests } = route()
  const response = await ask('position=51.5,-0.1&radius=250.5&type=van&every=30')
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': 'request-1',
    vary: 'accept-encoding',
  })
  expect(streamRequests).toEqual([
    streamRequest({ area: { ...AREA, radius: 250.5, type: 'van' }, every: 30 }),
  ])
  const input = response.body!.getReader()
  expect(new TextDecoder().decode((await input.read()).value)).toBe(': Kerbside\n\n')
  await clock.advance(1)
  expect(new TextDecoder().decode((await input.read()).value)).toMatch(
    /^event: (progress|changes)\n/,
  )
})

test('omitted parameters have defaults; Last-Event-ID is passed on', async () => {
  const { ask, streamRequests } = route()
  await ask('position=0,0', { headers: { 'last-event-id': 'e1.7' } })
  const area = { position: { lat: 0, lng: 0 }, radius: 1000, type: null }
  expect(streamRequests).toEqual([
    {
      area,
      every: null,
      refresh: false,
      holder: NOBODY,
      lastEventId: 'e1.7',
      topics: [],
      gzip: false,
    },
  ])
})

test.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br;q=1.0, GZIP;q=0.5', 'gzip'],
  ['gzip;q=0', null],
  ['x-gzip', null],
  ['identity', null],
])('accept-encoding: %s', async (accepted, encoding) => {
  const response = await route().ask('position=0,0', { headers: { 'accept-encoding': accepted } })
  expect(response.headers.get('content-encoding')).toBe(encoding)
})

test.each([
  ['', 'position'],
  ['position=91,0', 'position'],
  ['position=1,2&position=1,2', 'position'],
  ['position=1,2&radius=0', 'radius'],
  ['position=1,2&type=', 'type'],
  ['position=1,2&every=7', 'every'],
  ['position=1,2&every=5.0', 'every'],
  ['position=1,2&refresh=1', 'refresh'],
  ['position=1,2&limit=10', 'limit'],
  ['position=1,2&cursor=c', 'cursor'],
  ['position=1,2&key=secret', 'key'],
  ['position=1,2&topics=', 'topics'],
  ['position=1,2&topics=area', 'topics'],
  ['topics=service,service', 'topics'],
  ['topics=service&every=5', 'position'],
  ['topics=service&type=van', 'position'],
])('a problem, and no sweep: %s', async (query, parameter) => {
  const { ask, service } = route()
  const response = await ask(query)
  const problem = (await response.json()) as Record<string, unknown>
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(problem).toMatchObject({
    status: 400,
    type: 'urn:kerbside:problem:bad-parameter',
    parameter,
  })
  expect(JSON.stringify(problem)).not.toContain('secret')
  await settle()
  expect(service.searches).toEqual([])
})

test('a cancelled stream and an aborted request end their reader, also one aborted before it was answered', async () => {
  const { ask, live, service } = route()
  const gone = new AbortController()
  await ask('position=0,0', { signal: gone.signal })
  expect(live.subscriberCount).toBe(1)
  gone.abort()
  expect(live.subscriberCount).toBe(0)
  await (await ask('position=0,0')).body?.cancel()
  expect(live.subscriberCount).toBe(0)
  await ask('position=0,0', { signal: AbortSignal.abort() })
  expect(live.subscriberCount).toBe(0)
  await settle()
  expect(service.open.now).toBe(0)
})

test('HEAD is answered from the checks alone and opens nothing', async () => {
  const { ask, live, service, clock } = route()
  const head = await ask('position=0,0&every=5', {
    method: 'HEAD',
    headers: { 'accept-encoding': 'gzip' },
  })
  expect([head.status, head.headers.get('content-type'), head.body]).toEqual([
    200,
    'text/event-stream',
    null,
  ])
  expect((await ask('position=91,0', { method: 'HEAD' })).status).toBe(400)
  await clock.advance(60_000)
  expect([service.searches.length, live.areaCount, live.subscriberCount]).toEqual([0, 0, 0])
})

test('an area beyond the bound is refused, unless one without subscribers can be dropped', async () => {
  const all = { ...UNBOUNDED.all, areas: 5 }
  const { ask, live, clock } = route(undefined, { bounds: { ...UNBOUNDED, all } })
  for (let radius = 1; radius < 5; radius++)
    live.subscribe(streamRequest({ area: { ...AREA, radius } }))
  const last = live.subscribe(streamRequest())
  const response = await ask('position=1,1')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await response.json()).toMatchObject({ type: 'urn:kerbside:problem:capacity-limit' })
  last.close()
  expect((await ask('position=1,1')).status).toBe(200)
  expect(live.areaCount).toBe(5)
  await clock.advance(0)
})

test('a refusal says whose bound it was, and is over when a stream of theirs ends', async () => {
  const { all } = UNBOUNDED
  let principal: Principal = { operator, role: 'viewer', address: '2001:db8::1' }
  const { ask, live } = route(async () => ({ ...openAccess, authorize: async () => principal }), {
    bounds: { ...UNBOUNDED, operator: { ...all, areas: 2 }, network: { ...all, areas: 3 } },
  })
  const problem = async (query: string) => {
    const response = await ask(query)
    return response.ok
      ? response
      : `${response.status} ${(await response.json()).type.split(':').at(-1)}`
  }
  const first = (await problem('position=1,1')) as Response
  await problem('position=2,2')
  expect(await problem('position=3,3')).toBe('429 operator-limit')
  // Known areas cost nothing more.
  expect(await problem('position=2,2')).toBeInstanceOf(Response)
  principal = { ...principal, operator: { ...operator, id: 'p' }, address: '2001:db8::2' }
  await problem('position=4,4')
  expect(await problem('position=5,5')).toBe('429 address-limit')
  principal = { ...principal, address: '192.0.2.1' }
  expect(await problem('position=5,5')).toBeInstanceOf(Response)
  await first.body?.cancel()
  principal = { operator, role: 'viewer', address: '2001:db8::1' }
  expect(await problem('position=3,3')).toBeInstanceOf(Response)
  expect(live.subscriberCount).toBe(5)
})

test('positions that are asked for alike are one area', () => {
  const { live } = route()
  for (const lng of [-0.1, -0.1000000001, -0.10000004]) {
    live.subscribe(streamRequest({ area: { ...AREA, position: { lat: 51.5, lng } } }))
  }
  expect(live.areaCount).toBe(1)
  live.subscribe(streamRequest({ area: { ...AREA, position: { lat: 51.5, lng: -0.100001 } } }))
  live.subscribe(streamRequest({ area: { ...AREA, type: 'van' } }))
  live.subscribe(streamRequest({ area: { ...AREA, radius: 1001 } }))
  expect(live.areaCount).toBe(4)
})

test('a stream ends soon after its session', async () => {
  let isActive = true
  const { ask, clock, live } = route(async () => ({
    ...openAccess,
    async authorize() {
      if (!isActive) throw new ProblemError('session-required')
      return { operator, role: 'viewer', address: null }
    },
  }))
  const response = await ask('position=51.5,-0.1')
  await clock.advance(SESSION_CHECK_MS * 3)
  expect([response.status, live.subscriberCount]).toEqual([200, 1])
  isActive = false
  await clock.advance(SESSION_CHECK_MS)
  await settle()
  expect(live.subscriberCount).toBe(0)
})

/** The events of a stream so far, by their names. */
function readEvents({ body }: Response) {
  const events: { event: string | undefined; id: string | undefined; data: string }[] = []
  const parser = createParser({
    onEvent: ({ event, id, data }) => events.push({ event, id, data }),
  })
  const input = body!.pipeThrough(new TextDecoderStream() as never).getReader()
  async function read(): Promise<void> {
    for (;;) {
      const { done, value } = await input.read()
      if (done) return
      parser.feed(value as never)
    }
  }
  void read()
  return events
}

test('topics come beside an area, or alone, each from its last event on', async () => {
  const { ask, clock, live, state } = route()
  const both = readEvents(await ask('position=51.5,-0.1&topics=arrived,service'))
  await clock.advance(1)
  await settle()
  const names = both.map(({ event }) => event)
  expect(names).toEqual(expect.arrayContaining(['arrived', 'service', 'changes']))
  const newest = both.find(({ event }) => event === 'arrived')
  expect(JSON.parse(newest!.data)).toEqual({
    version: expect.any(Number),
    total: 1,
    unrecognised: 0,
    isReceiving: false,
  })
  const ids = both.map(({ id }) => id).filter((id) => id !== undefined)
  const resumed = readEvents(
    await ask('topics=arrived,service', { headers: { 'last-event-id': ids.join(' ') } }),
  )
  await clock.advance(1_000)
  await settle()
  expect(resumed).toEqual([])
  state.current = { upstream: { failure: 'upstream-auth' } }
  await clock.advance(1_000)
  await settle()
  expect(resumed.map(({ event }) => event)).toEqual(['service'])
  expect([live.pageCount, live.readerCount, live.areaCount]).toEqual([2, 1, 1])
})

test('a topic above the role is refused, and recorded as by the route of its data', async () => {
  const recorded: unknown[] = []
  const asViewer = async () => ({
    ...openAccess,
    authorize: async (): Promise<Principal> => ({ operator, role: 'viewer', address: null }),
    record: async (_: Principal, { action, subject }: AuditEvent, outcome: string) =>
      void recorded.push([action, subject, outcome]),
  })
  const { ask, live } = route(asViewer)
  const refused = await ask('position=51.5,-0.1&topics=arrived,service')
  expect([refused.status, (await refused.json()).type]).toEqual([
    403,
    'urn:kerbside:problem:role-required',
  ])
  expect(recorded).toEqual([['open-record', 'arrived bookings', 'role-required']])
  expect((await ask('position=51.5,-0.1&topics=service')).status).toBe(200)
  expect(live.pageCount).toBe(1)
})

test('a stream with a topic ends when the role is taken, and counts as no use of the session', async () => {
  let role: Role = 'dispatcher'
  const lookUps: unknown[] = []
  const { ask, clock, live } = route(async () => ({
    ...openAccess,
    async authorize(_request, least, _event, session) {
      lookUps.push(session?.isNoUse)
      if (!hasRole(role, least)) throw new ProblemError('role-required')
      return { operator, role, address: null }
    },
  }))
  await ask('topics=arrived')
  await ask('topics=service')
  role = 'viewer'
  await clock.advance(SESSION_CHECK_MS)
  await settle()
  expect(live.pageCount).toBe(1)
  expect(new Set(lookUps)).toEqual(new Set([true]))
})

test('streams of topics alone count in the share of streams', async () => {
  const all = { ...UNBOUNDED.all, streams: 1 }
  const { ask } = route(undefined, { bounds: { ...UNBOUNDED, all } })
  const first = await ask('topics=service')
  expect((await ask('topics=service')).status).toBe(503)
  await first.body?.cancel()
  expect((await ask('topics=service')).status).toBe(200)
})
