import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ConfigError } from '@/lib/app/settings/config-error'
import { processLacking } from './auth'
import { checkFleet } from './fleet'
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

test('a fleet file that is not GBFS is refused at the start, with its path and what is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-fleet-'))
  const path = join(folder, 'fleet.geojson')
  await writeFile(path, '{"type":"FeatureCollection","features":[]}')
  const upstream = { kind: 'reference', fleetFile: path, vehicles: 1, centre: null } as const
  await expect(checkFleet({ upstream })).rejects.toThrow(
    new ConfigError(
      `REFERENCE_FLEET: ${path}: expected GBFS (data.bikes or data.vehicles), found an object with "type", "features"; GeoJSON is no longer read. Only GBFS is read: name a free_bike_status or vehicle_status file, or unset REFERENCE_FLEET for a generated one`,
    ),
  )
  await rm(folder, { recursive: true })
})
