import {
  copyFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '@/lib/app/settings/config-error'
import { archiveBytes, PROTOMAPS_METADATA, type TestTile } from '@/lib/testing/maps/archive-bytes'
import { encodeTile } from '@/lib/testing/maps/vector-tile'
import { openMapArchive } from './archive'

const folder = mkdtempSync(join(tmpdir(), 'kerbside-map-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(bytes: Uint8Array, name = 'test.pmtiles'): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

async function refusal(path: string): Promise<string> {
  const error = await openMapArchive(path).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ConfigError)
  return (error as ConfigError).message
}

const tile = encodeTile({ earth: [], roads: [] })
const tiles: TestTile[] = [
  { z: 0, x: 0, y: 0, bytes: tile },
  ...[0, 1, 2, 3].map((n) => ({
    z: 1,
    x: n % 2,
    y: n >> 1,
    bytes: encodeTile({ [`layer${n}`]: [] }),
  })),
]
const good = archiveBytes({ tiles })
/** The archive, with a change from a place on. */
const changed = (place: number, write: (copy: Buffer) => void) => () => {
  const copy = Buffer.from(good)
  write(copy.subarray(place))
  return copy
}

test('an archive says whether it has points of interest', async () => {
  const hasPoints = async (...layers: string[]) => {
    const vector_layers = ['earth', 'roads', ...layers].map((id) => ({ id }))
    const path = fileOf(archiveBytes({ tiles, metadata: { vector_layers } }), 'points.pmtiles')
    const archive = await openMapArchive(path)
    archive.close()
    return archive.hasPoints
  }
  expect([await hasPoints('pois'), await hasPoints('places')]).toEqual([true, false])
})

test('an archive is served as it is stored: gzipped, null where it has no tile', async () => {
  const archive = await openMapArchive(fileOf(good))
  expect(archive).toMatchObject({
    kind: 'vector',
    minZoom: 0,
    maxZoom: 1,
    attribution: '© OpenStreetMap contributors',
    bounds: { west: -180, south: -85, east: 180, north: 85 },
    contentType: 'application/vnd.mapbox-vector-tile',
    contentEncoding: 'gzip',
  })
  for (const { z, x, y, bytes } of tiles) {
    const stored = await archive.tile({ z, x, y })
    expect([...gunzipSync(new Uint8Array(stored ?? new ArrayBuffer(0)))]).toEqual([...bytes])
  }
  expect(await archive.tile({ z: 2, x: 0, y: 0 })).toBeNull()
  archive.close()
})

test('tiles are found through leaf directories', async () => {
  const archive = await openMapArchive(fileOf(archiveBytes({ tiles, leafEntries: 2 })))
  const stored = await archive.tile({ z: 1, x: 1, y: 1 })
  expect(gunzipSync(new Uint8Array(stored ?? new ArrayBuffer(0))).toString('latin1')).toContain(
    'layer3',
  )
  archive.close()
})

test('pictures are served without an encoding', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const bytes = archiveBytes({
    tiles: [{ z: 0, x: 0, y: 0, bytes: png }],
    tileType: 2,
    metadata: {},
  })
  const archive = await openMapArchive(fileOf(bytes))
  expect(archive).toMatchObject({ kind: 'raster', contentType: 'image/png', contentEncoding: null })
  expect(Buffer.from((await archive.tile({ z: 0, x: 0, y: 0 })) ?? new ArrayBuffer(0))).toEqual(png)
  archive.close()
})

const openMapTiles = {
  vector_layers: ['water', 'transportation', 'building'].map((id) => ({ id })),
}
const protomaps3 = {
  vector_layers: [{ id: 'earth' }, { id: 'roads', fields: { 'pmap:kind': 'String' } }],
}
const bomb = { ...PROTOMAPS_METADATA, text: ' '.repeat(5_000_000) }
const withDirectory = (directory: Uint8Array) =>
  archiveBytes({ tiles, editDirectory: () => directory })

test.each<[string, () => Uint8Array, RegExp]>([
  ['nothing', () => Buffer.alloc(0), /is empty/],
  ['a few bytes', () => good.subarray(0, 100), /has only 100 bytes/],
  ['another magic number', changed(0, (bytes) => bytes.write('PMTILES')), /is no PMTiles archive/],
  ['version 2', changed(7, (bytes) => bytes.writeUInt8(2)), /of PMTiles version 2/],
  [
    'a cut end',
    () => good.subarray(0, good.length - 1),
    /is truncated: its tiles end at \d+, it has \d+/,
  ],
  ['a cut directory', () => good.subarray(0, 140), /is truncated: its root directory/],
  [
    'an offset beyond 2^53',
    changed(56, (bytes) => bytes.writeBigUInt64LE(2n ** 63n)),
    /is truncated/,
  ],
  ['an overwritten directory', changed(140, (bytes) => bytes.fill(7, 0, 20)), /is damaged/],
  ['zooms that cross', changed(100, (bytes) => bytes.set([9, 3])), /zooms 9 to 3/],
  [
    'an area that is none',
    changed(102, (bytes) => bytes.writeInt32LE(1_900_000_000)),
    /no usable area/,
  ],
  ['tiles of another type', changed(99, (bytes) => bytes.writeUInt8(6)), /unknown type \(6\)/],
  ['another compression', changed(97, (bytes) => bytes.writeUInt8(3)), /another way than gzip/],
  [
    'another schema',
    () => archiveBytes({ tiles, metadata: openMapTiles }),
    /layers water, transport/,
  ],
  [
    'schema version 3',
    () => archiveBytes({ tiles, metadata: protomaps3 }),
    /Protomaps schema, version 4/,
  ],
  ['no description', () => archiveBytes({ tiles, metadata: {} }), /names no layers/],
  [
    'a bomb as directory',
    () => withDirectory(Buffer.alloc(3_000_000)),
    /directory that unpacks to/,
  ],
  [
    '2^31 entries',
    () => withDirectory(Buffer.from('ffffffff07', 'hex')),
    /claims 2147483647 tiles/,
  ],
  [
    'a description bomb',
    () => archiveBytes({ tiles, metadata: bomb }),
    /description that unpacks to more/,
  ],
])('%s is refused with path and reason', async (_, bytes, reason) => {
  const message = await refusal(fileOf(bytes()))
  expect(message).toMatch(reason)
  expect(message).toContain(`CITY_DIR: ${join(folder, 'test.pmtiles')} `)
  expect(message).not.toContain('\n')
})

test('a missing file, a link that leads nowhere and a folder are refused', async () => {
  const link = join(folder, 'link.pmtiles')
  symlinkSync(join(folder, 'none.pmtiles'), link)
  expect(await refusal(link)).toBe(`CITY_DIR: ${link} is a link to a file that does not exist`)
  expect(await refusal(join(folder, 'none.pmtiles'))).toContain('none.pmtiles does not exist')
  expect(await refusal(folder)).toContain('is not a file')
})

test('a file moved over the archive is not seen until the next start, which names another version', async () => {
  const path = fileOf(good)
  const archive = await openMapArchive(path)
  const before = await archive.tile({ z: 1, x: 0, y: 0 })
  renameSync(fileOf(archiveBytes({ tiles: tiles.slice(0, 2) }), 'new.pmtiles'), path)
  expect(await archive.tile({ z: 1, x: 0, y: 0 })).toEqual(before)
  expect(await archive.tile({ z: 1, x: 1, y: 1 })).not.toBeNull()
  const next = await openMapArchive(path)
  expect(next.version).not.toBe(archive.version)
  archive.close()
  next.close()
})

test('an archive that is overwritten while it is open is refused instead of mixed', async () => {
  const path = fileOf(good)
  const archive = await openMapArchive(path)
  writeFileSync(path, good)
  utimesSync(path, new Date(), new Date(statSync(path).mtimeMs + 1000))
  await expect(archive.tile({ z: 1, x: 0, y: 0 })).rejects.toThrow(
    'was overwritten; restart Kerbside',
  )
  archive.close()
})

test('the version follows from size, time and header, whatever the name', async () => {
  const path = fileOf(good)
  const { atime, mtime } = statSync(path)
  const copy = join(folder, 'copy.pmtiles')
  copyFileSync(path, copy)
  utimesSync(copy, atime, mtime)
  utimesSync(path, atime, mtime)
  const versionOf = async (file: string) => {
    const archive = await openMapArchive(file)
    archive.close()
    return archive.version
  }
  expect(await versionOf(copy)).toBe(await versionOf(path))
  utimesSync(copy, atime, new Date(mtime.getTime() + 5000))
  expect(await versionOf(copy)).not.toBe(await versionOf(path))
  expect(await versionOf(path)).toMatch(/^[0-9a-f]{16}$/)
})
