import { beforeAll, expect, test } from 'vitest'
import type { Role } from '@/lib/api/contract/operators'
import type { AnyRoute } from '@/lib/api/http/route'
import { type RouteName, table } from '@/lib/api/table'
import { createTopics } from '@/lib/api/topics'
import { systemClock } from '@/lib/app/clock'
import { hasRole, SESSION_CHECK_MS } from '@/lib/auth/access'
import { disabledPaths } from '@/lib/auth/permissions'
import {
  createTestAuth,
  dataOf,
  type RequestOptions,
  request,
  type TestAuth,
  withTestAuth,
} from '@/lib/testing/auth'
import { everyRoute, exampleOf, knownValues, routeOf } from '@/lib/testing/route-requests'

const PEOPLE = /driver|owner|customer|from_label/
const HOUR_MS = 3_600_000

/** Who may use each route; null: everyone, without a session. */
const LEAST_ROLE: Readonly<Record<RouteName, Role | null>> = {
  'GET /api/vehicles': 'viewer',
  'GET /api/vehicles/by-our-ref': 'viewer',
  'POST /api/vehicles/by-our-ref': 'viewer',
  'GET /api/vehicles/example': 'viewer',
  'GET /api/vehicles/{vehicleId}': 'viewer',
  'GET /api/vehicles/{vehicleId}/status': 'viewer',
  'GET /api/bookings/example': 'dispatcher',
  'GET /api/service': 'viewer',
  'GET /api/observations': 'viewer',
  'GET /api/health': null,
  'GET /api/ready': null,
  'GET /api/live': 'viewer',
  'GET /api/watch-list': 'viewer',
  'GET /api/watch-list/{vehicleId}': 'viewer',
  'PUT /api/watch-list/{vehicleId}': 'viewer',
  'DELETE /api/watch-list/{vehicleId}': 'viewer',
  'GET /api/status-readings': 'viewer',
  'PUT /api/status-readings': 'administrator',
  'PUT /api/desk/home': 'dispatcher',
  'GET /api/desk/areas': 'viewer',
  'PUT /api/desk/areas': 'viewer',
  'DELETE /api/desk/areas': 'viewer',
  'GET /api/zones': 'viewer',
  'PUT /api/zones': 'dispatcher',
  'GET /api/zones/board': 'viewer',
  'GET /api/alerts': 'viewer',
  'POST /api/alerts/{id}/take': 'dispatcher',
  'POST /api/alerts/{id}/snooze': 'dispatcher',
  'GET /api/alerts/rules': 'viewer',
  'PUT /api/alerts/rules': 'dispatcher',
  'PUT /api/alerts/silenced': 'viewer',
  'POST /api/find': 'viewer',
  'POST /api/find/drivers': 'dispatcher',
  'POST /api/places/near': 'viewer',
  'GET /api/places/landmarks': 'viewer',
  'POST /api/roads/times': 'viewer',
  'POST /api/roads/path': 'viewer',
  'GET /api/roads/streets': 'viewer',
  'POST /api/roads/wait': 'viewer',
  'GET /map/{version}/{z}/{x}/{y}': 'viewer',
  'GET /api/recording': 'dispatcher',
  'GET /api/recording/areas': 'dispatcher',
  'GET /api/recording/frames': 'dispatcher',
  'GET /api/recording/vehicle': 'dispatcher',
  'GET /api/recording/export': 'dispatcher',
  'GET /api/webhooks/unrecognised': 'dispatcher',
  'GET /api/bookings/arrived': 'dispatcher',
  'GET /api/bookings/arrived/{key}': 'dispatcher',
  'GET /api/vehicles/{vehicleId}/bookings': 'dispatcher',
  'GET /api/webhooks': 'administrator',
  'POST /api/webhooks': 'administrator',
  'DELETE /api/webhooks/{id}': 'administrator',
  'GET /api/auth': null,
  'POST /api/auth/sign-in/email': null,
  'POST /api/auth/sign-in/social': null,
  'POST /api/auth/two-factor/verify-totp': null,
  'POST /api/auth/two-factor/verify-backup-code': null,
  'GET /api/auth/callback/oidc': null,
  'GET /api/auth/passkey/generate-authenticate-options': null,
  'POST /api/auth/passkey/verify-authentication': null,
  'POST /api/auth/sign-out': null,
  'POST /api/auth/revoke-sessions': 'viewer',
  'POST /api/auth/change-password': 'viewer',
  'POST /api/auth/two-factor/enable': 'viewer',
  'POST /api/auth/two-factor/disable': 'viewer',
  'GET /api/auth/passkey/generate-register-options': 'viewer',
  'POST /api/auth/passkey/verify-registration': 'viewer',
  'GET /api/auth/passkey/list-user-passkeys': 'viewer',
  'POST /api/auth/passkey/delete-passkey': 'viewer',
  'POST /api/auth/api-key/create': 'viewer',
  'GET /api/auth/api-key/list': 'viewer',
  'POST /api/auth/api-key/delete': 'viewer',
  'POST /api/auth/admin/set-role': 'administrator',
  'POST /api/auth/admin/ban-user': 'administrator',
  'POST /api/auth/admin/unban-user': 'administrator',
  'POST /api/auth/admin/revoke-user-sessions': 'administrator',
  'POST /api/auth/admin/remove-user': 'administrator',
  'POST /api/auth/link': null,
  'POST /api/auth/accept': null,
  'POST /api/auth/reset': null,
  'POST /api/auth/reset/link': null,
  'GET /api/me': 'viewer',
  'GET /api/operators': 'administrator',
  'POST /api/operators': 'administrator',
  'POST /api/operators/{id}/reset': 'administrator',
  'DELETE /api/operators/{id}/two-factor': 'administrator',
  'DELETE /api/operators/{id}/lock': 'administrator',
  'DELETE /api/invitations/{id}': 'administrator',
  'GET /api/tokens': 'administrator',
  'DELETE /api/tokens/{id}': 'administrator',
  'GET /api/audit': 'administrator',
  'GET /api/audit/csv': 'administrator',
  'POST /api/audit/export': 'viewer',
}

