import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listen } from '@/lib/testing/servers'
import { copyStoreTemplate, makeStoreTemplate } from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'
import { processDirectory } from './directory'
import { runBeforeStop } from './stop'
import { closeProcessStore } from './store'
import { upstream } from './upstream'

vi.mock('server-only', () => ({}))

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-directory-'))
  await makeStoreTemplate()
  copyStoreTemplate(folder)
}, SLOW_MS)
afterAll(async () => {
  await closeProcessStore()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function stop(): Promise<void> {
  await runBeforeStop()
  await closeProcessStore()
  for (const name of Object.keys(globalThis).filter((key) => key.startsWith('kerbside'))) {
    delete (globalThis as Record<string, unknown>)[name]
  }
}

test('without sign-in too, call signs survive a restart and are read again after a change of key', {
  timeout: SLOW_MS,
}, async () => {
  await using service = await listen((_request, response) =>
    response.end(JSON.stringify({ vehicle: { id: 'v-7', our_ref: 'Bay 4', driver_name: 'Ada' } })),
  )
  vi.stubEnv('SERVICE_BASE_URL', service.url)
  vi.stubEnv('SERVICE_API_KEY', 'first-key')
  vi.stubEnv('KERBSIDE_AUTH', 'off')
  vi.stubEnv('KERBSIDE_DATA', folder)
  await (await upstream()).shared.getVehicle('v-7')
  expect((await processDirectory()).entryOf('v-7')?.our_ref).toBe('Bay 4')
  await stop()
  const restarted = await processDirectory()
  // Its storage has been read when it can stop.
  await runBeforeStop()
  expect(restarted.entryOf('v-7')?.our_ref).toBe('Bay 4')
  expect(service.seen).toHaveLength(1)
  await stop()
  vi.stubEnv('SERVICE_API_KEY', 'second-key')
  const withNewKey = await processDirectory()
  await runBeforeStop()
  expect(withNewKey.entryOf('v-7')).toBeNull()
  await stop()
})
