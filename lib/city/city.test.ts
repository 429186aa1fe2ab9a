import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, expect, test } from 'vitest'
import { village, writeCity } from '@/lib/testing/maps/cities'
import { readEntities } from './addresses/street-index'
import { type City, createCity } from './city'
import { checkCityFolder, packFile, readPackFile } from './pack'
import { readRoads } from './roads/road-list'

const folder = await mkdtemp(join(tmpdir(), 'kerbside-city-'))
let city: City
const lines: string[] = []

afterAll(() => rm(folder, { recursive: true }))
afterEach(() => city?.stop())

function start(path: string, now?: () => number) {
  lines.length = 0
  const files = { folder: path, source: 'city' } as const
  const log = (_level: string, message: string) => lines.push(message)
  city = createCity({ root: process.cwd(), files, log, ...(now && { now }) })
}

test('the demo city has addresses and roads in one thread', async () => {
  start(join(process.cwd(), 'lib/city/demo'))
  expect(await city.request('find', { text: 'Ejido', near: null })).toBeNull()
  expect(city.state).toBe('building')
  await city.open()
  const line = expect.stringMatching(
    /^\d+ names, 320603 house numbers and 27065 roads, ready after /,
  )
  expect(lines).toEqual([line])
  const found = await city.request('find', { text: '18 de julio 1234', near: null })
  expect(found?.[0]).toMatchObject({
    kind: 'address',
    name: 'Avenida 18 de Julio 1234',
    source: 'city',
  })
  const near = [
    { lat: -34.90587, lng: -56.18944 },
    { lat: -34.8797, lng: -56.0562 },
    { lat: -35.2, lng: -56.2 },
  ]
  expect(await city.request('near', near)).toEqual([
    { name: 'Av. 18 de Julio 1234', distanceMetres: 0 },
    expect.objectContaining({ distanceMetres: expect.any(Number) }),
    null,
  ])
  const from = Int32Array.of(-34_900_000, -56_180_000)
  const times = await city.request('times', { to: [-34_906_470, -56_199_440], from })
  expect(times?.seconds[0]).toBeGreaterThan(60)
})

test('a city that cannot be read fails with its reason; the pause doubles, then it is tried again', async () => {
  let nowMs = 0
  const path = await writeCity(join(folder, 'town'), village)
  await writeFile(join(path, 'addresses.json.gz'), 'no gzip')
  start(path, () => nowMs)
  const after = async (ms: number) => {
    nowMs += ms
    await city.open()
    return [city.state, lines.length]
  }
  expect(await after(0)).toEqual(['failed', 1])
  expect(city.fault).toBe(`CITY_DIR: ${path}/addresses.json.gz is no gzip file, or damaged`)
  expect(await city.request('find', { text: 'Ejido', near: null })).toBeNull()
  expect(await after(30_000)).toEqual(['failed', 2])
  expect(await after(59_999)).toEqual(['failed', 2])
  expect(await after(1)).toEqual(['failed', 3])
  const other = await writeCity(join(folder, 'other'), village)
  await rename(join(other, 'addresses.json.gz'), join(path, 'addresses.json.gz'))
  expect(await after(120_000)).toEqual(['ready', 4])
  expect((await city.request('find', { text: 'ejido 1275', near: null }))?.[0]?.name).toBe(
    'Ejido 1275',
  )
})

test('an own city without house numbers says how to get them', async () => {
  const path = await writeCity(join(folder, 'streets'), village)
  await rm(join(path, 'addresses.json.gz'))
  start(path)
  await city.open()
  expect(lines).toEqual([
    expect.stringMatching(/^CITY_DIR has no house numbers.*npm run city -- --osm/),
    expect.stringMatching(/^\d+ names, 0 house numbers/),
  ])
})

test('requests that waited behind one that ended the thread fail with one line in the log', async () => {
  start(await writeCity(join(folder, 'ended'), village))
  await city.open()
  lines.length = 0
  const asked = [1, 2, 3].map(() => city.request('find', { text: 'Ejido', near: null }))
  await city.stop()
  // A request that the end of the process cuts off is no fault.
  expect([await Promise.all(asked), lines]).toEqual([[null, null, null], []])
})

