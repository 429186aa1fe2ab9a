import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ArchiveReplaced, openMapArchive } from '@/lib/city/tiles/archive'
import type { TileAddress } from '@/lib/city/tiles/checks'
import { apiOver } from '@/lib/testing/api'
import { writeTestMap } from '@/lib/testing/maps/test-map'

const bytes = Buffer.from('1f8b0800', 'hex')

const tileRequest = (...parts: string[]) =>
  new Request(`http://localhost/map/${parts.map(encodeURIComponent).join('/')}`)

function routesOver(tile: (address: TileAddress) => Promise<ArrayBuffer | null>) {
  const lines: string[] = []
  const archive = {
    version: 'v1',
    contentType: 'application/vnd.mapbox-vector-tile',
    contentEncoding: 'gzip' as const,
    tile,
  }
  const api = apiOver({
    mapArchive: async () => archive,
    onFault: (_, message) => lines.push(message),
  })
  const ask = (version: string, z: string, x: string, y: string) =>
    api(tileRequest(version, z, x, y))
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
])('%s/%s/%s is refused before the file is read', async (z, x, y) => {
  const { ask } = routesOver(async () => {
    throw new Error('read')
  })
  expect((await ask('v1', z, x, y)).status).toBe(400)
})

test('2,000 hostile addresses of a real file are answered without a fault of ours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-map-'))
  const archive = await openMapArchive(writeTestMap(join(folder, 'city.pmtiles')))
  const api = apiOver({ mapArchive: async () => archive })
  const part = fc.oneof(
    fc.integer({ min: -2, max: 24 }).map(String),
    fc.integer({ min: 8170, max: 8200 }).map(String),
    fc.maxSafeInteger().map(String),
    fc.string(),
    fc.constantFrom('../14', '%2e%2e', '14.0', '0x0e', '1e1', '１４', '9'.repeat(300)),
  )
  const seen = new Set<number>()
  const version = fc.oneof(fc.constant(archive.version), fc.string())
  await fc.assert(
    fc.asyncProperty(version, part, part, part, async (given, z, x, y) => {
      seen.add((await api(tileRequest(given, z, x, y))).status)
    }),
    { numRuns: 2_000 },
  )
  expect([...seen].filter((status) => ![200, 204, 400, 404].includes(status))).toEqual([])
  archive.close()
  rmSync(folder, { recursive: true })
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
  const api = apiOver({ mapArchive: async () => null })
  expect((await api(tileRequest('v1', '0', '0', '0'))).status).toBe(404)
})
