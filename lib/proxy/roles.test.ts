import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestAuth,
  openTestStore,
  request,
  STORE_MS,
  signedIn,
  type TestAuth,
} from '@/lib/auth/test-auth'
import { createDemoFleet } from '@/lib/reference/demo-fleet'
import { createReferenceService } from '@/lib/reference/service'
import type { Role } from '@/lib/schema/operators'
import { fixedKey } from '@/lib/upstream/keys'
import { createSeen } from '@/lib/upstream/seen'
import { createServiceClient } from '@/lib/upstream/service'
import { shareAnswers } from '@/lib/upstream/shared-answers'
import { createTransport } from '@/lib/upstream/transport'
import { createRoutes } from './routes'
import { state } from './test-routes'

const PEOPLE = /driver|owner|customer|from_label/
const HOUR_MS = 3_600_000

let opened: Awaited<ReturnType<typeof openTestStore>>
let kerbside: TestAuth
let ourRef: string
let vehicleId: string
const cookies = {} as Record<Role, string>

const send = createReferenceService({
  fleet: createDemoFleet({ centre: { lat: 51.5, lng: -0.1 }, vehicles: 20 }),
  keys: [{ key: 'k' }],
})
const seen = createSeen(Date.now)
const transport = createTransport({
  baseUrl: 'http://reference.localhost',
  key: fixedKey('k'),
  // An unknown field may be about people as well, wherever it stands.
  send: async (asked) => {
    const response = await send(asked)
    const text = (await response.text())
      .replace('"driver_name"', '"drivers_nickname":"Canary","driver_name"')
      .replaceAll('"position":{', '"position":{"drivers_phone":"Canary",')
      .replace('"webhooks":{', '"webhooks":{"of":{"driver":"Canary"},')
      .replace(/"vehicle_extra_info":"[^"]*"/, '"vehicle_extra_info":{"driver":"Canary"}')
      .replace('"functions":[', '"functions":[{"driver":"Canary"},')
    return new Response(text, response)
  },
})
const shared = shareAnswers(createServiceClient({ transport, seen }))

function routesFor(auth: TestAuth) {
  return createRoutes(async () => ({ shared, state: () => state, seen: seen.read }), {
    access: async () => auth.auth.access,
  })
}

type Ask = (more: Parameters<typeof request>[1]) => Promise<Response>

/** Every route that answers with data, asked for something that is there. */
function asks(auth: TestAuth): Record<string, Ask> {
  const routes = routesFor(auth)
  const context = { params: Promise.resolve({ vehicleId }) }
  return {
    vehicles: (more) => routes.vehicles(request('/api/vehicles?position=51.5,-0.1&radius=20000', more)),
    seen: (more) => routes.seen(request('/api/seen', more)),
    vehicle: (more) => routes.vehicle(request(`/api/vehicles/${vehicleId}`, more), context),
    vehicleStatus: (more) =>
      routes.vehicleStatus(request(`/api/vehicles/${vehicleId}/status`, more), context),
    vehicleByOurRef: (more) =>
      routes.vehicleByOurRef(request(`/api/vehicles/by-our-ref?our_ref=${ourRef}`, more)),
    exampleVehicle: (more) => routes.exampleVehicle(request('/api/vehicles/example', more)),
    exampleBooking: (more) => routes.exampleBooking(request('/api/bookings/example', more)),
    service: (more) => routes.service(request('/api/service', more)),
    nothing: (more) => routes.nothing(request('/api/nothing', more)),
    me: (more) => auth.routes.me(request('/api/me', more)),
    operators: (more) => auth.routes.operators(request('/api/operators', more)),
    audit: (more) => auth.routes.audit(request('/api/audit', more)),
    auditCsv: (more) => auth.routes.auditCsv(request('/api/audit/csv', more)),
  }
}

/** Every change that asks for a session, of something that is not there. */
function changes({ routes }: TestAuth): Record<string, Ask> {
  const context = { params: Promise.resolve({ id: 'nothing' }) }
  const post = (path: string, more: Parameters<typeof request>[1], body: unknown = {}) =>
    request(path, { method: 'POST', body, ...more })
  const remove = (path: string, more: Parameters<typeof request>[1]) =>
    request(path, { method: 'DELETE', body: {}, ...more })
  return {
    invite: (more) => routes.invite(post('/api/operators', more)),
    changeOperator: (more) =>
      routes.changeOperator(
        request('/api/operators/nothing', { method: 'PATCH', body: {}, ...more }),
        context,
      ),
    endSessions: (more) => routes.endSessions(remove('/api/operators/nothing/sessions', more), context),
    takeBack: (more) => routes.takeBack(remove('/api/invitations/nothing', more), context),
    noteExport: (more) => routes.noteExport(post('/api/audit/export', more)),
    password: (more) => routes.password(post('/api/auth/password', more)),
    twoFactorBegin: (more) => routes.twoFactorBegin(post('/api/auth/two-factor', more)),
    twoFactorConfirm: (more) => routes.twoFactorConfirm(post('/api/auth/two-factor/confirm', more)),
    twoFactorEnd: (more) => routes.twoFactorEnd(remove('/api/auth/two-factor', more)),
    signOutEverywhere: (more) => routes.signOutEverywhere(remove('/api/me/sessions', more)),
  }
}

