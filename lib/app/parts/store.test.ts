import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyStoreTemplate, makeStoreTemplate } from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'
import { closeProcessStore, processRedis, processStore } from './store'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-process-'))
  await makeStoreTemplate()
  copyStoreTemplate(folder)
  vi.stubEnv('REDIS_URL', '')
}, SLOW_MS)
afterAll(async () => {
  await closeProcessStore()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test(
  'a process has one store; opening is retried after a failure',
  async () => {
    vi.stubEnv('DATABASE_URL', 'mysql://db/name')
    await expect(processStore()).rejects.toThrow('DATABASE_URL must be')
    vi.stubEnv('DATABASE_URL', '')
    vi.stubEnv('KERBSIDE_DATA', folder)
    const [one, two] = await Promise.all([processStore(), processStore()])
    expect(one).toBe(two)
    expect(await one.reachable()).toBe(true)
    await closeProcessStore()
    expect(await one.reachable()).toBe(false)
  },
  SLOW_MS,
)

test('without REDIS_URL there is no Redis', async () => {
  expect(await processRedis()).toBeNull()
})
