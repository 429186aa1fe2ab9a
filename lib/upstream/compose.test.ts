import { expect, it } from 'vitest'
import { readSettings } from '@/lib/app/settings/read-settings'
import { DEFAULT_CENTRE } from '@/lib/app/settings/variables'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { createReferenceService } from '@/lib/reference/service'
import { failureOf, listen } from '@/lib/testing/servers'
import { createKeySource, fixedKey } from '@/lib/upstream/http/key-source'
import { createNetworkSend } from '@/lib/upstream/http/network'
import { type CityMap, composeUpstream, type Parts, type Service } from './compose'

const recorder: Parts['recorder'] = {
  onResponse: () => undefined,
  onRequest: () => undefined,
  onRefusal: () => undefined,
  onAnswer: () => undefined,
  read: () => ({}) as ReturnType<typeof recorder.read>,
}

function referenceService(fleet: Fleet): Service {
  const send = createReferenceService({ fleet, keys: [{ key: 'reference-key' }] })
  return {
    send,
    baseUrl: 'http://reference.localhost',
    key: fixedKey('reference-key'),
    centre: fleet.centre,
  }
}

async function compose(env: Record<string, string>, map: CityMap | null = null) {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const settings = readSettings(env, '/project')
  const { service, REFERENCE_VEHICLES: vehicles, REFERENCE_CENTRE: centre } = settings
  const upstream = composeUpstream(settings, {
    service: service
      ? {
          send: createNetworkSend(),
          baseUrl: service.baseUrl,
          key: createKeySource(service.apiKey, null, log),
          centre: DEFAULT_CENTRE,
        }
      : referenceService(createDemoFleet({ vehicles, centre: centre ?? DEFAULT_CENTRE })),
    recorder,
    log,
    map,
  })
  return { ...upstream, lines }
}

it('shows the reference service when no other is configured', async () => {
  const { client, state } = await compose({
    REFERENCE_VEHICLES: '50',
    REFERENCE_CENTRE: '52.52,13.405',
  })
  expect(state().upstream).toEqual({
    kind: 'reference',
    baseUrl: null,
    lastSuccessAt: null,
    failure: null,
  })
  const { position } = state().map.home
  expect(position).toEqual({ lat: 52.52, lng: 13.405 })
  const page = await client.searchVehicles({
    position,
    radius: 20_000,
    limit: 10,
    type: null,
    cursor: null,
  })
  expect(page.data.vehicles).toHaveLength(10)
  const upstream = { lastSuccessAt: expect.any(String), failure: null }
  expect(state()).toMatchObject({ readsCallSigns: true, recordingHours: 2, upstream })
})

it('asks the configured service, and tells how it is without telling the key', async () => {
  const keys: unknown[] = []
  await using server = await listen((request, response) => {
    keys.push([request.headers.authorization, request.headers.accept])
    response.writeHead(500).end()
  })
  const { client, state, lines } = await compose({
    SERVICE_BASE_URL: `${server.url}/fleet/`,
    SERVICE_API_KEY: 'canary-4711',
    MAP_POSITION: '1,2',
  })
  await failureOf(client.getVehicle('v-7'))
  // A 500 may be transient, so that it is retried once.
  expect(server.seen).toEqual(Array(2).fill('/fleet/api/beta/vehicles/v-7'))
  expect(keys).toEqual(Array(2).fill(['Bearer canary-4711', 'application/json']))
  expect(state()).toMatchObject({
    upstream: {
      kind: 'configured',
      baseUrl: `${server.url}/fleet`,
      lastSuccessAt: null,
      failure: 'upstream-error',
    },
    map: {
      home: { name: null, position: { lat: 1, lng: 2 }, radius: 1000 },
      isHomeSet: true,
      tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      archive: null,
      hasAddresses: false,
    },
  })
  expect(lines).toEqual(['upstream: GET /vehicles/{vehicle_id}: answered 500'])
  expect(JSON.stringify([state(), lines])).not.toContain('canary-4711')
})

it('credits the city map by its own line, unless MAP_TILE_ATTRIBUTION says otherwise', async () => {
  const bounds = { west: 4, south: 52, east: 6, north: 53 }
  const map: CityMap = {
    version: '7f',
    attribution: 'by the city',
    kind: 'vector',
    minZoom: 0,
    maxZoom: 14,
    hasPoints: false,
    bounds,
  }
  const shown = {
    tileUrl: '/map/7f/{z}/{x}/{y}',
    tileAttribution: 'by the city',
    archive: { bounds },
  }
  expect((await compose({}, map)).state().map).toMatchObject(shown)
  const other = await compose({ MAP_TILE_ATTRIBUTION: 'by us' }, map)
  expect(other.state().map.tileAttribution).toBe('by us')
})

it('waits longer for a live area than for a record, each as long as its setting says', async () => {
  await using server = await listen((_request, response) => {
    setTimeout(() => response.end(JSON.stringify({ vehicles: [{ id: 'v-7' }] })), 1_300)
  })
  const { client, shared } = await compose({
    SERVICE_BASE_URL: server.url,
    SERVICE_API_KEY: 'key',
    SERVICE_TIMEOUT_SECONDS: '1',
    LIVE_TIMEOUT_SECONDS: '30',
  })
  const search = {
    position: { lat: 51.5, lng: -0.1 },
    radius: 1000,
    limit: 10,
    type: null,
    cursor: null,
  }
  const [late, page] = await Promise.all([
    failureOf(shared.getVehicle('v-7')),
    client.searchVehicles(search),
  ])
  expect(late.message).toBe('GET /vehicles/{vehicle_id}: timeout after 1000 ms')
  expect(page.data.vehicles.map(({ id }) => id)).toEqual(['v-7'])
})

it('says once in the log that nothing is around the default start, unless MAP_POSITION is set', async () => {
  await using server = await listen((_request, response) => response.end('{"vehicles": []}'))
  const env = { SERVICE_BASE_URL: server.url, SERVICE_API_KEY: 'key' }
  const ask = async ({ client, state }: Awaited<ReturnType<typeof compose>>) => {
    const { position: start } = state().map.home
    for (const position of [{ lat: 1, lng: 1 }, start, start])
      await client.searchVehicles({ position, radius: 1000, limit: 10, type: null, cursor: null })
  }
  const first = await compose(env)
  await ask(first)
  expect(first.lines).toEqual([
    'no vehicles around 51.509865,-0.118092, where the map starts: set MAP_POSITION to where your vehicles are',
  ])
  expect(first.state().map.isHomeSet).toBe(false)
  const set = await compose({ ...env, MAP_POSITION: '48.85,2.35' })
  await ask(set)
  expect(set.lines).toEqual([])
  expect(set.state().map.isHomeSet).toBe(true)
})