const kerbside = withTestAuth('administrator', 'dispatcher', 'viewer')
const { cookies } = kerbside
let known: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  known = await knownValues(kerbside, cookies.dispatcher)
})

const ask = (name: RouteName, more: RequestOptions, at: TestAuth = kerbside) =>
  everyRoute(at)(exampleOf(routeOf(name), known, more))

function spelled(spellings: readonly unknown[], more: RequestOptions, at: TestAuth = kerbside) {
  return everyRoute(at)(request('/api/vehicles/by-our-ref', { body: { spellings }, ...more }))
}

const guarded: readonly AnyRoute[] = table.filter(({ rules }) => rules.role !== null)

/** No route that needs a session answers with anything but this status, nor an unknown address. */
async function expectRefused(status: number, more: RequestOptions, at: TestAuth = kerbside) {
  const api = everyRoute(at)
  const requests = guarded.map((route) => [route.name, exampleOf(route, known, more)] as const)
  for (const [name, asked] of [...requests, ['unknown', request('/api/nothing', more)] as const]) {
    const response = await api(asked)
    const hasData = /"data"|"operators"|"entries"|operatorEmail/.test(await response.text())
    expect([more, name, response.status, hasData]).toEqual([more, name, status, false])
  }
}

/**
 * Of a request with the role: its example, or else one with an empty body, or
 * of data that do not exist.
 */
function statusOf({ name, rules: { example, body } }: AnyRoute): number {
  if (name.startsWith('GET') || example) return 200
  return body ? 400 : 404
}

/** They end the session that the other routes are asked with. */
const ENDS_SESSION: readonly string[] = ['POST /api/auth/revoke-sessions']

