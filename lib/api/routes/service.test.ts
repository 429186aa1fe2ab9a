import { describe, expect, it } from 'vitest'
import type { Observations } from '@/lib/api/contract/answers'
import { problemKinds } from '@/lib/api/contract/problems'
import { apiOver } from '@/lib/testing/api'
import { request } from '@/lib/testing/auth'
import { get, over, problemOf, state } from '@/lib/testing/routes'
import { KEY } from '@/lib/testing/servers'
import type { Upstream } from '@/lib/upstream/compose'

describe('an answer', () => {
  it('contains the data with its time and age', async () => {
    const { api } = over()
    const response = await api(get('/api/vehicles/v-7'))
    expect(response.status).toBe(200)
    const bytes = await response.clone().arrayBuffer()
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'content-length': String(bytes.byteLength),
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

  it.each([
    ['/vehicles?position=51.5,-0.1', '/vehicles?position=51.5%2C-0.1&radius=1000&limit=10'],
    ['/vehicles/v-7', '/vehicles/v-7'],
    ['/vehicles/by-our-ref?our_ref=Bay+4', '/vehicles/by-our-ref?our_ref=Bay%204'],
    ['/vehicles/v-7/status', '/vehicles/v-7/status'],
    ['/vehicles/example', '/vehicles/example'],
    ['/bookings/example', '/bookings/example'],
  ])('to %s is that of %s', async (path, endpoint) => {
    const { api, asked } = over(() => Response.json({ id: 'v-7', our_ref: 'Bay 4', vehicles: [] }))
    expect((await api(get(`/api${path}`))).status).toBe(200)
    expect(asked.map(({ url }) => url)).toEqual([`https://service.example/api/beta${endpoint}`])
  })

  const vehicle = { id: 'v-7', our_ref: 'Bay 4', make: 'Volvo' }
  it('shows none of several records, and says so', async () => {
    const { api } = over(() => Response.json({ vehicles: [vehicle, { ...vehicle, id: 'v-8' }] }))
    for (const response of [
      await api(get('/api/vehicles/v-7')),
      await api(get('/api/vehicles/by-our-ref?our_ref=Bay+4')),
      await api(get('/api/vehicles/example')),
    ])
      expect(await problemOf(response)).toMatchObject({
        type: 'urn:kerbside:problem:several-records',
        title: 'The service answered with several records',
      })
  })

  it('of several spellings has those that the service knows, and fails if none is left to show', async () => {
    const { api } = over((request) => {
      const ourRef = new URL(request.url).searchParams.get('our_ref')
      if (ourRef === 'broken') return new Response(null, { status: 500 })
      return ourRef === 'Bay 4' ? Response.json(vehicle) : new Response(null, { status: 404 })
    })
    const answer = (...spellings: string[]) =>
      api(request('/api/vehicles/by-our-ref', { body: { spellings } }))
    const found = await (await answer('bay4', 'broken', 'Bay 4')).json()
    expect(found.data).toMatchObject([null, null, { record: { id: 'v-7' } }])
    expect((await (await answer('bay4')).json()).data).toEqual([null])
    expect((await problemOf(await answer('bay4', 'broken'))).type).toBe(
      'urn:kerbside:problem:upstream-error',
    )
    expect((await answer()).status).toBe(400)
    expect((await answer(...Array(7).fill('KB'))).status).toBe(400)
  })

  it.each([
    ['&cursor=again', true],
    ['', false],
  ])(
    'is partial when the cursor leads back to the same page: with "%s" %s',
    async (cursor, partial) => {
      const { api } = over(() =>
        Response.json({ vehicles: [{ id: 'v-1' }, {}], next_cursor: 'again' }),
      )
      const response = await api(get(`/api/vehicles?position=1,2${cursor}`))
      const meta = { dropped: 1, partial }
      expect(await response.json()).toMatchObject({ data: { next_cursor: 'again' }, meta })
    },
  )

  it('describes the service without a call', async () => {
    const { api, asked } = over()
    expect(await (await api(get('/api/service'))).json()).toMatchObject({ data: state })
    expect(await (await api(get('/api/health'))).json()).toEqual({ status: 'alive' })
    expect(asked).toEqual([])
  })
})

describe('a failure of the service', () => {
  it.each([
    [401, {}, 503, 'upstream-auth', null],
    [404, {}, 404, 'not-found', null],
    [429, { 'retry-after': 'Wed, 01 Jan 2025 12:00:30 GMT' }, 503, 'rate-limited', 30_000],
    [503, {}, 503, 'rate-limited', 5_000],
  ] as const)(
    'with %d %j becomes the problem %d %s',
    async (status, headers, ours, kind, retryAfterMs) => {
      const { api, lines } = over(() => new Response('<h1>their words</h1>', { status, headers }))
      const response = await api(get('/api/vehicles/v-7'))
      const problem = await problemOf(response)
      expect(response.status).toBe(ours)
      const { title, advice: detail } = problemKinds[kind]
      const type = `urn:kerbside:problem:${kind}`
      expect(problem).toEqual({
        type,
        title,
        status: ours,
        detail,
        requestId: 'request-1',
        retryAfterMs,
      })
      const seconds = retryAfterMs === null ? null : String(retryAfterMs / 1000)
      expect([response.headers.get('retry-after'), lines]).toEqual([seconds, []])
    },
  )

  it('that refuses a request is quoted, with the parameter that it names', async () => {
    const body = { message: 'radius must be at most 5000' }
    const { api } = over(() => Response.json(body, { status: 400 }))
    const response = await api(get('/api/vehicles?position=51.5,-0.1&radius=9000'))
    expect(response.status).toBe(422)
    expect(await problemOf(response)).toMatchObject({
      type: 'urn:kerbside:problem:request-refused',
      detail: 'The service answered 400: “radius must be at most 5000”',
      parameter: 'radius',
      retryAfterMs: null,
    })
  })
})

describe('a failure of ours', () => {
  it('is logged with the request id, and not repeated in the answer', async () => {
    const { api, lines } = over(() => {
      throw new Error(`oops ${KEY}\n${encodeURIComponent(KEY)} ${btoa(KEY)}`)
    })
    const response = await api(get('/api/vehicles/v-7'))
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ type: 'urn:kerbside:problem:internal', status: 500 })
    expect(JSON.stringify(problem)).not.toMatch(/oops|Error|canary|at /)
    expect(lines).toEqual([
      'request-1 UpstreamError: GET /vehicles/{vehicle_id}: Error: oops [secret]\n[secret] [secret]',
    ])
  })
})