const guarded = (auth: TestAuth) => ({ ...asks(auth), ...changes(auth) })

/** For those without a session; the stream has its own tests. */
const OPEN = [
  ...['ways', 'signIn', 'signInCode', 'signInOidc', 'oidcBack', 'signOut', 'link', 'accept'],
  ...['health', 'ready', 'liveRoute'],
]

beforeAll(async () => {
  opened = await openTestStore()
  kerbside = createTestAuth(opened.store)
  for (const role of ['administrator', 'dispatcher', 'viewer'] as const)
    cookies[role] = await signedIn(kerbside, role)
  const { cookie } = { cookie: cookies.dispatcher }
  const listed = await (await asks(kerbside).vehicles?.({ cookie }))?.json()
  vehicleId = listed.data.vehicles[0].id
  const routes = routesFor(kerbside)
  const asked = request(`/api/vehicles/${vehicleId}`, { cookie })
  const found = await (await routes.vehicle(asked, { params: Promise.resolve({ vehicleId }) })).json()
  ourRef = found.data.record.our_ref
}, STORE_MS)
afterAll(() => opened.remove())

async function statusesOf(all: Record<string, Ask>, more: Parameters<typeof request>[1]) {
  const entries = Object.entries(all).map(async ([name, ask]) => {
    const response = await ask(more)
    const text = await response.text()
    return [name, response.status, /"data"|"operators"|"entries"|operator_email/.test(text)] as const
  })
  return Promise.all(entries)
}

test('whatever app exports is asked here', () => {
  const app = join(import.meta.dirname, '../../app')
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('route.ts'),
  )
  const exported = files.flatMap((file) => {
    const text = readFileSync(join(app, file), 'utf8')
    return [...text.matchAll(/^export const \w+ = (?:\w+\.)?(\w+)$/gm)].map(([, name]) => name)
  })
  expect(exported.sort()).toEqual([...OPEN, ...Object.keys(guarded(kerbside))].sort())
})

test('without a session, with a forged or a foreign one, no route answers', async () => {
  const [name, value = ''] = cookies.administrator.split('=', 2)
  const forged = `${name}=${value.slice(0, 20)}x${value.slice(21)}`
  for (const cookie of [undefined, forged, 'theme=dark', `${name}=`, `${name}=a.b`, `${name}-x=${value}`]) {
    for (const [route, status, hasData] of await statusesOf(guarded(kerbside), { cookie })) {
      expect([cookie, route, status, hasData]).toEqual([cookie, route, 401, false])
    }
  }
})

test('with a session that has ended, no route answers', async () => {
  const later = createTestAuth(opened.store)
  const expired = await signedIn(later, 'administrator', 'expired@kerbside.example')
  const revoked = await signedIn(later, 'administrator', 'revoked@kerbside.example')
  const disabled = await signedIn(later, 'administrator', 'disabled@kerbside.example')
  const list = await later.auth.operators.list()
  const idOf = (email: string) => list.find((operator) => operator.email === email)?.id ?? ''
  await later.auth.operators.endSessions(idOf('revoked@kerbside.example'))
  await later.auth.operators.change(idOf('disabled@kerbside.example'), { disabled: true })
  for (const cookie of [revoked, disabled]) {
    for (const [route, status, hasData] of await statusesOf(guarded(later), { cookie })) {
      expect([route, status, hasData]).toEqual([route, 401, false])
    }
  }
  later.pass(HOUR_MS)
  for (const [route, status, hasData] of await statusesOf(guarded(later), { cookie: expired })) {
    expect([route, status, hasData]).toEqual([route, 401, false])
  }
})

