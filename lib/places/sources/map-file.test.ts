import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openIndex } from '@/lib/places/open-index'
import { createFindPlaces } from '@/lib/places/search/find-places'
import { createNearPlace } from '@/lib/places/search/near-place'
import { archiveBytes } from '@/lib/testing/maps/archive-bytes'
import { encodeTile, type TileFeature } from '@/lib/testing/maps/vector-tile'

// One tile of about 2.4 km in London; a unit is 0.6 m.
const TILE = { z: 14, x: 8187, y: 5447 }
const BOUNDS = [-0.12, 51.49, -0.088, 51.51] as const

const house = (x: number, y: number, number: string): TileFeature => ({
  kind: 'polygon',
  points: [
    [x, y],
    [x + 8, y],
    [x + 8, y + 8],
    [x, y + 8],
  ],
  properties: { kind: 'building', addr_street: 'High Street', addr_housenumber: number },
})
const road = (name: string, kind: string, ...points: [number, number][]): TileFeature => ({
  kind: 'line',
  points,
  properties: { kind, name },
})
const place = (name: string, kind: string): TileFeature => ({
  kind: 'point',
  points: [[2000, 2000]],
  properties: { kind, name },
})

async function search(tile: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-map-'))
  try {
    const mapFile = join(folder, 'town.pmtiles')
    await writeFile(mapFile, archiveBytes({ tiles: [{ ...TILE, bytes: tile }], bounds: BOUNDS }))
    const source = { kind: 'map', mapFile, folder: null } as const
    const index = await openIndex({ source, indexFolder: folder }, () => undefined)
    return { index, find: createFindPlaces(index, 'map'), near: createNearPlace(index) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const town = encodeTile({
  roads: [
    road('High Street', 'minor_road', [0, 1000], [4096, 1000]),
    road('Church Lane', 'path', [3000, 0], [3000, 4000]),
    road('East Line', 'rail', [0, 3000], [4096, 3000]),
  ],
  buildings: [
    house(1000, 980, '10'),
    house(1100, 980, '20'),
    house(1050, 1015, '15,17'),
    house(4100, 980, '99'),
  ],
  places: [place('Southwark', 'neighbourhood'), place('London', 'locality'), place('England', 'region')],
  pois: [place('Borough Market', 'marketplace')],
})

test('a map file gives streets, house numbers, crossings and places, without railways and the margins of tiles', async () => {
  const { index, find } = await search(town)
  expect([...index.names].sort()).toEqual([
    'Borough Market',
    'Church Lane',
    'High Street',
    'London',
    'Southwark',
  ])
  expect([...index.houseNumbers]).toEqual([10, 15, 17, 20])
  const texts = ['High St 10', 'high st 14', 'church ln & high street', 'borough market']
  expect(texts.map((text) => find(text, null)[0])).toMatchObject([
    { kind: 'address', name: 'High Street 10', between: null, source: 'map', detail: 'Southwark, London' },
    { kind: 'address', name: 'High Street 14', between: ['10', '20'] },
    { kind: 'crossing', name: 'Church Lane / High Street' },
    { kind: 'place', name: 'Borough Market' },
  ])
})

test('a position is near its house, else its street, else nothing', async () => {
  const { find, near } = await search(town)
  const at = find('High Street 10', null)[0]!.position
  const metresNorth = (metres: number) => ({ lat: at.lat + metres / 111_195, lng: at.lng })
  expect(near(at)).toEqual({ name: 'High St 10', distanceMetres: 0 })
  expect(near(metresNorth(70))).toEqual({ name: 'High St', distanceMetres: expect.closeTo(80, -1) })
  expect(near(metresNorth(150))).toBeNull()
})

test('a map without names has nothing to search', async () => {
  const { index, find, near } = await search(encodeTile({ earth: [place('', 'earth')] }))
  expect(index.names).toEqual([])
  expect(find('High Street', null)).toEqual([])
  expect(near({ lat: 51.5, lng: -0.1 })).toBeNull()
})
