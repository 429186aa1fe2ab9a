import { request as httpRequest } from 'node:http'
import { expect, test } from './fixtures'

/** What a page of ours would say of itself. */
interface Told {
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The path goes out as it is written, which fetch and browsers would not do. */
function ask(base: string, path: string, { cookie, headers = {} }: Told = {}) {
  const { hostname, port } = new URL(base)
  return new Promise<{ status: number; location: string | null; text: string }>((resolve, reject) => {
    const sent = { ...headers, ...(cookie ? { cookie } : {}) }
    const request = httpRequest({ hostname, port, path, headers: sent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null, text }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

test('no way of asking gets data without a session', async ({ startDashboard, startService }) => {
  test.setTimeout(90_000)
  const service = await startService({ vehicles: 50 })
  const { url, process } = await startDashboard({ ...service.env, KERBSIDE_AUTH: 'on' })
  const routes = [
    '/api/vehicles?position=51.5,-0.1',
    '/api/vehicles/example',
    '/api/vehicles/some-id',
    '/api/vehicles/some-id/status',
    '/api/vehicles/by-our-ref?our_ref=a',
    '/api/bookings/example',
    '/api/live?position=51.5,-0.1',
    '/api/service',
    '/api/me',
    '/api/operators',
    '/api/audit',
    '/api/audit/csv',
    '/',
    '/lookup?our_ref=a',
    '/vehicles/some-id',
    '/vehicles/example',
    '/bookings/example',
    '/operators',
    '/audit',
  ]
  const ways: Record<string, (path: string) => [string, Told?]> = {
    plainly: (path) => [path],
    'with a session that was never there': (path) => [path, { cookie: '__Host-kerbside-session=abc.def' }],
    'from another site': (path) => [path, { headers: { origin: 'https://elsewhere.example' } }],
    'as a part of Next': (path) => [
      path,
      {
        headers: { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy', 'x-middleware-prefetch': '1' },
      },
    ],
    'as a page fetched ahead': (path) => [
      `${path}${path.includes('?') ? '&' : '?'}_rsc=abc`,
      { headers: { rsc: '1', 'next-router-prefetch': '1', purpose: 'prefetch' } },
    ],
    encoded: (path) => [
      path.replace(/^\/(api|\w)/, (start) => `/%${start.charCodeAt(1).toString(16)}${start.slice(2)}`),
    ],
    'encoded twice': (path) => [path.replace('/api', '/%2561pi').replace(/^\/l/, '/%256c')],
    'with another case': (path) => [path.replace('/api', '/API')],
    'with a slash at its end': (path) => [path.replace(/(\?|$)/, '/$1')],
    'as another host': (path) => [
      path,
      { headers: { host: 'elsewhere.example', 'x-forwarded-host': 'localhost' } },
    ],
    'as a method told in a header': (path) => [
      path,
      { headers: { 'x-http-method-override': 'GET', 'x-original-url': path } },
    ],
  }
  for (const [way, write] of Object.entries(ways)) {
    for (const route of routes) {
      const [path, told] = write(route)
      const { status, text } = await ask(url, path, told)
      // 307 and 308 are Next's, to the same address in its own spelling.
      expect([way, path, [303, 307, 308, 400, 401, 403, 404].includes(status)]).toEqual([way, path, true])
      expect([way, path, /"data"|licence|driver|@kerbside|event:/.test(text)]).toEqual([way, path, false])
    }
  }
  expect((await ask(url, '/api/health')).status).toBe(200)
  expect((await ask(url, '/api/ready')).status).toBe(200)
  expect(service.requests).toEqual([])
  expect(process.ended()).toBeNull()
})

test('a service of one’s own is not shown to everybody', async ({ startService, startDashboard }) => {
  const service = await startService({ vehicles: 5 })
  const { KERBSIDE_AUTH: _, ...env } = service.env
  const { url, process } = await startDashboard(env)
  expect(process.output()).toContain('Nobody can sign in yet.')
  expect((await ask(url, '/api/service')).status).toBe(401)
})
