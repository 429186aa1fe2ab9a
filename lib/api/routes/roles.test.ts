import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Role } from '@/lib/api/contract/operators'
import { SESSION_CHECK_MS } from '@/lib/auth/sessions/access'
import { createTestAuth, idOf, request, signedIn, type TestAuth, withTestAuth } from '@/lib/testing/auth'
import { type Ask, asks, changes, type KnownVehicle, routesFor } from '@/lib/testing/route-requests'
import { SLOW_MS } from '@/lib/testing/stores'
import { createMapRoutes } from './map'
import { createServiceRoutes } from './service'

const PEOPLE = /driver|owner|customer|from_label/
const HOUR_MS = 3_600_000

const kerbside = withTestAuth('administrator', 'dispatcher', 'viewer')
const { cookies } = kerbside
let known: KnownVehicle = { id: '', ourRef: '' }

const guarded = (auth: TestAuth) => ({ ...asks(auth, known), ...changes(auth) })

/** Routes without a session; the stream has its own tests. */
const OPEN = [
  ...['signInOptions', 'signIn', 'signInCode', 'signInOidc', 'oidcCallback', 'signOut'],
  ...['invitation', 'acceptInvitation', 'resetLink', 'resetPassword'],
  ...['health', 'ready', 'liveRoute'],
]

beforeAll(async () => {
  const cookie = cookies.dispatcher
  const listed = await (await asks(kerbside, known).vehicles?.({ cookie }))?.json()
  const vehicleId = listed.data.vehicles[0].id
  const routes = routesFor(kerbside)
  const asked = request(`/api/vehicles/${vehicleId}`, { cookie })
  const found = await (await routes.vehicle(asked, { params: Promise.resolve({ vehicleId }) })).json()
  known = { id: vehicleId, ourRef: found.data.record.our_ref }
}, SLOW_MS)

async function statusesOf(all: Record<string, Ask>, more: Parameters<typeof request>[1]) {
  const entries = Object.entries(all).map(async ([name, ask]) => {
    const response = await ask(more)
    const text = await response.text()
    return [name, response.status, /"data"|"operators"|"entries"|operatorEmail/.test(text)] as const
  })
  return Promise.all(entries)
}

