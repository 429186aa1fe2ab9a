import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runBeforeStop } from '@/lib/app/parts/stop'
import { closeProcessStore } from '@/lib/app/parts/store'
import { freePort } from '@/lib/testing/services/free-port'
import { copyStoreTemplate, makeStoreTemplate } from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'
import { answerWebhook } from './before-next/answer-webhook'

vi.mock('server-only', () => ({}))

let folder: string
let server: Server
// Loaded late: modules read the settings when they are loaded.
let routes: typeof import('@/lib/app/parts/routes')['routes']
let processWebhooks: typeof import('@/lib/app/parts/webhooks')['processWebhooks']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-down-'))
  await makeStoreTemplate()
  copyStoreTemplate(folder)
  const environment = {
    ...{ DATABASE_URL: '', REDIS_URL: '', KERBSIDE_AUTH: 'off', KERBSIDE_DATA: folder },
    // Nothing listens there.
    ...{ SERVICE_BASE_URL: `http://127.0.0.1:${await freePort()}`, SERVICE_API_KEY: 'key' },
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  ;({ routes } = await import('@/lib/app/parts/routes'))
  ;({ processWebhooks } = await import('@/lib/app/parts/webhooks'))
  server = createServer(async (request, response) => {
    if (!(await answerWebhook(request, response, processWebhooks))) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}, SLOW_MS)
afterAll(async () => {
  server.close()
  await runBeforeStop()
  await closeProcessStore()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string) => new Request(`http://127.0.0.1${path}`, { headers: { host: '127.0.0.1' } })

test(
  'while the service is down webhooks are taken, and their bookings shown',
  async () => {
    const vehicle = await routes.vehicle(get('/api/vehicles/v-1'), {
      params: Promise.resolve({ vehicleId: 'v-1' }),
    })
    expect([vehicle.status, (await vehicle.json()).type]).toEqual([
      502,
      expect.stringContaining('upstream-unreachable'),
    ])
    const webhooks = await processWebhooks()
    const { secret = '' } = (await webhooks.tokens.create('The service', null)) ?? {}
    const { port } = server.address() as AddressInfo
    const booking = { id: 'b-1', status: 'done', when: 'now', vehicle_id: 'v-1' }
    const delivered = await fetch(`http://127.0.0.1:${port}/hooks/${secret}`, {
      method: 'POST',
      body: JSON.stringify({ event: 'booking_status_changed', booking }),
    })
    expect(delivered.status).toBe(200)
    const shown = await routes.arrivedBookings(get('/api/bookings/arrived'))
    expect((await shown.json()).data.bookings).toMatchObject([
      { id: 'b-1', status: 'done', vehicleId: 'v-1' },
    ])
  },
  SLOW_MS,
)