const edges = [[0, 1, 0, 0, 35, 0, []]]
const roads = { nodes: [0, 0, 0, 1000], names: [''], classes: ['residential'], edges }
const packed = (json: unknown) => gzipSync(JSON.stringify(json))
const edge = (at: number, value: unknown) =>
  packed({ ...roads, edges: [roads.edges[0]!.with(at, value as never)] })
const addresses = (streets: unknown[], pois: unknown[]) => packed({ streets, pois })
const bomb = gzipSync(Buffer.alloc(310 * 1024 * 1024, ' '), { level: 1 })
const readers = {
  roads: (path: string) => readPackFile(path, 'roads.json.gz', readRoads),
  addresses: (path: string) =>
    readPackFile(path, 'addresses.json.gz', (json) => readEntities(null, json)),
}

test.each<[string, keyof typeof readers, Uint8Array, RegExp]>([
  ['nothing', 'roads', Buffer.alloc(0), /is empty/],
  ['a cut end', 'roads', packed(roads).subarray(0, -12), /is truncated/],
  ['a map', 'roads', Buffer.from('PMTiles'), /is no gzip file, or damaged/],
  [
    'overwritten bytes',
    'roads',
    packed(roads).fill(7, 20, 30),
    /is no gzip file, or damaged|is not JSON/,
  ],
  ['text', 'roads', gzipSync('roads'), /is not JSON/],
  ['a bomb', 'roads', bomb, /unpacks to more than 300 MB/],
  [
    'other JSON',
    'roads',
    packed({ type: 'x' }),
    /is not a file of roads as the command city makes it/,
  ],
  ['null', 'roads', packed(null), /is not a file of roads/],
  ['a crossing that is not there', 'roads', edge(0, 2), /road 0 has a value 2/],
  ['half a crossing', 'roads', edge(1, 0.5), /road 0 has a value 0.5/],
  ['a speed of 0', 'roads', edge(4, 0), /road 0 has a value -1/],
  ['a name that is not there', 'roads', edge(3, 1), /road 0 has a value 1/],
  ['points that are none', 'roads', edge(6, [1]), /road 0 has no points/],
  [
    'one beyond the pole',
    'roads',
    packed({ ...roads, nodes: [91e6, 0, 0, 0] }),
    /a position of 91000000/,
  ],
  ['a text as a position', 'roads', packed({ ...roads, nodes: ['1', 0, 0, 0] }), /a position of/],
  ['roads as addresses', 'addresses', packed(roads), /is not a file of addresses/],
  [
    'numbers out of order',
    'addresses',
    addresses([['A', [9, 0, 0, -1, 0, 0]]], []),
    /house numbers of A/,
  ],
  ['a place without a position', 'addresses', addresses([], [['A', 'park']]), /a position of NaN/],
])('%s is refused with path and reason', async (_, name, bytes, reason) => {
  const path = await writeCity(join(folder, 'damaged'), {})
  await writeFile(join(path, `${name}.json.gz`), bytes)
  let fault = ''
  try {
    readers[name](path)
  } catch (error) {
    fault = (error as Error).message
  }
  await rm(path, { recursive: true })
  expect(fault).toMatch(reason)
  expect(fault).toContain(`CITY_DIR: ${join(path, `${name}.json.gz`)} `)
  expect(fault).not.toContain('\n')
})

test('a link that leads nowhere is a file of the folder, and refused', async () => {
  const path = await writeCity(join(folder, 'linked'), village)
  const map = join(path, 'map.pmtiles')
  await symlink('nowhere', map)
  expect(packFile(path, 'map.pmtiles')).toBe(map)
  await symlink('nowhere', join(path, 'roads.json.gz'))
  start(path)
  await city.open()
  expect(city.fault).toBe(`CITY_DIR: ${path}/roads.json.gz is a link to a file that does not exist`)
})

test('a folder without any of the files is refused, and so is a file', async () => {
  const path = await writeCity(join(folder, 'empty'), {})
  const missing = 'has none of map.pmtiles, roads.json.gz, addresses.json.gz'
  expect(() => checkCityFolder(path)).toThrow(`${path} ${missing}`)
  expect(() => checkCityFolder(join(path, 'none'))).toThrow('none is not a folder')
  expect(() => checkCityFolder('package.json')).toThrow('package.json is not a folder')
})
