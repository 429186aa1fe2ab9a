import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import Pbf from 'pbf'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '@/lib/app/settings/config-error'
import { writeTestMap } from '@/lib/testing/maps/test-map'
import { createFindPlaces } from './addresses/find'
import { createNearPlace } from './addresses/near-place'
import { readEntities } from './addresses/street-index'
import { makePack } from './make-pack'
import { readPackFile } from './pack'
import { createRoadGraph } from './roads/graph'
import { createLinkSearch } from './roads/link-search'
import { readRoads } from './roads/road-list'
import { NO_WAY, OFF_ROAD, timesTo } from './roads/times-to'

type Tags = Record<string, string>
type TestNode = { id: number; lat: number; lng: number; tags?: Tags }
type Extract = { nodes: TestNode[]; ways: { refs: number[]; tags: Tags }[] }

/** An OpenStreetMap extract in the form of planet files: nodes in one block, ways in the next. */
function osmPbf({ nodes, ways }: Extract): Buffer {
  const header = new Pbf()
  for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) header.writeStringField(4, feature)
  const nodeBlock = mapBlock((group, strings) => {
    const dense = new Pbf()
    dense.writePackedSVarint(1, differences(nodes.map(({ id }) => id)))
    // Units of 100 billionths of a degree.
    dense.writePackedSVarint(8, differences(nodes.map(({ lat }) => Math.round(lat * 1e7))))
    dense.writePackedSVarint(9, differences(nodes.map(({ lng }) => Math.round(lng * 1e7))))
    const tags = nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flat().map(strings), 0])
    dense.writePackedVarint(10, tags)
    group.writeBytesField(2, dense.finish())
  })
  const wayBlock = mapBlock((group, strings) => {
    for (const [index, { refs, tags }] of ways.entries()) {
      const way = new Pbf()
      way.writeVarintField(1, index + 1)
      way.writePackedVarint(2, Object.keys(tags).map(strings))
      way.writePackedVarint(3, Object.values(tags).map(strings))
      way.writePackedSVarint(8, differences(refs))
      group.writeBytesField(3, way.finish())
    }
  })
  return Buffer.concat([
    fileBlock('OSMHeader', header.finish()),
    ...[nodeBlock, wayBlock].map((block) => fileBlock('OSMData', block)),
  ])
}

function fileBlock(type: string, data: Uint8Array): Buffer {
  const blob = new Pbf()
  blob.writeVarintField(2, data.length)
  blob.writeBytesField(3, deflateSync(data))
  const bytes = blob.finish()

  const header = new Pbf()
  header.writeStringField(1, type)
  header.writeVarintField(3, bytes.length)
  const frame = header.finish()

  const length = Buffer.alloc(4)
  length.writeUInt32BE(frame.length)
  return Buffer.concat([length, frame, bytes])
}

function mapBlock(writeGroup: (group: Pbf, strings: (text: string) => number) => void): Uint8Array {
  // 0 ends the tags of a node in columns.
  const texts = ['']
  const group = new Pbf()
  writeGroup(group, (text) => {
    const index = texts.indexOf(text)
    return index < 0 ? texts.push(text) - 1 : index
  })

  const table = new Pbf()
  for (const text of texts) table.writeBytesField(1, Buffer.from(text))
  const block = new Pbf()
  block.writeBytesField(1, table.finish())
  block.writeBytesField(2, group.finish())
  return block.finish()
}

function differences(values: readonly number[]): number[] {
  return values.map((value, n) => value - (values[n - 1] ?? 0))
}

const folder = mkdtempSync(join(tmpdir(), 'kerbside-pack-'))
const out = join(folder, 'city')
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(bytes: Uint8Array): string {
  const path = join(folder, 'region.osm.pbf')
  writeFileSync(path, bytes)
  return path
}

