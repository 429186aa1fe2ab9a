import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { PMTiles } from 'pmtiles'
import { expect, test } from 'vitest'

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

const archive = open(readFileSync('lib/city/demo/map.pmtiles'))

test('the map has streets with names, the sea and buildings, and no trace of mappers', async () => {
  // Ciudad Vieja and the harbour.
  const layers = await layersOf(archive, 14, 5634, 9889)
  expect(Object.keys(layers).sort()).toEqual([
    'buildings',
    'earth',
    'landuse',
    'places',
    'roads',
    'water',
  ])
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
    ['is_bridge', 'is_link', 'is_tunnel', 'kind', 'kind_detail', 'name', 'oneway', 'ref'].filter(
      (key) => keys.has(key),
    ),
  )
  const metadata = (await archive.getMetadata()) as { attribution: string }
  expect(metadata.attribution).toContain('OpenStreetMap')
})

test('the addresses have their licence, and no trace of mappers', () => {
  const text = gunzipSync(readFileSync('lib/city/demo/addresses.json.gz')).toString()
  const { streets, pois, ...about } = JSON.parse(text)
  expect(about).toEqual({ attribution: '© OpenStreetMap contributors', license: 'ODbL 1.0' })
})