test.each(['viewer', 'dispatcher', 'administrator'] as const)(
  'a %s gets the routes of the role',
  async (role) => {
    for (const route of table as readonly AnyRoute[]) {
      const least = LEAST_ROLE[route.name as RouteName]
      if (least === null || ENDS_SESSION.includes(route.name)) continue
      const { status } = await ask(route.name, { cookie: cookies[role] })
      expect([route.name, status]).toEqual([
        route.name,
        hasRole(role, least) ? statusOf(route) : 403,
      ])
    }
  },
)

test('the routes without a session are those that this test names', async () => {
  const open = table.filter(({ rules }) => rules.role === null).map(({ name }) => name)
  const named = Object.entries(LEAST_ROLE).flatMap(([name, least]) => (least === null ? name : []))
  expect(open.toSorted()).toEqual(named.toSorted())
})

test('every address of better-auth’s router is in the table, or off', async () => {
  const listed = new Set<string>(table.map(({ name }) => name))
  const left: string[] = []
  for (const { path, options } of Object.values(kerbside.auth.betterAuth.api)) {
    if (!path || disabledPaths.includes(path)) continue
    const names = [options.method].flat().map((method) => `${method} /api/auth${path}`)
    if (!names.some((name) => listed.has(name.replace(':id', 'oidc')))) left.push(path)
  }
  expect(left).toEqual([])
  for (const path of disabledPaths) {
    const response = await kerbside.api(
      request(`/api/auth${path}`, { cookie: cookies.administrator, body: {} }),
    )
    expect([path, response.status]).toEqual([path, 404])
    const direct = await kerbside.auth.betterAuth.handler(request(`/api/auth${path}`, { body: {} }))
    expect([path, direct.status]).toEqual([path, 404])
  }
})

test('without a session, with a forged or a foreign one, no route answers', async () => {
  const [name, value = ''] = cookies.administrator.split('=', 2)
  const otherLetter = value[20] === 'x' ? 'y' : 'x'
  const forged = `${name}=${value.slice(0, 20)}${otherLetter}${value.slice(21)}`
  for (const cookie of [
    undefined,
    forged,
    'theme=dark',
    `${name}=`,
    `${name}=a.b`,
    `${name}-x=${value}`,
  ])
    await expectRefused(401, cookie === undefined ? {} : { cookie })
})

test('with a session that has ended, no route answers', async () => {
  const later = createTestAuth(kerbside.store)
  const expired = await later.signedIn('administrator', 'expired@kerbside.example')
  const revoked = await later.signedIn('administrator', 'revoked@kerbside.example')
  const disabled = await later.signedIn('administrator', 'disabled@kerbside.example')
  await later.auth.operators.endSessions(await later.idOf('revoked@kerbside.example'))
  await later.administer('ban-user', 'disabled@kerbside.example')
  for (const cookie of [revoked, disabled]) await expectRefused(401, { cookie }, later)
  later.pass(HOUR_MS)
  await expectRefused(401, { cookie: expired }, later)
})

test('tiles remember a session that ends on another node for a moment, and on their own not at all', async () => {
  const later = createTestAuth(kerbside.store)
  const otherNode = createTestAuth(kerbside.store)
  const cookie = await later.signedIn('viewer', 'tiles@kerbside.example')
  const tile = () => ask('GET /map/{version}/{z}/{x}/{y}', { cookie }, later)
  expect((await tile()).status).toBe(200)
  await otherNode.auth.operators.endSessions(await later.idOf('tiles@kerbside.example'))
  later.pass(SESSION_CHECK_MS - 5_000)
  expect((await tile()).status).toBe(200)
  later.pass(5_000)
  expect((await tile()).status).toBe(401)
})

test('a live stream keeps no session from ending, and a page that asks for data does', async () => {
  for (const [name, then] of [
    ['GET /api/live', 401],
    ['GET /api/service', 200],
  ] as const) {
    const later = createTestAuth(kerbside.store)
    const cookie = await later.signedIn('viewer', 'streams@kerbside.example')
    const statusOfRoute = async () => (await ask(name, { cookie }, later)).status
    later.pass(HOUR_MS - 60_000)
    expect([name, await statusOfRoute()]).toEqual([name, 200])
    later.pass(61_000)
    expect([name, await statusOfRoute()]).toEqual([name, then])
  }
})

