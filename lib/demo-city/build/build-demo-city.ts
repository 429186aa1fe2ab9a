import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildAddresses } from './addresses'
import { writeArchive } from './archive'
import { toMapFeatures } from './map-layers'
import { readFeatures } from './osm-features'
import { buildRoads } from './roads'
import { deriveSea } from './sea'
import { cutTiles } from './tiles'

/*
 * `npm run demo-city`: derives map, streets and addresses of the demo city from the OpenStreetMap data in an npm
 * package of test data, which is fetched for this and is no dependency.
 */
const PACKAGE = '@mapbox/mvt-fixtures@4.0.0'
const SOURCE_FOLDER = 'package/real-world/osm-qa-montevideo'
const SOURCE_ZOOM = 12
const ZOOMS = { minimum: 8, maximum: 14 }
// Eight tiles, two rows of four.
const BOUNDS = { west: -56.337890625, south: -34.957995, east: -55.986328125, north: -34.813803 }
const IN_THE_SEA: [number, number] = [-56.16, -34.95]
const ATTRIBUTION = '© OpenStreetMap contributors'
const LICENCE = 'ODbL 1.0'

const features = readFeatures(fetchTiles(), SOURCE_ZOOM)
const sea = deriveSea(features, BOUNDS, IN_THE_SEA)
const tiles = cutTiles(toMapFeatures(features, sea, BOUNDS), BOUNDS, ZOOMS)
const layers = ['earth', 'water', 'landuse', 'buildings', 'roads', 'places']
const metadata = {
  name: 'Montevideo',
  attribution: ATTRIBUTION,
  license: LICENCE,
  type: 'baselayer',
  format: 'pbf',
  vector_layers: layers.map((id) => ({ id, fields: {}, minzoom: ZOOMS.minimum, maxzoom: ZOOMS.maximum })),
}
write('montevideo.pmtiles', writeArchive(tiles, { metadata, bounds: BOUNDS }))
const roads = buildRoads(features)
writeJson('montevideo-roads.json.gz', roads)
const addresses = buildAddresses(features)
writeJson('montevideo-addresses.json.gz', addresses)
print(
  `${features.length} objects, ${tiles.length} tiles, ${roads.nodes.length / 2} crossings, ${roads.edges.length} streets, ` +
    `${addresses.streets.length} streets with house numbers, ${addresses.pois.length} points of interest`,
)

function fetchTiles() {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-demo-city-'))
  try {
    const packed = execFileSync('npm', ['pack', PACKAGE, '--silent'], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
    execFileSync('tar', ['xzf', packed, SOURCE_FOLDER], { cwd: folder })
    return readdirSync(join(folder, SOURCE_FOLDER)).map((name) => {
      const [, x, y] = name.replace('.mvt', '').split('-').map(Number)
      return { bytes: new Uint8Array(readFileSync(join(folder, SOURCE_FOLDER, name))), x: x!, y: y! }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeJson(name: string, data: object): void {
  const json = JSON.stringify({ attribution: ATTRIBUTION, license: LICENCE, ...data })
  write(name, gzipSync(json, { level: 9 }))
}

function write(name: string, bytes: Buffer): void {
  writeFileSync(join(import.meta.dirname, '..', name), bytes)
  print(`${name}: ${(bytes.length / 1e6).toFixed(2)} MB`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
