import { expect, test } from 'vitest'
import { ArchiveReplaced } from '@/lib/map-tiles/archive-error'
import type { TileAddress } from '@/lib/map-tiles/tile-address'
import { createMapRoutes } from './map'

const bytes = Buffer.from('1f8b0800', 'hex')

function routesOver(tile: (address: TileAddress) => Promise<ArrayBuffer | null>) {
  const lines: string[] = []
  const archive = {
    version: 'v1',
    contentType: 'application/vnd.mapbox-vector-tile',
    contentEncoding: 'gzip' as const,
    tile,
  }
  const routes = createMapRoutes(async () => archive, { onFault: (_, message) => lines.push(message) })
  const ask = (version: string, z: string, x: string, y: string) =>
    routes.mapTile(new Request('http://localhost/map'), { params: Promise.resolve({ version, z, x, y }) })
  return { ask, lines }
}

test('a tile goes out as it is stored, for ever under its version', async () => {
  const { ask } = routesOver(async () =>
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  )
  const response = await ask('v1', '14', '8188', '5447')
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
})

test('a place without a tile is empty, another version an unknown address', async () => {
  const asked: TileAddress[] = []
  const { ask } = routesOver(async (address) => {
    asked.push(address)
    return null
  })
  expect((await ask('v1', '3', '7', '7')).status).toBe(204)
  expect((await ask('v0', '3', '7', '7')).status).toBe(404)
  expect(asked).toEqual([{ z: 3, x: 7, y: 7 }])
})

test.each([
  ['3', '8', '0'],
  ['3', '-1', '0'],
  ['3', '1.5', '0'],
  ['03', '0', '0'],
  ['23', '0', '0'],
  ['99999999999', '0', '0'],
  ['1e1', '0', '0'],
  ['٣', '0', '0'],
  ['', '', ''],
])('%s/%s/%s is refused before the file is read', async (z, x, y) => {
  const { ask } = routesOver(async () => {
    throw new Error('read')
  })
  expect((await ask('v1', z, x, y)).status).toBe(400)
})

test('a replaced file is an unknown address from then on, and logged once', async () => {
  let reads = 0
  const { ask, lines } = routesOver(async () => {
    reads += 1
    throw new ArchiveReplaced('city.pmtiles was overwritten')
  })
  for (const _ of [1, 2, 3]) expect((await ask('v1', '0', '0', '0')).status).toBe(404)
  expect([reads, lines]).toEqual([1, ['city.pmtiles was overwritten']])
})

test('without a map file every address is unknown', async () => {
  const { mapTile } = createMapRoutes(async () => null)
  const params = Promise.resolve({ version: 'v1', z: '0', x: '0', y: '0' })
  expect((await mapTile(new Request('http://localhost/map'), { params })).status).toBe(404)
})
