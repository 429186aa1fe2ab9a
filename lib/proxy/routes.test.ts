import { describe, expect, it } from 'vitest'
import { type Problem, problemKind, problemKinds } from '@/lib/schema/problems'
import type { Upstream } from '@/lib/upstream/compose'
import { createServiceClient } from '@/lib/upstream/service'
import { TIMEOUTS } from '@/lib/upstream/timeouts'
import { createRoutes } from './routes'

const KEY = 'canary+key/4711=='
const state = {
  upstream: { kind: 'configured', baseUrl: 'https://service.example', lastSuccessAt: null, failure: null },
  map: {
    position: { lat: 1, lng: 2 },
    tileUrl: 'https://tiles.example/{z}/{x}/{y}',
    tileAttribution: 'Tiles',
  },
} as const

/** Our routes over a service of one answer. */
function over(
  answer: (request: Request) => Response | Promise<Response> = () => Response.json({ id: 'v-7' }),
) {
  const asked: Request[] = []
  const lines: string[] = []
  const client = createServiceClient({
    baseUrl: 'https://service.example',
    key: KEY,
    timeouts: { ...TIMEOUTS, totalMs: 500 },
    now: () => Date.UTC(2025, 0, 1, 12),
    send: async (request) => {
      asked.push(request)
      return answer(request)
    },
  })
  const routes = createRoutes(async (): Promise<Upstream> => ({ client, state: () => state }), {
    now: () => Date.UTC(2025, 0, 1, 12, 0, 2),
    newRequestId: () => 'request-1',
    log: (line) => lines.push(line),
  })
  return { routes, asked, lines }
}

const get = (path: string) => new Request(`http://localhost${path}`)
const withId = (vehicleId: string) => ({ params: Promise.resolve({ vehicleId }) })

/** A problem, having checked what all problems have in common. */
async function problemOf(response: Response): Promise<Problem> {
  const problem = (await response.json()) as Problem
  const kind = problemKind(problem.type)
  expect(kind).not.toBeNull()
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toBe('request-1')
  expect(problem).toMatchObject({
    title: problemKinds[kind as NonNullable<typeof kind>].title,
    status: response.status,
    requestId: 'request-1',
  })
  return problem
}

describe('an answer', () => {
  it('is the datum, and beside it when it came and how old it is', async () => {
    const { routes } = over()
    const response = await routes.vehicle(get('/api/vehicles/v-7'), withId('v-7'))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': 'request-1',
    })
    expect(await response.json()).toMatchObject({
      data: { record: { id: 'v-7', make: null }, unreadable: [], raw: { id: 'v-7' } },
      meta: {
        fetchedAt: '2025-01-01T12:00:00.000Z',
        ageMs: 2000,
        stale: false,
        reason: null,
        partial: false,
        dropped: 0,
        requestId: 'request-1',
      },
    })
  })

  it('comes from the endpoint of its route', async () => {
    const { routes, asked } = over((request) =>
      Response.json(
        new URL(request.url).pathname.endsWith('/vehicles')
          ? { vehicles: [{ id: 'v-7' }, {}], next_cursor: 'more' }
          : { id: 'v-7', our_ref: 'Bay 4' },
      ),
    )
    const answers = [
      await routes.vehicles(get('/api/vehicles?position=51.5,-0.1')),
      await routes.vehicle(get('/api/vehicles/v-7'), withId('v-7')),
      await routes.vehicleByOurRef(get('/api/vehicles/by-our-ref?our_ref=Bay+4')),
      await routes.vehicleStatus(get('/api/vehicles/v-7/status'), withId('v-7')),
      await routes.exampleVehicle(get('/api/vehicles/example')),
      await routes.exampleBooking(get('/api/bookings/example')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(asked.map(({ url }) => url.replace('https://service.example/api/beta', ''))).toEqual([
      '/vehicles?position=51.5%2C-0.1&radius=1000&limit=10',
      '/vehicles/v-7',
      '/vehicles/by-our-ref?our_ref=Bay%204',
      '/vehicles/v-7/status',
      '/vehicles/example',
      '/bookings/example',
    ])
    expect(await answers[0]?.json()).toMatchObject({
      data: { next_cursor: 'more' },
      meta: { dropped: 1, partial: false },
    })
  })

  it('says that it is partial when the cursor leads back to the same page', async () => {
    const { routes } = over(() => Response.json({ vehicles: [], next_cursor: 'again' }))
    const response = await routes.vehicles(get('/api/vehicles?position=1,2&cursor=again'))
    expect(await response.json()).toMatchObject({ meta: { partial: true } })
  })

  it('tells of the service without asking it', async () => {
    const { routes, asked } = over()
    expect(await (await routes.service(get('/api/service'))).json()).toMatchObject({ data: state })
    expect(await routes.health().json()).toEqual({ status: 'alive' })
    expect(asked).toEqual([])
  })
})

