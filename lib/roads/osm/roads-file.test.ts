import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import Pbf from 'pbf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRoadGraph } from '@/lib/roads/graph/road-graph'
import { loadRoadGraph } from '@/lib/roads/load-graph'
import { createNodeSearch } from '@/lib/roads/search/node-search'
import { NO_WAY, OFF_ROAD, timesTo } from '@/lib/roads/search/times-to'
import {
  fileBlock,
  headerBlock,
  mapBlock,
  type OsmPbfOptions,
  osmPbf,
  type TestNode,
} from '@/lib/testing/maps/osm-pbf'
import { checkRoadsFile } from './check-roads-file'
import { readRoadsFile } from './read-roads-file'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerbside-roads-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(bytes: Uint8Array): string {
  const path = join(folder, 'city.osm.pbf')
  writeFileSync(path, bytes)
  return path
}

// On the equator, a thousandth of a degree apart: 111.2 m, 11.44 s at 35 km/h.
const A_BLOCK = 11.44
const row = (count: number): TestNode[] =>
  Array.from({ length: count }, (_, n) => ({ id: 10 + n, lat: 0, lng: n / 1000 }))

interface City extends Partial<OsmPbfOptions> {
  readonly from: readonly [lat: number, lng: number]
  readonly to: readonly [lat: number, lng: number]
}

/** Seconds from one position to another, in degrees. */
function secondsIn({ from, to, nodes = row(5), ways = [], ...rest }: City): number {
  const roads = readRoadsFile(fileOf(osmPbf({ nodes, ways, ...rest })), () => undefined)
  const graph = createRoadGraph(roads)
  const millionths = (position: readonly [number, number]): [number, number] => [
    Math.round(position[0] * 1e6),
    Math.round(position[1] * 1e6),
  ]
  const times = timesTo(graph, createNodeSearch(graph), millionths(to), Int32Array.from(millionths(from)))
  return times.seconds[0]!
}

const street = { highway: 'residential' }
const whole = [10, 11, 12, 13, 14]
const [west, east] = [
  [0, 0.0005],
  [0, 0.0035],
] as const

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
])('%s', (_, tags, eastwards, westwards) => {
  const ways = [{ refs: whole, tags }]
  for (const isPlain of [false, true]) {
    for (const [from, to, blocks] of [
      [west, east, eastwards],
      [east, west, westwards],
    ] as const) {
      const seconds = blocks === NO_WAY ? NO_WAY : blocks * A_BLOCK
      expect(secondsIn({ ways, from, to, isPlain })).toBeCloseTo(seconds, 0)
    }
  }
})

test.each([
  { access: 'private' },
  { access: 'no' },
  { vehicle: 'no' },
  { motor_vehicle: 'private' },
  { area: 'yes' },
  { highway: 'footway' },
  { highway: 'construction' },
  { highway: '', route: 'ferry' },
])('%o is no road', (tags) => {
  const ways = [
    { refs: whole, tags: { ...street, ...tags } },
    { refs: [10, 11], tags: street },
  ]
  expect(secondsIn({ ways, from: [0, 0.0035], to: west })).toBe(OFF_ROAD)
})

test.each([
  ['bollard', {}, true],
  ['block', {}, true],
  ['gate', {}, false],
  ['gate', { access: 'no' }, true],
  ['gate', { access: 'private', motor_vehicle: 'yes' }, false],
  ['bollard', { motor_vehicle: 'yes' }, false],
  ['kerb', {}, false],
])('a %s with %o: closed %s', (barrier, tags, isClosed) => {
  const nodes = row(5).map((node) => (node.id === 12 ? { ...node, tags: { barrier, ...tags } } : node))
  const ways = [{ refs: whole, tags: street }]
  const seconds = secondsIn({ nodes, ways, from: west, to: east })
  expect(seconds).toBeCloseTo(isClosed ? NO_WAY : 3 * A_BLOCK, 0)
})

test('streets meet where they share a point, not where one bridges the other', () => {
  const nodes = [
    ...row(5),
    { id: 30, lat: 0.001, lng: 0.002 },
    { id: 31, lat: -0.001, lng: 0.002 },
    { id: 32, lat: 0, lng: 0.002 },
  ]
  const from = [0.0009, 0.002] as const
  const ways = (middle: number) => [
    { refs: whole, tags: street },
    { refs: [30, middle, 31], tags: street },
  ]
  expect(secondsIn({ nodes, ways: ways(12), from, to: east })).toBeCloseTo(2.4 * A_BLOCK, 0)
  expect(secondsIn({ nodes, ways: ways(32), from, to: east })).toBe(NO_WAY)
})

test('a way ends where the extract does', () => {
  const ways = [{ refs: [10, 11, 99, 13, 14], tags: street }]
  expect(secondsIn({ ways, from: [0, 0.0009], to: west })).toBeCloseTo(0.4 * A_BLOCK, 0)
  expect(secondsIn({ ways, from: east, to: west })).toBe(NO_WAY)
})

const good = osmPbf({ nodes: row(5), ways: [{ refs: whole, tags: street }] })
const bomb = deflateSync(Buffer.alloc(40 * 1024 * 1024))
const endless = new Pbf()
endless.writeBytesField(2, Buffer.from([0x1a, 0xff, 0xff, 0xff, 0x7f]))
const withoutRoads = osmPbf({ nodes: row(2), ways: [{ refs: [10, 11], tags: { highway: 'path' } }] })