describe('readiness', () => {
  it('does not depend on the service: cached data can still be shown', async () => {
    const { api } = over(() => new Response(null, { status: 500 }))
    const response = await api(get('/api/ready'))
    const ready = { status: 'ready', version: '1.2.3' }
    expect([response.status, await response.json()]).toEqual([200, ready])
  })

  const reason = 'The database cannot be reached.'
  const opens = async () => ({}) as never
  const fails = () => Promise.reject(new Error(reason))
  it.each([
    ['there is no upstream', fails, async () => null, 503, { status: 'not-ready', reason }],
    ['the database is lost', opens, async () => reason, 200, { status: 'ready', lacking: reason }],
    ['the database never opened', opens, fails, 503, { status: 'not-ready', reason }],
  ])('says so when %s', async (_how, upstream, signInFailure, status, body) => {
    const response = await apiOver({ upstream, signInFailure })(get('/api/ready'))
    expect([response.status, await response.json()]).toEqual([
      status,
      { version: '1.2.3', ...body },
    ])
  })
})

it('answers a list during an outage from the cache, with age and reason', async () => {
  const address = '/api/vehicles?position=51.5,-0.1'
  const answers = [
    Response.json({ vehicles: [{ id: 'v-1' }] }),
    new Response(null, { status: 403 }),
  ]
  const answer = () => answers.shift() as Response
  let now = Date.UTC(2025, 0, 1, 12)
  const { api } = over(answer, () => now)
  await api(get(address))
  now += 90_000
  const meta = { stale: true, reason: 'upstream-forbidden', ageMs: 92_000 }
  expect(await (await api(get(address))).json()).toMatchObject({
    data: { vehicles: [{ id: 'v-1' }] },
    meta,
  })
})

it('ends the call to the service when the browser goes away', async () => {
  const browser = new AbortController()
  const { api, asked, lines } = over(() => {
    browser.abort()
    return new Promise(() => undefined)
  })
  const request = new Request('http://localhost/api/vehicles/v-7', { signal: browser.signal })
  expect((await api(request)).status).toBe(499)
  expect(asked[0]?.signal.aborted).toBe(true)
  expect(lines).toEqual([])
})

it('answers the observed gaps, without parameters', async () => {
  const { api, asked } = over(() => Response.json({ vehicle: { id: 'v-7', type: 'taxi' } }))
  await api(get('/api/vehicles/v-7'))
  const { data } = (await (await api(get('/api/observations'))).json()) as { data: Observations }
  expect(data.gaps.vehicle_type.answers).toMatchObject([{ value: 'taxi', kind: 'word', count: 1 }])
  expect(asked).toHaveLength(1)
  const problem = await problemOf(await api(get('/api/observations?since=0')))
  expect(problem).toMatchObject({ status: 400, parameter: 'since', allowed: 'no parameters' })
})

it('answers an unknown address with a problem', async () => {
  const problem = await problemOf(await over().api(get('/api/nothing')))
  expect(problem).toMatchObject({
    type: 'urn:kerbside:problem:no-such-route',
    status: 404,
    detail: 'Check the link.',
  })
})

it('gives every request its own id', async () => {
  const unused = { shared: {} as Upstream['shared'], observations: () => ({}) as Observations }
  const api = apiOver({ upstream: async () => ({ ...unused, state: () => state }) })
  const ask = async () => (await api(get('/api/service'))).headers.get('x-request-id')
  const one = await ask()
  const other = await ask()
  expect(one).not.toBe(other)
  for (const id of [one, other]) expect(id).toMatch(/^[0-9a-f-]{36}$/)
})