test('topics have the roles of the routes of their data', () => {
  const log = () => undefined
  const topics = createTopics({ parts: () => ({}) as never, clock: systemClock, log })
  const roleOf = (name: RouteName) => table.find((route) => route.name === name)?.rules.role
  expect(topics.arrived.role).toBe(roleOf('GET /api/bookings/arrived'))
  expect(topics.service.role).toBe(roleOf('GET /api/service'))
})

test('a session that ends on this node opens no further tile', async () => {
  const later = createTestAuth(kerbside.store)
  const cookie = await later.signedIn('viewer', 'tiles@kerbside.example')
  const tile = () => ask('GET /map/{version}/{z}/{x}/{y}', { cookie }, later)
  expect((await tile()).status).toBe(200)
  await later.auth.operators.endSessions(await later.idOf('tiles@kerbside.example'))
  expect((await tile()).status).toBe(401)
})

test('no route answers a page of another site, whatever the session', async () => {
  const sites = ['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site }))
  for (const headers of [{ origin: 'https://elsewhere.example' }, ...sites])
    await expectRefused(403, { cookie: cookies.administrator, headers })
})

test('why recording has stopped is known to those who may open recordings', async () => {
  const failure = { sinceMs: 7, reason: 'disk-full', failing: 1, areas: 2 } as const
  const api = everyRoute(kerbside, {
    upstream: async () => ({ state: () => ({ upstream: {} }) }) as never,
    recordingFailure: async () => failure,
  })
  for (const role of ['viewer', 'dispatcher', 'administrator'] as const) {
    const seen = await dataOf(await api(request('/api/service', { cookie: cookies[role] })))
    expect(seen.recordingFailure).toEqual(role === 'viewer' ? null : failure)
  }
})

test('how deliveries look and what was searched is observed for dispatchers, not for viewers', async () => {
  await ask('GET /api/vehicles', { cookie: cookies.viewer })
  const observed = async (role: Role) => {
    const { gaps, searches } = await dataOf(
      await ask('GET /api/observations', { cookie: cookies[role] }),
    )
    return [gaps.payloads.answers.length, searches.length]
  }
  expect(await observed('dispatcher')).toEqual([1, 1])
  expect(await observed('viewer')).toEqual([0, 0])
})

test('a viewer gets no personal field, even right after a dispatcher got the same record', async () => {
  for (const name of [
    'GET /api/vehicles/{vehicleId}',
    'GET /api/vehicles/by-our-ref',
    'GET /api/vehicles/example',
  ] as const) {
    const whole = await dataOf(await ask(name, { cookie: cookies.dispatcher }))
    expect([whole.raw.drivers_nickname, typeof whole.record.driver_name]).toEqual([
      'Canary',
      'string',
    ])
    const trimmed = await dataOf(await ask(name, { cookie: cookies.viewer }))
    const { withheld, record, ...rest } = trimmed
    expect(withheld).toContain('owner_phone_number')
    expect(JSON.stringify(rest)).not.toMatch(PEOPLE)
    for (const [field, value] of Object.entries(record))
      if (PEOPLE.test(field)) expect([field, value]).toEqual([field, null])
    expect(record.licence_plate).toBe(whole.record.licence_plate)
    // Such an address takes deliveries of anyone.
    expect(JSON.stringify(whole)).toMatch(/https:\/\/hooks\./)
    expect(JSON.stringify(trimmed)).not.toMatch(/https:\/\/hooks\./)
  }
  for (const cookie of [cookies.dispatcher, cookies.viewer]) {
    const one = await dataOf(await ask('GET /api/vehicles/by-our-ref', { cookie }))
    expect(await dataOf(await spelled([known.our_ref, 'no'], { cookie }))).toEqual([one, null])
  }
})

test('a viewer gets no field that the interface does not name, at any depth', async () => {
  const canaries = async (name: RouteName, role: Role) =>
    (await (await ask(name, { cookie: cookies[role] })).text()).split('Canary').length - 1
  expect(await canaries('GET /api/vehicles/{vehicleId}', 'dispatcher')).toBe(4)
  expect(await canaries('GET /api/vehicles/{vehicleId}/status', 'dispatcher')).toBe(1)
  const read = table.filter(({ name }) => name.startsWith('GET'))
  for (const { name } of read) expect([name, await canaries(name, 'viewer')]).toEqual([name, 0])
})

test('records and look-ups are audited with operator, subject and address, without values', async () => {
  const from = (await kerbside.written()).at(-1)?.id ?? 0
  await ask('GET /api/vehicles/{vehicleId}', { cookie: cookies.dispatcher, address: '192.0.2.9' })
  await ask('GET /api/vehicles/{vehicleId}', { cookie: cookies.viewer })
  await ask('GET /api/vehicles/by-our-ref', { cookie: cookies.viewer, address: '192.0.2.10' })
  await ask('GET /api/bookings/example', { cookie: cookies.viewer, address: '192.0.2.11' })
  await everyRoute(kerbside)(
    request('/api/vehicles/by-our-ref?our_ref=gone', { cookie: cookies.dispatcher }),
  )
  await spelled(['lost', known.our_ref], { cookie: cookies.administrator, address: '192.0.2.12' })
  const entries = (await kerbside.written()).filter(({ id }) => id > from)
  expect(
    entries.map((one) => [one.operatorEmail, one.address, one.action, one.subject, one.outcome]),
  ).toEqual([
    ['dispatcher@kerbside.example', '192.0.2.9', 'open-record', `vehicle ${known.vehicleId}`, 'ok'],
    ['viewer@kerbside.example', '192.0.2.10', 'look-up', known.our_ref, 'ok'],
    ['viewer@kerbside.example', '192.0.2.11', 'open-record', 'booking example', 'role-required'],
    ['dispatcher@kerbside.example', '192.0.2.7', 'look-up', 'gone', 'not-found'],
    ['administrator@kerbside.example', '192.0.2.12', 'look-up', 'lost', 'not-found'],
    ['administrator@kerbside.example', '192.0.2.12', 'look-up', known.our_ref, 'ok'],
  ])
})

test('each search for a driver is audited, without what was typed or found', async () => {
  const from = (await kerbside.written()).at(-1)?.id ?? 0
  const search = (role: Role) => ask('POST /api/find/drivers', { cookie: cookies[role] })
  const found = await dataOf(await search('dispatcher'))
  expect(found.vehicles).toMatchObject([{ id: 'v-7', name: 'Ada' }])
  await search('dispatcher')
  expect(JSON.stringify(await (await search('viewer')).json())).not.toContain('Ada')
  const entries = (await kerbside.written()).filter(({ id }) => id > from)
  expect(entries.map((one) => [one.action, one.subject, one.outcome])).toEqual([
    ['find-driver', null, 'ok'],
    ['find-driver', null, 'ok'],
    ['find-driver', null, 'role-required'],
  ])
  expect(JSON.stringify(entries)).not.toContain('Ada')
})

test('records that cannot be audited are not shown', async () => {
  const last = createTestAuth(kerbside.store)
  const cookie = cookies.dispatcher
  expect((await ask('GET /api/service', { cookie }, last)).status).toBe(200)
  await kerbside.store.close()
  // The map works; personal data waits for the database.
  const answers = await Promise.all([
    ask('GET /api/vehicles', { cookie }, last),
    ask('GET /api/vehicles/{vehicleId}', { cookie }, last),
    spelled(['lost', known.our_ref], { cookie }, last),
    ask('POST /api/find/drivers', { cookie }, last),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 503, 503])
})