test.each([
  ['nothing', Buffer.alloc(0), /is empty$/],
  ['a few bytes', good.subarray(0, 3), /is truncated: a block ends at 4, it has 3 bytes/],
  ['a cut end', good.subarray(0, -1), /is truncated: a block ends at \d+, it has \d+ bytes/],
  ['a cut block', good.subarray(0, -good.length / 2), /is truncated/],
  ['XML', Buffer.from('<?xml version="1.0"?><osm version="0.6"></osm>'), /is no \.osm\.pbf file/],
  ['a map', Buffer.from(`PMTiles${'\x03'.repeat(200)}`), /is no \.osm\.pbf file/],
  ['a block without a header', good.subarray(headerBlock().length), /is no \.osm\.pbf file/],
  ['bytes at the end', Buffer.concat([good, Buffer.alloc(20)]), /is damaged: there is no block at \d+/],
  ['a header alone', headerBlock(), /has nothing but a header/],
  ['deleted objects', osmPbf({ nodes: [], ways: [], features: ['HistoricalInformation'] }), /"HistoricalInf/],
  [
    'another packing',
    Buffer.concat([headerBlock(), fileBlock('OSMData', new Uint8Array(4), { field: 4 })]),
    /is packed in another way than zlib/,
  ],
  [
    'bytes that are not packed',
    Buffer.concat([headerBlock(), fileBlock('OSMData', new Uint8Array(4), { packed: Buffer.from('xxxx') })]),
    /is damaged: a block cannot be unpacked/,
  ],
  [
    'a block that unpacks to 40 MB',
    Buffer.concat([headerBlock(), fileBlock('OSMData', new Uint8Array(4), { packed: bomb })]),
    /has a block that unpacks to more than 33554432 bytes/,
  ],
  [
    'a length of 2^28',
    Buffer.concat([headerBlock(), fileBlock('OSMData', endless.finish())]),
    /is damaged: a field ends beyond its block/,
  ],
  [
    'a number without an end',
    Buffer.concat([headerBlock(), fileBlock('OSMData', new Uint8Array(40).fill(0xff))]),
    /is damaged: a block has a number without an end/,
  ],
  [
    'a node number without an end',
    Buffer.concat([headerBlock(), fileBlock('OSMData', mapBlock(endlessNode))]),
    /is damaged: a block has a number without an end/,
  ],
  [
    'a way without an end',
    Buffer.concat([headerBlock(), fileBlock('OSMData', mapBlock(endlessWay))]),
    /has a way of more than 50000 points/,
  ],
  [
    'a text that is missing',
    Buffer.concat([headerBlock(), fileBlock('OSMData', mapBlock(wayWithoutText))]),
    /is damaged: a key has no value/,
  ],
])('%s is refused with path and reason', (_, bytes, reason) => {
  const path = fileOf(bytes)
  expect(() => checkRoadsFile(path)).toThrow(reason)
  expect(() => checkRoadsFile(path)).toThrow(`ROADS_FILE: ${path} `)
})

function wayWithoutText(_: unknown, group: Pbf): void {
  const way = new Pbf()
  way.writePackedVarint(2, [7, 8])
  way.writePackedVarint(3, [9])
  group.writeBytesField(3, way.finish())
}

function endlessNode(_: unknown, group: Pbf): void {
  const dense = new Pbf()
  dense.writeBytesField(1, Buffer.alloc(40, 0xff))
  for (const column of [8, 9]) dense.writePackedSVarint(column, [1])
  group.writeBytesField(2, dense.finish())
}

function endlessWay(strings: (text: string) => number, group: Pbf): void {
  const way = new Pbf()
  way.writePackedVarint(2, [strings('highway')])
  way.writePackedVarint(3, [strings('residential')])
  way.writeBytesField(8, Buffer.alloc(1_000_000, 2))
  group.writeBytesField(3, way.finish())
}

test('a file that does not exist, a folder and a map without roads are refused', async () => {
  expect(() => checkRoadsFile(join(folder, 'none'))).toThrow('none does not exist')
  expect(() => checkRoadsFile(folder)).toThrow('is not a file')
  const path = fileOf(withoutRoads)
  await expect(loadRoadGraph({ kind: 'file', file: path }, () => undefined)).rejects.toThrow(
    `ROADS_FILE: ${path} has no road that a car may use`,
  )
})

/** Prints why a file is not read, and how much more memory that took at most: `maxRSS` begins with the parent's. */
const READER = `
  const { readRoadsFile } = await import(${JSON.stringify(join(import.meta.dirname, 'read-roads-file.ts'))})
  const { readFileSync } = await import('node:fs')
  const most = () => Number(readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\\s*(\\d+)/)[1])
  const before = most()
  try {
    readRoadsFile(process.argv[1], () => {})
  } catch ({ message }) {
    console.log(JSON.stringify({ message, kilobytes: most() - before }))
  }`

// Only Linux says how much memory a process had at most.
test.skipIf(!existsSync('/proc/self/status'))(
  'a bomb of 1 GB is refused within 200 MB',
  {
    timeout: 120_000,
  },
  () => {
    // Points that differ by one each: none is left out, and a megabyte packs to a kilobyte.
    const group = mapBlock((strings, pbf) => {
      const way = new Pbf()
      way.writePackedVarint(2, [strings('highway')])
      way.writePackedVarint(3, [strings('residential')])
      way.writeBytesField(8, Buffer.alloc(2000, 2))
      const bytes = way.finish()
      for (let n = 0; n < 15_000; n++) pbf.writeBytesField(3, bytes)
    })
    const block = fileBlock('OSMData', group)
    const path = fileOf(Buffer.concat([headerBlock(), ...Array.from({ length: 34 }, () => block)]))
    expect(() => checkRoadsFile(path)).toThrow(/unpacks to far more than a map/)
    // In a process of its own: memory that the other tests left behind would count.
    const output = execFileSync(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      READER,
      path,
    ])
    const { message, kilobytes } = JSON.parse(output.toString())
    expect(message).toMatch(/points of roads|far more than a map/)
    expect(kilobytes / 1e3).toBeLessThan(200)
  },
)
