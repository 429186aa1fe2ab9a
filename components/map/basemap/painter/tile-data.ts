import { VectorTile } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import { type Box, boxOf, type Point } from './box'
import { DATA_UNITS } from './tile-address'

export const POINT = 1
export const LINE = 2
export const POLYGON = 3

export interface Feature {
  readonly type: number
  /** Points, lines or rings. */
  readonly lines: readonly (readonly Point[])[]
  readonly box: Box
  readonly properties: Readonly<Record<string, string | number | boolean>>
}

/** Features by layer, in units of which a tile has DATA_UNITS. */
export type TileData = ReadonlyMap<string, readonly Feature[]>

/** @throws Error when it is no vector tile */
export function parseTile(bytes: ArrayBuffer): TileData {
  const { layers } = new VectorTile(new Pbf(bytes))
  return new Map(
    Object.entries(layers).map(([name, layer]) => {
      const scale = DATA_UNITS / layer.extent
      const features = Array.from({ length: layer.length }, (_, index): Feature => {
        const feature = layer.feature(index)
        const lines = feature.loadGeometry()
        for (const point of lines.flat()) {
          point.x *= scale
          point.y *= scale
        }
        return { type: feature.type, lines, box: boxOf(lines), properties: feature.properties }
      })
      return [name, features]
    }),
  )
}
