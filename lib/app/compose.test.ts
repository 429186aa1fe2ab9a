import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyStoreTemplate, makeStoreTemplate } from '@/lib/testing/store-template'
import { type App, compose } from './compose'
import { realWorld } from './context'
import { ConfigError } from './settings/config-error'
import { readSettings } from './settings/read-settings'

const SERVICE = {
  SERVICE_BASE_URL: 'https://service.example',
  SERVICE_API_KEY: 'first-key',
  KERBSIDE_AUTH: 'off',
}
const NAMED = { vehicle: { id: 'v-7', our_ref: 'Bay 4', driver_name: 'Ada' } }

let folder = ''
beforeAll(makeStoreTemplate)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-app-'))
  copyStoreTemplate(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const asked: string[] = []
const settingsOf = (env: Record<string, string>) =>
  readSettings({ KERBSIDE_DATA: folder, ...env }, process.cwd())

const answers = async (request: Request) => {
  asked.push(new URL(request.url).pathname)
  return Response.json(NAMED)
}
const composed = (env: Record<string, string>, send = answers): App =>
  compose(settingsOf(env), { ...realWorld(), send })

test('call signs survive a restart, and are read again after a change of key', async () => {
  const first = composed(SERVICE)
  await (await first.upstream()).shared.getVehicle('v-7')
  expect(asked).toEqual(['/api/beta/vehicles/v-7'])
  expect((await first.directory()).entryOf('v-7')?.our_ref).toBe('Bay 4')
  await first.stop()
  const restarted = composed(SERVICE)
  const known = await restarted.directory()
  // Its storage has been read when it can stop.
  await restarted.stop()
  expect(known.entryOf('v-7')?.our_ref).toBe('Bay 4')
  const rekeyed = composed({ ...SERVICE, SERVICE_API_KEY: 'second-key' })
  const withNewKey = await rekeyed.directory()
  await rekeyed.stop()
  expect(withNewKey.entryOf('v-7')).toBeNull()
})

test('a part is opened once by many, and a failed opening is tried again', async () => {
  const app = composed(SERVICE)
  const other = composed(SERVICE)
  const [one, two] = await Promise.all([app.store(), app.store()])
  expect(one).toBe(two)
  await expect(other.store()).rejects.toThrow(`${folder} is in use by another Kerbside`)
  await app.stop()
  expect(await one.reachable()).toBe(false)
  expect(await (await other.store()).reachable()).toBe(true)
  expect(await other.redis()).toBeNull()
  await other.stop()
})

test('while the service is down webhooks are taken, and are bookings at once', async () => {
  const app = composed(SERVICE, () => Promise.reject(new TypeError('fetch failed')))
  await expect((await app.upstream()).shared.getVehicle('v-7')).rejects.toThrow(
    'GET /vehicles/{vehicle_id}',
  )
  const { tokens, receive, inbox } = await app.webhooks()
  const { id = '' } = (await tokens.create('The service', null)) ?? {}
  const booking = { id: 'b-1', status: 'done', when: 'now', vehicle_id: 'v-1' }
  const body = Buffer.from(JSON.stringify({ event: 'booking_status_changed', booking }))
  await receive({ tokenId: id, contentType: null, headers: [], body })
  expect((await inbox.page(1, null)).bookings).toMatchObject([
    { id: 'b-1', status: 'done', vehicleId: 'v-1' },
  ])
  await app.stop()
})

test('demo data opens no database, and signs nobody in', async () => {
  const app = composed({})
  expect(await app.auth()).toBeNull()
  await app.webhooks()
  expect(await app.store.current()).toBeNull()
  expect(await app.signInFailure()).toBeNull()
  await app.stop()
})

test('a fleet file that is not GBFS is refused at the start, with its path and what is read', async () => {
  const path = join(folder, 'fleet.geojson')
  await writeFile(path, '{"type":"FeatureCollection","features":[]}')
  await expect(composed({ REFERENCE_FLEET: path }).checkFiles()).rejects.toThrow(
    new ConfigError(
      `REFERENCE_FLEET: ${path}: expected GBFS (data.bikes or data.vehicles), found an object with "type", "features"; GeoJSON is no longer read. Only GBFS is read: name a free_bike_status or vehicle_status file, or unset REFERENCE_FLEET for a generated one`,
    ),
  )
})

test('a folder that cannot be written is in the log at the start, with PostgreSQL too', async () => {
  const file = join(folder, 'no folder')
  await writeFile(file, '')
  const logged: string[] = []
  const settings = settingsOf({
    ...SERVICE,
    DATABASE_URL: 'postgresql://kerbside@127.0.0.1:1/kerbside',
    KERBSIDE_DATA: file,
  })
  const logTo = { write: (line: string) => void logged.push(line) }
  await compose(settings, { ...realWorld(), logTo }).checkFiles()
  expect(logged.join()).toContain('KERBSIDE_DATA cannot be written (EEXIST)')
})
