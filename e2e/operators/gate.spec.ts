import { type AppRoute, allRoutes } from '@/e2e/support/all-routes'
import type { StartedProcess } from '@/e2e/support/dashboard'
import { expect, test } from '@/e2e/support/fixtures'
import { type Reply, type RequestOptions, sendRequest } from '@/e2e/support/send-request'
import { acceptLink, setUpLink } from '@/e2e/support/set-up'

/** Routes without a session, which answer no personal data. Every other route must refuse. */
const PUBLIC = new Set([
  'GET /api/health',
  'GET /api/ready',
  'GET /api/auth',
  // A challenge without a session names no account.
  'GET /api/auth/passkey/generate-authenticate-options',
  'GET /sign-in',
  'GET /set-up',
  'GET /invitation',
  'GET /reset-password',
  'POST /api/auth/sign-out',
])
// Sign-in options and the empty answer to a sign-out are for everyone.
const DATA =
  /"data":(?!null|\{"required")|licence|driver_|@kerbside|event:|otpauth|backupCodes|operatorEmail/

/** Variant of a request: the path to send instead, and its options. */
type Variant = (path: string, route: AppRoute) => RequestOptions & { readonly path?: string }

const variants: Readonly<Record<string, Variant>> = {
  plainly: () => ({}),
  'from another site': () => ({ headers: { origin: 'https://elsewhere.example' } }),
  'from a page of another site': () => ({ headers: { 'sec-fetch-site': 'cross-site' } }),
  'as a part of Next': () => ({
    headers: {
      'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
      'x-middleware-prefetch': '1',
      'x-nextjs-data': '1',
      'x-matched-path': '/api/health',
      'x-invoke-path': '/api/health',
    },
  }),
  'as a page fetched ahead': (path) => ({
    path: `${path}${path.includes('?') ? '&' : '?'}_rsc=abc`,
    headers: { rsc: '1', 'next-router-prefetch': '1', purpose: 'prefetch' },
  }),
  'as a segment fetched ahead': (path) => ({
    path: `${path}${path.includes('?') ? '&' : '?'}_rsc=abc`,
    headers: { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  }),
  'as an action': () => ({ headers: { 'next-action': 'a'.repeat(40) } }),
  encoded: (path) => ({
    path: path.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  }),
  'encoded twice': (path) => ({
    path: path.replace(
      /^\/(\w)/,
      (_, letter: string) => `/%25${letter.charCodeAt(0).toString(16)}`,
    ),
  }),
  'with another case': (path) => ({ path: path.replace('/api', '/API') }),
  'with a slash at its end': (path) => ({ path: path.replace(/(\?|$)/, '/$1') }),
  'with two slashes': (path) => ({ path: `/${path}` }),
  'by way of a public page': (path) => ({ path: `/sign-in/..${path}` }),
  'by way of a public folder': (path) => ({ path: `/_next/static/..%2f..${path}` }),
  'by way of a public route': (path) => ({ path: `/api/%2e%2e${path}` }),
  'as another host': () => ({
    headers: { host: 'elsewhere.example', 'x-forwarded-host': 'localhost' },
  }),
  'as another address': (path) => ({
    headers: { 'x-http-method-override': 'GET', 'x-original-url': path },
  }),
  'as Kerbside itself': () => ({
    headers: { 'x-kerbside-address': '127.0.0.1', 'x-forwarded-for': '127.0.0.1' },
  }),
  'for its head': () => ({ method: 'HEAD' }),
  'for its options': () => ({ method: 'OPTIONS' }),
  'to be changed': (_, { method }) => ({ method: method === 'GET' ? 'POST' : method, body: {} }),
  'to be deleted': () => ({ method: 'DELETE', body: {} }),
}

/**
 * One route of each kind, for variants: lib/api/routes/roles.test.ts asks every
 * route with every session.
 */
const KINDS = new Set([
  ...[
    'GET /',
    'GET /audit',
    'GET /vehicles/some-id',
    'GET /api/nothing',
    'GET /api/vehicles/some-id',
  ],
  ...[
    'GET /api/live',
    'GET /map/some-id/some-id/some-id/some-id',
    'POST /api/find',
    'GET /api/operators',
  ],
  ...['POST /api/operators', 'POST /api/auth/admin/set-role', 'DELETE /api/webhooks/some-id'],
])
const isKind = ({ method, path }: AppRoute) => KINDS.has(`${method} ${path.split('?')[0]}`)

/** Sessions that ended or never existed, and a viewer's. */
async function sessions(url: string, started: StartedProcess) {
  const administrator = await acceptLink(setUpLink(started), 'ada@kerbside.example')
  const as = (method: string, path: string, body?: unknown) =>
    sendRequest(url, path, { method, cookie: administrator, body })
  const invited = async (email: string, role: string) => {
    const { text } = await as('POST', '/api/operators', { email, role })
    return acceptLink(JSON.parse(text).data.url, null)
  }
  const disabled = await invited('disabled@kerbside.example', 'administrator')
  const revoked = await invited('revoked@kerbside.example', 'administrator')
  const viewer = await invited('viewer@kerbside.example', 'viewer')
  const { operators } = JSON.parse((await as('GET', '/api/operators')).text).data
  const idOf = (email: string) => operators.find((one: { email: string }) => one.email === email).id
  const end = (path: string, email: string) =>
    as('POST', `/api/auth/admin/${path}`, { userId: idOf(email) })
  await end('ban-user', 'disabled@kerbside.example')
  await end('revoke-user-sessions', 'revoked@kerbside.example')
  const left = await sendRequest(url, '/api/me', { cookie: viewer })
  expect([left.status, left.text.includes('viewer@kerbside.example')]).toEqual([200, true])
  const unknown = '__Host-kerbside-session=abc.def'
  const gone = { 'no session': undefined, 'an unknown session': unknown, disabled, revoked }
  return { gone, viewer }
}

test('a configured service requires sign-in and names CITY_DIR; no variant of a request gets data without an active session', async ({
  startDashboard,
  startService,
}) => {
  const service = await startService({ vehicles: 50 })
  const { KERBSIDE_AUTH: _, ...env } = service.env
  const { url, process } = await startDashboard(env)
  expect(process.output()).toContain('No operators yet.')
  expect(process.output()).toMatch(/tile\.openstreetmap\.org.*CITY_DIR.*docs\/operations\.md/)
  expect((await sendRequest(url, '/api/service')).status).toBe(401)
  const { gone, viewer } = await sessions(url, process)
  const routes = allRoutes()
  expect(routes.length).toBeGreaterThan(45)
  expect(routes.filter(isKind)).toHaveLength(KINDS.size)
  const leaks: unknown[] = []

  // 307 and 308: Next's redirects to its own spelling of the address.
  const isRefusal = ({ status }: Reply) =>
    [303, 307, 308, 400, 401, 403, 404, 405, 410].includes(status)
  async function ask(variant: string, route: AppRoute, whose: string, cookie: string | undefined) {
    const { path = route.path, ...options } = variants[variant]?.(route.path, route) ?? {}
    const sent = { method: route.method, cookie, ...options }
    const reply = await sendRequest(url, path, sent)
    const isPublic = whose !== 'a viewer' && PUBLIC.has(`${route.method} ${route.path}`)
    if (DATA.test(reply.text) || !(isPublic || variant === 'for its options' || isRefusal(reply)))
      leaks.push([
        `${whose}, ${variant}: ${sent.method} ${path}`,
        reply.status,
        DATA.exec(reply.text)?.[0],
      ])
  }

  for (const variant of Object.keys(variants)) {
    // Plainly with each session, every variant with one of them.
    const isPlain = variant === 'plainly'
    // Hundreds at once would wait for the sessions' store, which answers 503 on a busy machine.
    for (const route of isPlain ? routes : routes.filter(isKind))
      await Promise.all([
        ...Object.entries(isPlain ? gone : { disabled: gone.disabled }).map(([whose, cookie]) =>
          ask(variant, route, whose, cookie),
        ),
        ...(route.isRestricted ? [ask(variant, route, 'a viewer', viewer)] : []),
      ])
  }
  expect(leaks).toEqual([])
  expect(service.requests).toEqual([])
  expect((await sendRequest(url, '/api/me', { cookie: viewer })).status).toBe(200)
  expect(process.ended()).toBeNull()
})