test('every route of app, and those answered before Next, are covered here', () => {
  const app = join(import.meta.dirname, '../../../app')
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('route.ts'),
  )
  const exported = files.flatMap((file) => {
    const text = readFileSync(join(app, file), 'utf8')
    return [...text.matchAll(/^export const \w+ = (?:\w+\.)?(\w+)$/gm)].map(([, name]) => name)
  })
  const beforeNext = Object.keys(createMapRoutes(async () => null))
  expect([...exported, ...beforeNext].sort()).toEqual([...OPEN, ...Object.keys(guarded(kerbside))].sort())
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
  const later = createTestAuth(kerbside.store)
  const expired = await signedIn(later, 'administrator', 'expired@kerbside.example')
  const revoked = await signedIn(later, 'administrator', 'revoked@kerbside.example')
  const disabled = await signedIn(later, 'administrator', 'disabled@kerbside.example')
  await later.auth.operators.endSessions(await idOf(later, 'revoked@kerbside.example'))
  await later.auth.operators.change(await idOf(later, 'disabled@kerbside.example'), { disabled: true })
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

test('tiles look a session up once, and end soon after it', async () => {
  const later = createTestAuth(kerbside.store)
  const cookie = await signedIn(later, 'viewer', 'tiles@kerbside.example')
  const { mapTile } = asks(later, known)
  expect((await mapTile?.({ cookie }))?.status).toBe(200)
  await later.auth.operators.endSessions(await idOf(later, 'tiles@kerbside.example'))
  later.pass(SESSION_CHECK_MS - 5_000)
  expect((await mapTile?.({ cookie }))?.status).toBe(200)
  expect((await later.routes.me(request('/api/me', { cookie }))).status).toBe(401)
  // That look-up is known to all.
  expect((await mapTile?.({ cookie }))?.status).toBe(401)
  const other = await signedIn(later, 'viewer', 'tiles@kerbside.example')
  expect((await mapTile?.({ cookie: other }))?.status).toBe(200)
  await later.auth.operators.endSessions(await idOf(later, 'tiles@kerbside.example'))
  later.pass(SESSION_CHECK_MS)
  expect((await mapTile?.({ cookie: other }))?.status).toBe(401)
})

test('no route answers a page of another site, whatever the session', async () => {
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

test('why recording has stopped is known to those who may open recordings', async () => {
  const failure = { sinceMs: 7, reason: 'disk-full', failing: 1, areas: 2 } as const
  const routes = createServiceRoutes(async () => ({ state: () => ({ recordingHours: 2 }) }) as never, {
    access: async () => kerbside.auth.access,
    recordingFailure: async () => failure,
  })
  const seen = async (role: Role) =>
    (await (await routes.service(request('/api/service', { cookie: cookies[role] }))).json()).data
  expect(await seen('dispatcher')).toEqual({ recordingHours: 2, recordingFailure: failure })
  expect(await seen('administrator')).toEqual({ recordingHours: 2, recordingFailure: failure })
  expect(await seen('viewer')).toEqual({ recordingHours: 2, recordingFailure: null })
})

test('how deliveries look and what was searched is observed for dispatchers, not for viewers', async () => {
  await asks(kerbside, known).vehicles?.({ cookie: cookies.viewer })
  const observed = async (role: Role) => {
    const response = await asks(kerbside, known).observations?.({ cookie: cookies[role] })
    const data = (await response?.json())?.data
    return [data.gaps.payloads.answers.length, data.searches.length]
  }
  expect([await observed('dispatcher'), await observed('viewer')]).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('each role gets the routes it may use', async () => {
  const statuses = async (role: Role) =>
    Object.fromEntries(
      (await statusesOf(asks(kerbside, known), { cookie: cookies[role] })).map(([name, status]) => [
        name,
        status,
      ]),
    )
  const all = {
    vehicles: 200,
    vehicle: 200,
    vehicleStatus: 200,
    vehicleByOurRef: 200,
    exampleVehicle: 200,
    exampleBooking: 200,
    service: 200,
    observations: 200,
    mapTile: 200,
    watchList: 200,
    watchedChanges: 200,
    roadTimes: 200,
    roadPath: 200,
    roadStreets: 200,
    roadWaits: 200,
    recordedAreas: 200,
    recordingTimeline: 200,
    recordedFrames: 200,
    recordedTrail: 200,
    recordedExport: 200,
    find: 200,
    placesNear: 200,
    unknownRoute: 404,
    me: 200,
    operators: 200,
    audit: 200,
    auditCsv: 200,
    webhooks: 200,
    unrecognisedDeliveries: 200,
    arrivedBookings: 200,
    arrivedBooking: 200,
    vehicleBookings: 200,
  }
  const notAdministrator = { operators: 403, audit: 403, auditCsv: 403, webhooks: 403 }
  const arrived = {
    unrecognisedDeliveries: 403,
    arrivedBookings: 403,
    arrivedBooking: 403,
    vehicleBookings: 403,
    recordedAreas: 403,
    recordingTimeline: 403,
    recordedFrames: 403,
    recordedTrail: 403,
    recordedExport: 403,
  }
  expect(await statuses('administrator')).toEqual(all)
  expect(await statuses('dispatcher')).toEqual({ ...all, ...notAdministrator })
  expect(await statuses('viewer')).toEqual({ ...all, ...notAdministrator, ...arrived, exampleBooking: 403 })
  const { invite, changeOperator, endSessions, revokeInvitation, ...others } = changes(kerbside)
  const { resetOperator, turnTwoFactorOff, unlock, deleteOperator, addWebhook, revokeWebhook } = others
  const recoveries = [resetOperator, turnTwoFactorOff, unlock, deleteOperator, addWebhook, revokeWebhook]
  for (const role of ['viewer', 'dispatcher'] as const) {
    for (const change of [invite, changeOperator, endSessions, revokeInvitation, ...recoveries])
      expect((await change?.({ cookie: cookies[role] }))?.status).toBe(403)
  }
})

test('a viewer gets no personal field, even right after a dispatcher got the same record', async () => {
  const all = asks(kerbside, known)
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
    // Such an address takes deliveries of anyone.
    expect(JSON.stringify(whole.data)).toMatch(/https:\/\/hooks\./)
    expect(JSON.stringify(trimmed.data)).not.toMatch(/https:\/\/hooks\./)
  }
})

test('a viewer gets no field that the interface does not name, at any depth', async () => {
  const all = asks(kerbside, known)
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

test('records and look-ups are audited with operator, subject and address, without values', async () => {
  const all = asks(kerbside, known)
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
    ['dispatcher@kerbside.example', 'open-record', `vehicle ${known.id}`, 'ok'],
    ['viewer@kerbside.example', 'look-up', known.ourRef, 'ok'],
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

test('records that cannot be audited are not shown', async () => {
  const last = createTestAuth(kerbside.store)
  const cookie = cookies.dispatcher
  const all = asks(last, known)
  expect((await all.service?.({ cookie }))?.status).toBe(200)
  await kerbside.store.close()
  // The map works; personal data waits for the database.
  const answers = await Promise.all([all.vehicles?.({ cookie }), all.vehicle?.({ cookie })])
  expect(answers.map((response) => response?.status)).toEqual([200, 503])
})
