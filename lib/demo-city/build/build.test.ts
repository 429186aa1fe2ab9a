import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { PMTiles } from 'pmtiles'
import { describe, expect, test } from 'vitest'
import { type AddressList, buildAddresses } from './addresses'
import { writeArchive } from './archive'
import { joinParts, type OsmFeature, type Point } from './osm-features'
import { buildRoads } from './roads'
import { deriveSea } from './sea'

const BOUNDS = { west: 0, south: 0, east: 0.1, north: 0.1 }

/** An archive in memory. */
function open(bytes: Buffer) {
  const getBytes = async (offset: number, length: number) => ({
    data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
  })
  return new PMTiles({ getKey: () => 'test', getBytes })
}

async function layersOf(archive: PMTiles, z: number, x: number, y: number) {
  const tile = await archive.getZxy(z, x, y)
  return new VectorTile(new Pbf(new Uint8Array(tile!.data))).layers
}

const street = (tags: Record<string, string>, ...points: Point[]): OsmFeature => ({
  kind: 'line',
  tags: { highway: 'residential', ...tags },
  parts: [points],
})

test('an archive gives back each tile, and equal ones are stored once', async () => {
  const [one, other] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4)]
  const tiles = [
    { z: 2, x: 1, y: 1, bytes: one },
    { z: 1, x: 0, y: 0, bytes: other },
    { z: 2, x: 3, y: 0, bytes: one },
  ]
  const archive = open(writeArchive(tiles, { metadata: { name: 'here' }, bounds: BOUNDS }))
  for (const { z, x, y, bytes } of tiles)
    expect(new Uint8Array((await archive.getZxy(z, x, y))!.data)).toEqual(bytes)
  expect(await archive.getZxy(2, 0, 0)).toBeUndefined()
  expect(await archive.getMetadata()).toEqual({ name: 'here' })
  const { numTileContents, numAddressedTiles, minZoom, maxZoom, maxLon } = await archive.getHeader()
  expect([numTileContents, numAddressedTiles, minZoom, maxZoom, maxLon]).toEqual([2, 3, 1, 2, 0.1])
})

test('a way cut at the edges of tiles is joined, in whatever order its parts come', () => {
  const [a, b, c]: Point[][] = [
    [
      [0, 0],
      [1, 1],
    ],
    [
      [1, 1],
      [2, 1],
      [3, 1],
    ],
    [
      [3, 1],
      [4, 0],
    ],
  ]
  expect(joinParts([c!, a!, b!])).toEqual([
    [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 0],
    ],
  ])
  expect(joinParts([a!, c!])).toHaveLength(2)
})

describe('deriveSea', () => {
  /** A coast road along latitude 0.05 with blocks to the north; the south is sea. */
  const land = Array.from({ length: 11 }, (_, n) =>
    street({}, [0, 0.05 + n * 0.004], [0.1, 0.05 + n * 0.004]),
  )
  const isInside = ([x, y]: Point, rings: Point[][]) =>
    rings.reduce((inside, ring) => {
      let odd = inside
      ring.forEach(([x1, y1], n) => {
        const [x2, y2] = ring[(n + 1) % ring.length]!
        if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) odd = !odd
      })
      return odd
    }, false)

  test('it ends at the coast road and does not enter the gaps between streets', () => {
    const sea = deriveSea(land, BOUNDS, [0.05, 0.01])
    const isSea = (point: Point) => sea.some((rings) => isInside(point, rings))
    expect(isSea([0.05, 0.0495])).toBe(true)
    expect(isSea([0.05, 0.0505])).toBe(false)
    expect(isSea([0.05, 0.052])).toBe(false)
    expect(isSea([0.02, 0.02])).toBe(true)
  })
})

