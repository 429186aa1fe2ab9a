import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { processLacking } from './auth'
import { processSettings } from './settings'
import { upstream } from './upstream'

vi.mock('server-only', () => ({}))

test('settings are read once: a key file that is missing for a moment changes nothing, a new key is taken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-key-'))
  const file = join(folder, 'key')
  await writeFile(file, 'first')
  vi.stubEnv('SERVICE_BASE_URL', 'https://service.example')
  vi.stubEnv('SERVICE_API_KEY_FILE', file)
  vi.stubEnv('KERBSIDE_AUTH', 'off')
  const settings = processSettings()
  await upstream()
  await rm(file)
  expect(processSettings()).toBe(settings)
  expect(await processLacking()).toBeNull()
  await writeFile(file, 'second')
  const service = settings.upstream
  expect(service.kind === 'configured' && service.rereadApiKey?.().reveal()).toBe('second')
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})