async function cityOf(extract: Extract) {
  await makePack(fileOf(osmPbf(extract)), null, out)
  const roads = readPackFile(out, 'roads.json.gz', readRoads)!
  const entities = readPackFile(out, 'addresses.json.gz', (json) => readEntities(roads, json))!
  const graph = createRoadGraph(roads)
  return {
    entities,
    graph,
    find: createFindPlaces(entities, 'city'),
    near: createNearPlace(entities, graph),
  }
}

// On the equator, a thousandth of a degree apart: 111.2 m, 11.44 s at 35 km/h.
const A_BLOCK = 11.44
const row = (count: number): TestNode[] =>
  Array.from({ length: count }, (_, n) => ({ id: 10 + n, lat: 0, lng: n / 1000 }))

type LatLng = [lat: number, lng: number]

/** Seconds from one position to another, in degrees. */
async function secondsIn(
  ways: Extract['ways'],
  from: LatLng,
  to: LatLng,
  nodes = row(5),
): Promise<number> {
  const { graph } = await cityOf({ nodes, ways })
  const millionths = (position: LatLng) =>
    position.map((degrees) => Math.round(degrees * 1e6)) as LatLng
  const times = timesTo(
    graph,
    createLinkSearch(graph),
    millionths(to),
    Int32Array.from(millionths(from)),
  )
  return times.seconds[0]!
}

const street = { highway: 'residential' }
const whole = [10, 11, 12, 13, 14]
const west: LatLng = [0, 0.0005]
const east: LatLng = [0, 0.0035]

test.each([
  ['a street, both ways', street, 3, 3],
  ['a one-way street', { ...street, oneway: 'yes' }, 3, NO_WAY],
  ['one against its drawing', { ...street, oneway: '-1' }, NO_WAY, 3],
  ['a motorway', { highway: 'motorway', maxspeed: '35' }, 3, NO_WAY],
  ['a motorway that is not one-way', { highway: 'motorway', oneway: 'no', maxspeed: '35' }, 3, 3],
  ['a roundabout', { ...street, junction: 'roundabout' }, 3, NO_WAY],
  ['a lower limit', { ...street, maxspeed: '17.5' }, 5.83, 5.83],
  ['a limit in miles', { highway: 'primary', maxspeed: '10 mph' }, 6.56, 6.56],
  ['a limit above the usual speed', { ...street, maxspeed: '130' }, 3, 3],
  ['a service road', { highway: 'service' }, 7, 7],
  ['a street for customers', { ...street, access: 'customers' }, 3, 3],
  ['cars allowed where others are not', { ...street, access: 'no', motor_vehicle: 'yes' }, 3, 3],
])('%s', async (_, tags, eastwards, westwards) => {
  const ways = [{ refs: whole, tags }]
  const secondsOf = (blocks: number) => (blocks === NO_WAY ? NO_WAY : blocks * A_BLOCK)
  expect(await secondsIn(ways, west, east)).toBeCloseTo(secondsOf(eastwards), 0)
  expect(await secondsIn(ways, east, west)).toBeCloseTo(secondsOf(westwards), 0)
})

test.each([
  ...[{ access: 'private' }, { access: 'no' }, { vehicle: 'no' }, { motor_vehicle: 'private' }],
  ...[
    { area: 'yes' },
    { highway: 'footway' },
    { highway: 'construction' },
    { highway: '', route: 'ferry' },
  ],
])('%o is no road', async (tags) => {
  const ways = [
    { refs: whole, tags: { ...street, ...tags } },
    { refs: [10, 11], tags: street },
  ]
  expect(await secondsIn(ways, east, west)).toBe(OFF_ROAD)
})

test.each([
  ['bollard', {}, true],
  ['block', {}, true],
  ['gate', {}, false],
  ['gate', { access: 'no' }, true],
  ['gate', { access: 'private', motor_vehicle: 'yes' }, false],
  ['bollard', { motor_vehicle: 'yes' }, false],
  ['kerb', {}, false],
])('a %s with %o: closed %s', async (barrier, tags, isClosed) => {
  const nodes = row(5).map((node) =>
    node.id === 12 ? { ...node, tags: { barrier, ...tags } } : node,
  )
  const seconds = await secondsIn([{ refs: whole, tags: street }], west, east, nodes)
  expect(seconds).toBeCloseTo(isClosed ? NO_WAY : 3 * A_BLOCK, 0)
})