describe('buildRoads', () => {
  const square: Point[] = [
    [0, 0],
    [0.001, 0],
    [0.001, 0.001],
    [0, 0.001],
    [0, 0],
  ]

  test('ways are cut where they cross, and keep the points between', () => {
    const roads = buildRoads([
      street({ name: 'Ring' }, ...square),
      street({ name: 'Across', maxspeed: '20' }, [0, 0], [0.0005, 0.0004], [0.001, 0.001]),
    ])
    expect(roads.nodes).toHaveLength(4)
    const across = roads.edges.find((edge) => roads.names[edge[3]] === 'Across')!
    expect(across.slice(4)).toEqual([20, 0, [400, 500]])
    expect(roads.edges.filter((edge) => roads.names[edge[3]] === 'Ring')).toHaveLength(2)
  })

  test('a street from which no way leads back is left out', () => {
    const roads = buildRoads([
      street({}, ...square),
      street({}, [0, 0], [0.001, 0.001]),
      street({}, [0.001, 0], [0, 0.001]),
      street({ oneway: 'yes', name: 'Trap' }, [0, 0], [-0.001, 0]),
      street({ name: 'Elsewhere' }, [1, 1], [1.001, 1]),
      street({ access: 'private', name: 'Yard' }, [0, 0], [0, -0.001]),
    ])
    expect(roads.names).toEqual([''])
  })
})

test('house numbers are written in order, as differences, and a house with two numbers twice', () => {
  const house = (number: string, lng: number): OsmFeature => ({
    kind: 'point',
    tags: { 'addr:street': 'Ejido', 'addr:housenumber': number },
    parts: [[[lng, -34.9]]],
  })
  const park: OsmFeature = {
    kind: 'point',
    tags: { leisure: 'park', name: 'Rodó' },
    parts: [[[-56.17, -34.91]]],
  }
  const features = [
    house('1240 bis', -56.1902),
    house('1234,1236', -56.19),
    park,
    street({ name: 'Ejido' }, [0, 0]),
  ]
  expect(buildAddresses(features)).toEqual({
    streets: [['Ejido', [1234, -3490000, -5619000, 2, 0, 0, '1240 bis', 0, -20]]],
    pois: [['Rodó', 'park', -3491000, -5617000]],
  })
})

describe('the committed files', () => {
  const archive = open(readFileSync('lib/demo-city/montevideo.pmtiles'))
  const roads = JSON.parse(
    gunzipSync(readFileSync('lib/demo-city/montevideo-roads.json.gz')).toString(),
  ) as ReturnType<typeof buildRoads>

  test('the map has streets with names, the sea and buildings, and no trace of mappers', async () => {
    // Ciudad Vieja and the harbour.
    const layers = await layersOf(archive, 14, 5634, 9889)
    expect(Object.keys(layers).sort()).toEqual(['buildings', 'earth', 'landuse', 'places', 'roads', 'water'])
    const names = new Set<unknown>()
    const keys = new Set<string>()
    for (const layer of Object.values(layers)) {
      for (let n = 0; n < layer.length; n++) {
        const { properties } = layer.feature(n)
        names.add(properties.name)
        for (const key of Object.keys(properties)) keys.add(key)
      }
    }
    expect(names).toContain('Sarandí')
    expect([...keys].sort()).toEqual(
      ['is_bridge', 'is_link', 'is_tunnel', 'kind', 'kind_detail', 'name', 'oneway', 'ref'].filter((key) =>
        keys.has(key),
      ),
    )
    const metadata = (await archive.getMetadata()) as { attribution: string }
    expect(metadata.attribution).toContain('OpenStreetMap')
  })

  test('the streets are a city’s', () => {
    expect(roads.edges.length).toBeGreaterThan(20_000)
    expect(roads.names).toContain('Avenida 18 de Julio')
  })

  test('the addresses are a city’s, and no trace of mappers is in them', () => {
    const text = gunzipSync(readFileSync('lib/demo-city/montevideo-addresses.json.gz')).toString()
    const { streets, pois, ...about } = JSON.parse(text) as AddressList & Record<string, unknown>
    expect(about).toEqual({ attribution: '© OpenStreetMap contributors', license: 'ODbL 1.0' })
    const houses = streets.reduce((sum, [, numbers]) => sum + numbers.length / 3, 0)
    expect(houses).toBeGreaterThan(206_000)
    expect(pois.length).toBeGreaterThan(1_000)
    expect(streets.map(([name]) => name)).toContain('Avenida 18 de Julio')
  })
})
