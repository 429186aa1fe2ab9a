import { classifyRings, VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'

/** Degrees, longitude first, as in GeoJSON. */
export type Point = [lng: number, lat: number]

export interface OsmFeature {
  kind: 'point' | 'line' | 'area'
  tags: Readonly<Record<string, string>>
  /** One point; or lines; or the rings of one polygon, the outer one first. */
  parts: Point[][]
}

const KINDS = [null, 'point', 'line', 'area'] as const
// About the editing of the map, among it the names of mappers.
const EDITING = /^(@|source|created_by|fixme|note|mvdgis)/

/**
 * Reads OSM QA tiles: every OpenStreetMap object with all its tags, cut at the edge of a tile.
 * @param tiles bytes with the number of the tile at `zoom`
 */
export function readFeatures(
  tiles: readonly { bytes: Uint8Array; x: number; y: number }[],
  zoom: number,
): OsmFeature[] {
  const lines = new Map<string, OsmFeature>()
  const features: OsmFeature[] = []
  for (const { bytes, x, y } of tiles) {
    const layer = new VectorTile(new Pbf(bytes)).layers.osm
    if (!layer) throw new Error(`tile ${zoom}/${x}/${y} has no layer "osm"`)
    const toDegrees = inverseMercator(x, y, zoom, layer.extent)
    for (let n = 0; n < layer.length; n++) {
      const source = layer.feature(n)
      const kind = KINDS[source.type]
      if (!kind) continue
      const tags = tagsOf(source.properties)
      const geometry = source.loadGeometry()
      if (kind === 'area') {
        for (const rings of classifyRings(geometry))
          features.push({ kind, tags, parts: rings.map((ring) => ring.map(toDegrees)) })
        continue
      }
      const parts = geometry.map((part) => part.map(toDegrees))
      const id = String(source.properties['@id'])
      const other = kind === 'line' ? lines.get(id) : undefined
      if (other) {
        other.parts.push(...parts)
        continue
      }
      const feature: OsmFeature = { kind, tags, parts }
      if (kind === 'line') lines.set(id, feature)
      features.push(feature)
    }
  }
  for (const line of lines.values()) line.parts = joinParts(line.parts)
  return features
}

/** Joins the parts of a way that was cut at the edges of tiles. */
export function joinParts(parts: Point[][]): Point[][] {
  const open = [...parts]
  const joined: Point[][] = []
  for (let line = open.shift(); line; line = open.shift()) {
    for (let found = true; found; ) {
      found = false
      for (const [index, other] of open.entries()) {
        if (isSame(line.at(-1), other[0])) line = [...line, ...other.slice(1)]
        else if (isSame(other.at(-1), line[0])) line = [...other, ...line.slice(1)]
        else continue
        open.splice(index, 1)
        found = true
        break
      }
    }
    joined.push(line)
  }
  return joined
}

/** Within a decimetre: each tile rounds on its own. */
function isSame(a: Point | undefined, b: Point | undefined): boolean {
  return !!a && !!b && Math.abs(a[0] - b[0]) < 1e-6 && Math.abs(a[1] - b[1]) < 1e-6
}

function inverseMercator(tileX: number, tileY: number, zoom: number, extent: number) {
  const size = 2 ** zoom
  return ({ x, y }: { x: number; y: number }): Point => {
    const north = Math.PI * (1 - (2 * (tileY + y / extent)) / size)
    return [((tileX + x / extent) / size) * 360 - 180, (Math.atan(Math.sinh(north)) * 180) / Math.PI]
  }
}

function tagsOf(properties: Record<string, unknown>): Record<string, string> {
  const tags = Object.entries(properties).filter(([name]) => !EDITING.test(name))
  return Object.fromEntries(tags.map(([name, value]) => [name, String(value)]))
}
