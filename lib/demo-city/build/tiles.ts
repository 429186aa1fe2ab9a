import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, Position } from 'geojson'
import type { Tile } from './archive'
import type { MapFeature } from './map-layers'
import type { Bounds } from './sea'

const EXTENT = 4096
/** Names of minor streets are not drawn below this zoom. */
const NAMES_FROM_ZOOM = 13

/** Cuts and simplifies the features to vector tiles. */
export function cutTiles(
  features: readonly MapFeature[],
  bounds: Bounds,
  zooms: { minimum: number; maximum: number },
): Tile[] {
  const tiles: Tile[] = []
  for (let z = zooms.minimum; z <= zooms.maximum; z++) {
    const drawn = features.filter(({ minimumZoom }) => minimumZoom <= z)
    const indexes = [...new Set(drawn.map(({ layer }) => layer))].map((name) => {
      const members = drawn.filter(({ layer }) => layer === name)
      return { name, index: indexOf(members, z) }
    })
    for (const [x, y] of tilesWithin(bounds, z)) {
      const found = indexes.flatMap(({ name, index }) => {
        const tile = index.getTile(z, x, y)
        return tile && tile.features.length > 0 ? [[name, tile] as const] : []
      })
      if (found.length === 0) continue
      const bytes = fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: EXTENT })
      tiles.push({ z, x, y, bytes })
    }
  }
  return tiles
}

function indexOf(features: readonly MapFeature[], zoom: number) {
  return new GeoJSONVT(
    { type: 'FeatureCollection', features: features.map((feature) => toGeoJson(feature, zoom)) },
    { maxZoom: zoom, indexMaxZoom: zoom, indexMaxPoints: 0, extent: EXTENT, buffer: 64, tolerance: 4 },
  )
}

function toGeoJson({ kind, parts, properties }: MapFeature, zoom: number): Feature {
  const { name, ...rest } = properties
  const isNamed = zoom >= NAMES_FROM_ZOOM || kind === 'point' || properties.kind === 'major_road'
  const shown = name !== undefined && isNamed ? { ...rest, name } : rest
  return { type: 'Feature', properties: shown, geometry: geometryOf(kind, parts) }
}

function geometryOf(kind: MapFeature['kind'], parts: Position[][]): Feature['geometry'] {
  if (kind === 'point') return { type: 'Point', coordinates: parts[0]![0]! }
  if (kind === 'line') return { type: 'MultiLineString', coordinates: parts }
  return { type: 'Polygon', coordinates: parts.map(closed) }
}

const closed = (ring: Position[]) => (String(ring[0]) === String(ring.at(-1)) ? ring : [...ring, ring[0]!])

function* tilesWithin({ west, south, east, north }: Bounds, z: number): Generator<[x: number, y: number]> {
  const size = 2 ** z
  const column = (lng: number) => ((lng + 180) / 360) * size
  const row = (lat: number) => {
    const angle = (lat * Math.PI) / 180
    return ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * size
  }
  // Bounds that lie on the edge of a tile do not reach the next one.
  const inside = 1e-6
  for (let x = Math.floor(column(west) + inside); x <= Math.floor(column(east) - inside); x++) {
    for (let y = Math.floor(row(north) + inside); y <= Math.floor(row(south) - inside); y++) yield [x, y]
  }
}