describe('a bad parameter', () => {
  const at = 'position=51.5,-0.1'
  it.each([
    ['', 'position', undefined],
    ['position=91,0', 'position', '91,0'],
    ['position=abc', 'position', 'abc'],
    [`${at}&radius=0`, 'radius', '0'],
    [`${at}&radius=-5`, 'radius', '-5'],
    [`${at}&radius=1e9`, 'radius', '1e9'],
    [`${at}&limit=0`, 'limit', '0'],
    [`${at}&limit=1.5`, 'limit', '1.5'],
    [`${at}&cursor=`, 'cursor', ''],
    [`${at}&limit=5&limit=6`, 'limit', '5, then 6'],
    [`${at}&bbox=1`, 'bbox', '1'],
    [`${at}&key=${KEY}`, 'key', '(not shown)'],
    [`${at}&type=%`, 'type', '%'],
  ])('of a search (%s) is named and reaches no service', async (query, parameter, given) => {
    const { routes, asked } = over()
    const response = await routes.vehicles(get(`/api/vehicles?${query}`))
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ type: 'urn:kerbside:problem:bad-parameter', status: 400, parameter })
    expect(problem.given).toBe(given)
    expect(problem.allowed).toMatch(/./)
    expect(problem.detail).toContain(`${parameter}: `)
    expect(JSON.stringify(problem)).not.toContain(KEY)
    expect(asked).toEqual([])
  })

  it.each(['', '?our_ref=', '?our_ref=%00', '?our_ref=a&our_ref=b', '?ref=a', `?our_ref=${'x'.repeat(129)}`])(
    'of a look-up (%s) is named and reaches no service',
    async (query) => {
      const { routes, asked } = over()
      const response = await routes.vehicleByOurRef(get(`/api/vehicles/by-our-ref${query}`))
      expect(await problemOf(response)).toMatchObject({
        status: 400,
        parameter: query.startsWith('?ref') ? 'ref' : 'our_ref',
      })
      expect(asked).toEqual([])
    },
  )

  it('of a route that has none is named and reaches no service', async () => {
    const { routes, asked } = over()
    const responses = [
      await routes.vehicle(get('/api/vehicles/v-7?x=1'), withId('v-7')),
      await routes.vehicleStatus(get('/api/vehicles/v-7/status?x=1'), withId('v-7')),
      await routes.exampleVehicle(get('/api/vehicles/example?x=1')),
      await routes.exampleBooking(get('/api/bookings/example?x=1')),
      await routes.service(get('/api/service?x=1')),
    ]
    for (const response of responses) {
      expect(await problemOf(response)).toMatchObject({
        parameter: 'x',
        given: '1',
        allowed: 'no parameters',
      })
    }
    expect(asked).toEqual([])
  })
})

// As Next hands them over, decoded once.
const escapes = [
  '',
  '.',
  '..',
  '../bookings/example',
  'example',
  'by-our-ref',
  'a/b',
  'a\\b',
  'a\0',
  '\ud800',
]

it.each([...escapes, 'x'.repeat(129)])('lets the vehicle id %j reach no service', async (id) => {
  const { routes, asked } = over()
  const responses = [
    await routes.vehicle(get('/api/vehicles/x'), withId(id)),
    await routes.vehicleStatus(get('/api/vehicles/x/status'), withId(id)),
  ]
  for (const response of responses) {
    expect(await problemOf(response)).toMatchObject({ status: 400, parameter: 'vehicle_id' })
  }
  expect(asked).toEqual([])
})

it.each(['🚕', '%2e%2e', '%2F', '50%', 'a b', 'x'.repeat(128)])(
  'asks for the vehicle id %j as it is',
  async (id) => {
    const { routes, asked } = over(() => Response.json({ id }))
    expect((await routes.vehicle(get('/api/vehicles/x'), withId(id))).status).toBe(200)
    expect(asked.map(({ url }) => url)).toEqual([
      `https://service.example/api/beta/vehicles/${encodeURIComponent(id)}`,
    ])
  },
)

