import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, createTestAuth, request, setUpTwoFactor } from '@/lib/testing/auth'
import { createTestService, LONDON } from '@/lib/testing/reference-service'
import { copyStoreTemplate, makeStoreTemplate } from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'
import { type App, compose } from './compose'
import { realWorld } from './context'
import { readSettings } from './settings/read-settings'

const KEY = 'the-first-key'
const OTHER_KEY = 'the-second-key'
const SECRET = 'the first secret of the tests, long enough'
const OTHER_SECRET = 'the second secret of the tests, long enough'

const HOME = { name: 'Centre', position: LONDON, radius: 500 }
const ZONE = {
  id: null,
  name: 'West',
  colour: 'blue',
  fewestFree: null,
  mostFree: null,
  shape: { kind: 'circle', centre: LONDON, radius: 100 },
} as const
const EMAIL = 'two-factor@kerbside.example'
const BOOKING = { id: 'b-1', status: 'failed', error: 'No driver', when: 'now' }
const POLL = { timeout: 60_000, interval: 200 }

let folder = ''
/** Of the reference service: its vehicle and driver. */
let vehicle = ''
let driver = ''
beforeAll(async () => {
  await makeStoreTemplate()
  folder = await mkdtemp(join(tmpdir(), 'kerbside-keys-'))
  copyStoreTemplate(folder)
  const service = createTestService()
  const [found] = (await service.page(`position=${LONDON.lat},${LONDON.lng}`)).vehicles
  vehicle = found?.id ?? ''
  const record = await service.json(`/api/beta/vehicles/${vehicle}`)
  driver = String(record.vehicle?.driver_name)
}, SLOW_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

function start(keys: Record<string, string>): App {
  const service = createTestService({ keys: [{ key: keys.SERVICE_API_KEY ?? '' }] })
  const env = {
    SERVICE_BASE_URL: 'https://service.example',
    KERBSIDE_DATA: folder,
    RECORDING_HOURS: '24',
    ...keys,
  }
  const settings = readSettings(env, process.cwd())
  return compose(settings, { ...realWorld(), send: service.handle })
}

/** Sign-in over the store of an app, with this secret alone. */
async function signInWith(app: App, secret: string) {
  // Encrypts second factors of an earlier secret with the present one.
  await app.auth()
  return createTestAuth(await app.store(), {}, null, { current: secret, earlier: [] })
}

const dispatcher = { operatorId: null, name: 'Ana', seesBookings: true }

/** @returns the operator's backup codes */
async function writeAll(app: App): Promise<string[]> {
  const { desk, zones, watchList, webhooks, alerts } = app.parts
  await (await desk()).setHome(HOME, null)
  await (await zones()).replace(0, [ZONE], null)

  const auth = await signInWith(app, SECRET)
  const { code, confirm, backupCodes } = await setUpTwoFactor(auth, EMAIL)
  expect((await confirm(code())).status).toBe(200)

  await (await watchList()).add(null, vehicle, null)
  await (await app.upstream()).shared.getVehicle(vehicle)

  const { tokens, receive } = await webhooks()
  const { id: tokenId = '' } = (await tokens.create('The service', null)) ?? {}
  const body = Buffer.from(JSON.stringify({ booking: BOOKING }))
  await receive({ tokenId, contentType: null, headers: [], body })

  await app.recordAlways()
  await expect.poll(async () => (await readAll(app)).recorded, POLL).toHaveLength(1)
  await expect.poll(async () => (await readAll(app)).alerts, POLL).toHaveLength(1)
  await expect.poll(async () => (await readAll(app)).changes, POLL).not.toBeNull()
  const [alert] = (await (await alerts()).list(dispatcher)).alerts
  await (await alerts()).take(alert?.id ?? '', true, dispatcher)
  return backupCodes
}

/** What is stored, each kind in a form that stays the same over restarts. */
async function readAll(app: App) {
  const { desk, zones, watchList, webhooks, alerts, recordings, places } = app.parts
  const { areas } = await (await recordings()).areas()
  const { bookings, unreadable } = await (await webhooks()).inbox.page(10, null)
  const listed = await (await alerts()).list(dispatcher)
  const { vehicles } = await (await places()).findDrivers(driver)
  return {
    home: await (await desk()).home(),
    zones: (await (await zones()).list()).zones.map(({ name }) => name),
    watched: (await (await watchList()).list(null)).map(({ id }) => id),
    changes: await (await watchList()).changes(null, vehicle),
    recorded: areas.map(({ search, fromMs }) => ({ search, fromMs })),
    bookings: bookings.map(({ id, status }) => ({ id, status })),
    unreadable,
    alerts: listed.alerts.map(({ rule, taken }) => ({ rule, taken })),
    drivers: vehicles.map(({ id }) => id),
  }
}

/** Whether the operator gets in by password and a backup code. */
async function entersWith(app: App, secret: string, code: string): Promise<boolean> {
  const auth = await signInWith(app, secret)
  const cookie = cookieOf(await auth.enter(EMAIL))
  const path = '/api/auth/two-factor/verify-backup-code'
  const answer = await auth.api(request(path, { cookie, body: { code } }))
  return answer.ok
}

test(
  'everything is read after a change of the service’s key, and then of the secret',
  async () => {
    const first = start({ SERVICE_API_KEY: KEY, KERBSIDE_SECRET: SECRET })
    const [code = '', otherCode = ''] = await writeAll(first)
    const written = await readAll(first)
    expect(written).toMatchObject({
      watched: [vehicle],
      drivers: [vehicle],
      bookings: [{ id: 'b-1', status: 'failed' }],
      alerts: [{ rule: 'booking-failed', taken: { atMs: expect.any(Number) } }],
    })
    await first.stop()

    const otherKey = { SERVICE_API_KEY: OTHER_KEY, SERVICE_API_KEY_BEFORE: KEY }
    const rekeyed = start({ ...otherKey, KERBSIDE_SECRET: SECRET })
    expect(await readAll(rekeyed)).toEqual(written)
    expect(await entersWith(rekeyed, SECRET, code)).toBe(true)
    await rekeyed.stop()

    const otherSecret = { KERBSIDE_SECRET: OTHER_SECRET, KERBSIDE_SECRET_BEFORE: SECRET }
    const resealed = start({ ...otherKey, ...otherSecret })
    expect(await readAll(resealed)).toEqual(written)
    expect(await entersWith(resealed, OTHER_SECRET, otherCode)).toBe(true)
    await resealed.stop()
  },
  SLOW_MS,
)