test('streets meet where they share a point, not where one bridges the other', async () => {
  const nodes = [
    ...row(5),
    { id: 30, lat: 0.001, lng: 0.002 },
    { id: 31, lat: -0.001, lng: 0.002 },
    { id: 32, lat: 0, lng: 0.002 },
  ]
  const secondsOver = (middle: number) => {
    const ways = [whole, [30, middle, 31]].map((refs) => ({ refs, tags: street }))
    return secondsIn(ways, [0.0009, 0.002], east, nodes)
  }
  // A turn at a crossing of equals: 4 s.
  expect(await secondsOver(12)).toBeCloseTo(2.4 * A_BLOCK + 4, 0)
  expect(await secondsOver(32)).toBe(NO_WAY)
})

test('a way ends where the extract does', async () => {
  const ways = [{ refs: [10, 11, 99, 13, 14], tags: street }]
  expect(await secondsIn(ways, [0, 0.0009], west)).toBeCloseTo(0.4 * A_BLOCK, 0)
  expect(await secondsIn(ways, east, west)).toBe(NO_WAY)
})

test('streets, crossings, house numbers and places of an extract are found', async () => {
  const house = (id: number, lng: number, number: string) => ({
    id,
    lat: 0.0002,
    lng,
    tags: { 'addr:street': 'High Street', 'addr:housenumber': number },
  })
  const { entities, find, near } = await cityOf({
    nodes: [
      ...row(5),
      { id: 20, lat: 0.002, lng: 0.002 },
      {
        id: 21,
        lat: 0.0004,
        lng: 0.0031,
        tags: { name: 'Borough Market', amenity: 'marketplace' },
      },
      { id: 22, lat: 0.001, lng: 0.001, tags: { name: 'Southwark', place: 'suburb' } },
      { id: 23, lat: 0.001, lng: 0.001, tags: { name: 'London', place: 'city' } },
      { id: 24, lat: 0.001, lng: 0.001, tags: { name: 'England', place: 'country' } },
      { id: 40, lat: 0.001, lng: 0.003 },
      { id: 41, lat: 0.001, lng: 0.0034 },
      { id: 42, lat: 0.0014, lng: 0.0034 },
      house(30, 0.0005, '10'),
      house(31, 0.001, '20'),
      house(32, 0.0012, '15a,17'),
      house(33, 0.0013, 'none'),
    ],
    ways: [
      { refs: whole, tags: { ...street, name: 'High Street' } },
      { refs: [12, 20], tags: { ...street, name: 'Church Lane' } },
      { refs: [10, 20], tags: { highway: 'footway', name: 'Abbey Walk' } },
      { refs: [10, 20], tags: { railway: 'rail', name: 'East Line' } },
      { refs: [40, 41, 42, 40], tags: { building: 'yes', name: 'Guy’s', amenity: 'hospital' } },
    ],
  })
  const kinds = entities.map(({ name, kind }) => `${kind} ${name}`)
  expect(kinds.sort()).toEqual(
    ['footway Abbey Walk', 'hospital Guy’s', 'locality London', 'marketplace Borough Market', 'neighbourhood Southwark', 'street Church Lane', 'street High Street'], // biome-ignore format: one line
  )
  const addresses = ['High St 10', 'high st 14', 'high street 15a']
  const texts = [...addresses, 'church ln & high street', 'borough market', 'guys']
  expect(texts.map((text) => find(text, null)[0])).toMatchObject([
    {
      kind: 'address',
      name: 'High Street 10',
      between: null,
      source: 'city',
      detail: 'Southwark, London',
    },
    { kind: 'address', name: 'High Street 14', between: ['10', '20'] },
    { kind: 'address', name: 'High Street 15a', between: null },
    { kind: 'crossing', name: 'Church Lane / High Street', position: { lat: 0, lng: 0.002 } },
    { kind: 'place', name: 'Borough Market' },
    { kind: 'place', name: 'Guy’s', position: { lat: 0.00113, lng: 0.00327 } },
  ])
  expect(near({ lat: 0.0002, lng: 0.0005 })).toEqual({ name: 'High St 10', distanceMetres: 0 })
  expect(near({ lat: 0.0007, lng: 0.0038 })).toEqual({ name: 'High St', distanceMetres: 78 })
  expect(near({ lat: -0.0012, lng: 0.001 })).toBeNull()
})