describe('a failure of the service', () => {
  it.each([
    [401, {}, 503, 'upstream-auth', null],
    [403, {}, 502, 'upstream-forbidden', null],
    [404, {}, 404, 'not-found', null],
    [500, {}, 502, 'upstream-error', null],
    [302, { location: 'https://elsewhere.example/' }, 502, 'upstream-redirect', null],
    [429, { 'retry-after': '7' }, 503, 'rate-limited', 7_000],
    [429, { 'retry-after': 'Wed, 01 Jan 2025 12:00:30 GMT' }, 503, 'rate-limited', 30_000],
    [503, {}, 503, 'rate-limited', 5_000],
  ] as const)('with %d %j becomes the problem %d %s', async (status, headers, ours, kind, retryAfterMs) => {
    const { routes, lines } = over(() => new Response('<h1>their words</h1>', { status, headers }))
    const response = await routes.vehicle(get('/api/vehicles/v-7'), withId('v-7'))
    const problem = await problemOf(response)
    expect(response.status).toBe(ours)
    expect(problem).toEqual({
      type: `urn:kerbside:problem:${kind}`,
      title: problemKinds[kind].title,
      status: ours,
      detail: problemKinds[kind].advice,
      requestId: 'request-1',
      retryAfterMs,
    })
    expect(response.headers.get('retry-after')).toBe(
      retryAfterMs === null ? null : String(retryAfterMs / 1000),
    )
    expect(lines).toEqual([])
  })

  it('that is slow becomes a 504', async () => {
    const { routes } = over(() => new Promise(() => undefined))
    const problem = await problemOf(await routes.exampleBooking(get('/api/bookings/example')))
    expect(problem).toMatchObject({ type: 'urn:kerbside:problem:upstream-timeout', status: 504 })
  })

  it('that answers with another vehicle shows nothing of it', async () => {
    const { routes } = over(() => Response.json({ vehicle: { id: 'v-8', driver_name: 'Ada' } }))
    const response = await routes.vehicle(get('/api/vehicles/v-7'), withId('v-7'))
    expect(JSON.stringify(await problemOf(response))).not.toMatch(/Ada|v-8/)
    expect(response.status).toBe(502)
  })
})

describe('a failure of ours', () => {
  it('is one line on the log with the request id, and no word of it in the answer', async () => {
    const { routes, lines } = over(() => {
      throw new Error(`oops ${KEY}\n${encodeURIComponent(KEY)} ${btoa(KEY)}`)
    })
    const response = await routes.vehicle(get('/api/vehicles/v-7'), withId('v-7'))
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ type: 'urn:kerbside:problem:internal', status: 500 })
    expect(JSON.stringify(problem)).not.toMatch(/oops|Error|canary|at /)
    expect(lines).toEqual([
      'request-1 UpstreamError: GET /vehicles/v-7: Error: oops [secret] [secret] [secret]',
    ])
  })

  it('to start at all is told on the log', async () => {
    const lines: string[] = []
    const routes = createRoutes(() => Promise.reject(new Error('SERVICE_API_KEY is missing')), {
      newRequestId: () => 'request-1',
      log: (line) => lines.push(line),
    })
    expect((await problemOf(await routes.service(get('/api/service')))).status).toBe(500)
    expect(lines).toEqual(['request-1 Error: SERVICE_API_KEY is missing'])
  })
})

it('ends the call to the service when the browser goes away', async () => {
  const browser = new AbortController()
  const { routes, asked, lines } = over(() => {
    browser.abort()
    return new Promise(() => undefined)
  })
  const request = new Request('http://localhost/api/vehicles/v-7', { signal: browser.signal })
  expect((await routes.vehicle(request, withId('v-7'))).status).toBe(499)
  expect(asked[0]?.signal.aborted).toBe(true)
  expect(lines).toEqual([])
})

it('answers an unknown address with a problem', async () => {
  const problem = await problemOf(await over().routes.nothing(get('/api/nothing')))
  expect(problem).toMatchObject({ type: 'urn:kerbside:problem:no-such-route', status: 404 })
})

it('gives every request its own id', async () => {
  const routes = createRoutes(async () => ({ client: {} as Upstream['client'], state: () => state }))
  const ids = [await routes.service(get('/api/service')), await routes.service(get('/api/service'))].map(
    (response) => response.headers.get('x-request-id'),
  )
  expect(new Set(ids).size).toBe(2)
  expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id ?? ''))).toBe(true)
})