test('to a page of another site no route answers, whoever is signed in', async () => {
  const foreign = [
    { origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as const
  for (const headers of foreign) {
    const more = { cookie: cookies.administrator, headers }
    for (const [route, status, hasData] of await statusesOf(guarded(kerbside), more)) {
      expect([route, status, hasData]).toEqual([route, 403, false])
    }
  }
})

test('each role is answered what it may see', async () => {
  const statuses = async (role: Role) =>
    Object.fromEntries(
      (await statusesOf(asks(kerbside), { cookie: cookies[role] })).map(([name, status]) => [name, status]),
    )
  const all = {
    vehicles: 200,
    vehicle: 200,
    vehicleStatus: 200,
    vehicleByOurRef: 200,
    exampleVehicle: 200,
    exampleBooking: 200,
    service: 200,
    seen: 200,
    nothing: 404,
    me: 200,
    operators: 200,
    audit: 200,
    auditCsv: 200,
  }
  const notAdministrator = { operators: 403, audit: 403, auditCsv: 403 }
  expect(await statuses('administrator')).toEqual(all)
  expect(await statuses('dispatcher')).toEqual({ ...all, ...notAdministrator })
  expect(await statuses('viewer')).toEqual({ ...all, ...notAdministrator, exampleBooking: 403 })
  const { invite, changeOperator, endSessions, takeBack } = changes(kerbside)
  for (const role of ['viewer', 'dispatcher'] as const) {
    for (const change of [invite, changeOperator, endSessions, takeBack])
      expect((await change?.({ cookie: cookies[role] }))?.status).toBe(403)
  }
})

test('a viewer gets no field about people, also right after a dispatcher got the same record whole', async () => {
  const all = asks(kerbside)
  for (const name of ['vehicle', 'vehicleByOurRef', 'exampleVehicle']) {
    const whole = await (await all[name]?.({ cookie: cookies.dispatcher }))?.json()
    expect(whole.data.raw.drivers_nickname).toBe('Canary')
    expect(typeof whole.data.record.driver_name).toBe('string')
    const trimmed = await (await all[name]?.({ cookie: cookies.viewer }))?.json()
    expect(trimmed.data.withheld).toContain('owner_phone_number')
    const { withheld: _, record, ...rest } = trimmed.data
    expect(JSON.stringify(rest)).not.toMatch(PEOPLE)
    for (const [field, value] of Object.entries(record))
      if (PEOPLE.test(field)) expect([field, value]).toEqual([field, null])
    expect(record.licence_plate).toBe(whole.data.record.licence_plate)
  }
})

test('a viewer gets nothing that the interface does not name, however deep it stands', async () => {
  const all = asks(kerbside)
  const texts = async (role: Role) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(all).map(async ([name, ask]) => {
          const text = await (await ask({ cookie: cookies[role] })).text()
          return [name, text.split('Canary').length - 1] as const
        }),
      ),
    )
  const ofDispatcher = await texts('dispatcher')
  expect([ofDispatcher.vehicle, ofDispatcher.vehicleStatus]).toEqual([4, 1])
  for (const [name, times] of Object.entries(await texts('viewer'))) expect([name, times]).toEqual([name, 0])
})

test('what is opened and looked up is written down: who, what, from where, and no value', async () => {
  const all = asks(kerbside)
  const from = (await kerbside.written()).at(-1)?.id ?? 0
  await all.vehicle?.({ cookie: cookies.dispatcher, address: '192.0.2.9' })
  await all.vehicle?.({ cookie: cookies.viewer })
  await all.vehicleByOurRef?.({ cookie: cookies.viewer, address: '192.0.2.10' })
  await all.exampleBooking?.({ cookie: cookies.viewer, address: '192.0.2.11' })
  await routesFor(kerbside).vehicleByOurRef(
    request('/api/vehicles/by-our-ref?our_ref=gone', { cookie: cookies.dispatcher }),
  )
  const entries = (await kerbside.written()).filter(({ id }) => id > from)
  expect(
    entries.map(({ operatorEmail, action, subject, outcome }) => [operatorEmail, action, subject, outcome]),
  ).toEqual([
    ['dispatcher@kerbside.example', 'open-record', `vehicle ${vehicleId}`, 'ok'],
    ['viewer@kerbside.example', 'look-up', ourRef, 'ok'],
    ['viewer@kerbside.example', 'open-record', 'booking example', 'role-required'],
    ['dispatcher@kerbside.example', 'look-up', 'gone', 'not-found'],
  ])
  expect(entries.map(({ address }) => address)).toEqual([
    '192.0.2.9',
    '192.0.2.10',
    '192.0.2.11',
    '192.0.2.7',
  ])
})

test('what cannot be written down is not shown', async () => {
  const last = createTestAuth(opened.store)
  const cookie = cookies.dispatcher
  const all = asks(last)
  expect((await all.service?.({ cookie }))?.status).toBe(200)
  await opened.store.close()
  // The map goes on; a driver's name waits for the database.
  const answers = await Promise.all([all.vehicles?.({ cookie }), all.vehicle?.({ cookie })])
  expect(answers.map((response) => response?.status)).toEqual([200, 503])
})
