import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyStoreTemplate, makeStoreTemplate } from '@/lib/testing/store-template'
import { SLOW_MS } from '@/lib/testing/stores'
import { openStatusTimes } from './status-times'
import { runBeforeStop } from './stop'
import { closeProcessStore } from './store'

vi.mock('server-only', () => ({}))

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-status-'))
  await makeStoreTemplate()
  copyStoreTemplate(folder)
  vi.stubEnv('REDIS_URL', '')
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('KERBSIDE_DATA', folder)
  vi.stubEnv('SERVICE_BASE_URL', 'https://service.example')
  vi.stubEnv('SERVICE_API_KEY', 'key')
}, SLOW_MS)
afterAll(async () => {
  await closeProcessStore()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test(
  'times in status survive a restart, whatever an id holds',
  async () => {
    const ids = [' v 1 ', '🚕', '%00', '\0node', '__proto__', 'x'.repeat(128)]
    const atMs = Date.now() - 60_000
    const see = (times: ReturnType<typeof openStatusTimes>, ms: number, status: string | null) =>
      ids.map((id) => times.observe({ id, status, mtime: null }, atMs + ms))
    const before = openStatusTimes()
    see(before, 0, 'available')
    see(before, 5000, null)
    see(before, 55_000, null)
    await runBeforeStop()
    await closeProcessStore()

    const after = openStatusTimes()
    await vi.waitFor(() => expect(after.size).toBe(ids.length), { timeout: 10_000 })
    expect(see(after, 60_000, null)).toEqual(ids.map(() => ({ atMs: atMs + 5000, isBeginning: true })))
    expect(see(after, 65_000, 'available')).toEqual(
      ids.map(() => ({ atMs: atMs + 65_000, isBeginning: true })),
    )
    await runBeforeStop()
  },
  SLOW_MS,
)