const DAMAGED = /is no \.osm\.pbf file, or it is damaged/
const good = osmPbf({ nodes: row(5), ways: [{ refs: whole, tags: street }] })
const paths = osmPbf({ nodes: row(2), ways: [{ refs: [10, 11], tags: { highway: 'path' } }] })

test.each([
  ['a cut end', good.subarray(0, -1), DAMAGED],
  ['XML', Buffer.from('<?xml version="1.0"?><osm version="0.6"></osm>'), /is no \.osm\.pbf file/],
  ['nothing', Buffer.alloc(0), /region\.osm\.pbf is empty$/],
  ['a damaged block', Buffer.from(good).fill(0xa5, good.length >> 1), DAMAGED],
  [
    'a block of 4 GB',
    Buffer.concat([good, Buffer.alloc(1e6, 0xff)]),
    /\(a block of 4294967295 bytes\)/,
  ],
  ['paths alone', paths, /has no road/],
])('%s is refused, and nothing is written', async (_, bytes, reason) => {
  const none = join(folder, 'none', 'city')
  await expect(makePack(fileOf(bytes), null, none)).rejects.toThrow(reason)
  expect(existsSync(join(folder, 'none'))).toBe(false)
})

test('a named pipe, a folder and a large file of zeros are refused as extracts', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])
  const zeros = join(folder, 'zeros')
  writeFileSync(zeros, '')
  truncateSync(zeros, 20e9)
  await expect(makePack(pipe, null, out)).rejects.toThrow(`--osm: ${pipe} is not a file`)
  await expect(makePack(folder, null, out)).rejects.toThrow(`--osm: ${folder} is not a file`)
  await expect(makePack(zeros, null, out)).rejects.toThrow(`--osm: ${zeros} is no .osm.pbf file`)
})

test('a folder that cannot be made is refused with its path; one that was there stays', async () => {
  const osm = fileOf(good)
  await expect(makePack(osm, null, osm)).rejects.toThrow(`--out: ${osm} is not a folder`)
  await expect(makePack(osm, null, '/proc/city')).rejects.toThrow(
    '--out: /proc/city cannot be made (ENOENT)',
  )
  const own = join(folder, 'own')
  mkdirSync(own)
  await expect(makePack(folder, null, own)).rejects.toThrow('is not a file')
  expect(existsSync(own)).toBe(true)
})

test('a damaged file of an earlier run beside a new map is named in one sentence', async () => {
  const own = join(folder, 'earlier')
  mkdirSync(own)
  writeFileSync(join(own, 'roads.json.gz'), 'damaged')
  await expect(makePack(null, writeTestMap(join(folder, 'beside.pmtiles')), own)).rejects.toThrow(
    new ConfigError(`--out: ${join(own, 'roads.json.gz')} is no gzip file, or damaged`),
  )
})

test('a map is checked and copied; one that is none is refused', async () => {
  const map = writeTestMap(join(folder, 'region.pmtiles'))
  const own = join(folder, 'mapped')
  expect(await makePack(null, map, own)).toBe(`${own}: 0 roads, 0 names, 0 house numbers`)
  expect(readFileSync(join(own, 'map.pmtiles'))).toEqual(readFileSync(map))
  await expect(makePack(null, 'package.json', own)).rejects.toThrow(
    '--map: package.json is no PMTiles archive',
  )
  await expect(makePack(join(folder, 'absent'), null, own)).rejects.toThrow('absent does not exist')
})
