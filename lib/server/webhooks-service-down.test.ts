import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setApp } from '@/lib/app/app'
import { type App, compose } from '@/lib/app/compose'
import { answer } from '@/lib/app/parts/routes'
import { readSettings } from '@/lib/app/settings/read-settings'
import { freePort } from '@/lib/testing/services/server-process'
import { copyStoreTemplate, makeStoreTemplate } from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'
import { answerWebhook } from './before-next/answer-webhook'

vi.setConfig({ testTimeout: SLOW_MS })

let folder: string
let server: Server
let app: App

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-down-'))
  await makeStoreTemplate()
  copyStoreTemplate(folder)
  const environment = {
    ...{ KERBSIDE_AUTH: 'off', KERBSIDE_DATA: folder },
    // Nothing listens there.
    ...{ SERVICE_BASE_URL: `http://127.0.0.1:${await freePort()}`, SERVICE_API_KEY: 'key' },
  }
  app = setApp(compose(readSettings(environment, process.cwd())))
  server = createServer(async (request, response) => {
    if (!(await answerWebhook(request, response, app.webhooks))) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}, SLOW_MS)
afterAll(async () => {
  server.close()
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string) => new Request(`http://127.0.0.1${path}`, { headers: { host: '127.0.0.1' } })

test('while the service is down webhooks are taken, and their bookings shown', async () => {
  const vehicle = await answer(get('/api/vehicles/v-1'))
  expect([vehicle.status, (await vehicle.json()).type]).toEqual([
    502,
    expect.stringContaining('upstream-unreachable'),
  ])
  const webhooks = await app.webhooks()
  const { secret = '' } = (await webhooks.tokens.create('The service', null)) ?? {}
  const { port } = server.address() as AddressInfo
  const booking = { id: 'b-1', status: 'done', when: 'now', vehicle_id: 'v-1' }
  const delivered = await fetch(`http://127.0.0.1:${port}/hooks/${secret}`, {
    method: 'POST',
    body: JSON.stringify({ event: 'booking_status_changed', booking }),
  })
  expect(delivered.status).toBe(200)
  const shown = await answer(get('/api/bookings/arrived'))
  expect((await shown.json()).data.bookings).toMatchObject([{ id: 'b-1', status: 'done', vehicleId: 'v-1' }])
})
