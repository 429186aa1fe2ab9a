import { contours } from 'd3-contour'
import type { OsmFeature, Point } from './osm-features'

/** Degrees. */
export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

const CELL_METRES = 20
/** Land features closer to each other than twice this have land between them. */
const REACH_METRES = 260
const METRES_PER_DEGREE = 111_195
const ON_LAND = ['highway', 'building', 'landuse', 'leisure', 'natural', 'railway', 'amenity', 'aeroway']
// Drawn over water, or lines that cross it.
const NOT_LAND = ['boundary', 'admin_level', 'route', 'power', 'seamark:type', 'place', 'water', 'waterway']

/**
 * Derives the sea, which the tiles lack: water can be reached from `start` without coming near anything
 * that stands on land. The shore follows coast roads and beaches within about 20 m.
 * @param start a point in the sea
 * @returns polygons, rings outer first
 */
export function deriveSea(features: readonly OsmFeature[], bounds: Bounds, start: Point): Point[][][] {
  const grid = createGrid(bounds)
  const { columns, rows, cellOf, pointOf } = grid
  const land = new Uint8Array(columns * rows)
  for (const feature of features) if (isOnLand(feature)) markLand(land, grid, feature)
  const reach = REACH_METRES / CELL_METRES
  const nearLand = distances(land, grid)
  const open = flood(land.length, columns, cellOf(start), (cell) => nearLand[cell]! > reach)
  const fromOpen = distances(open, grid)
  const depth = Array.from(land, (isLand, cell) => (isLand ? -1 : reach - 1 - fromOpen[cell]!))
  const [sea] = contours().size([columns, rows]).smooth(true).thresholds([0])(smoothed(depth, columns))
  return (sea?.coordinates ?? []).map((rings) =>
    rings.map((ring) => ring.map(([x, y]): Point => pointOf(x!, y!))),
  )
}

function isOnLand({ kind, tags }: OsmFeature): boolean {
  if (kind === 'point') return 'addr:housenumber' in tags
  if (['pier', 'breakwater', 'pipeline'].includes(tags.man_made ?? '') || tags.natural === 'water')
    return false
  return !NOT_LAND.some((name) => name in tags) && ON_LAND.some((name) => name in tags)
}

function createGrid({ west, south, east, north }: Bounds) {
  const metresPerDegreeLng = METRES_PER_DEGREE * Math.cos((((north + south) / 2) * Math.PI) / 180)
  const columns = Math.ceil(((east - west) * metresPerDegreeLng) / CELL_METRES)
  const rows = Math.ceil(((north - south) * METRES_PER_DEGREE) / CELL_METRES)
  const column = (lng: number) => ((lng - west) / (east - west)) * columns
  const row = (lat: number) => ((north - lat) / (north - south)) * rows
  return {
    columns,
    rows,
    column,
    row,
    cellOf: ([lng, lat]: Point) => Math.floor(row(lat)) * columns + Math.floor(column(lng)),
    pointOf: (x: number, y: number): Point => [
      west + (x / columns) * (east - west),
      north - (y / rows) * (north - south),
    ],
  }
}

type Grid = ReturnType<typeof createGrid>

function markLand(land: Uint8Array, { columns, rows, column, row }: Grid, { parts }: OsmFeature): void {
  const mark = (x: number, y: number) => {
    if (x >= 0 && y >= 0 && x < columns && y < rows) land[Math.floor(y) * columns + Math.floor(x)] = 1
  }
  for (const part of parts) {
    part.forEach(([lng, lat], index) => {
      const [fromLng, fromLat] = part[Math.max(0, index - 1)]!
      const [fromX, fromY] = [column(fromLng), row(fromLat)]
      const [toX, toY] = [column(lng), row(lat)]
      const steps = Math.ceil(2 * Math.hypot(toX - fromX, toY - fromY)) + 1
      for (let step = 0; step <= steps; step++) {
        const share = step / steps
        mark(fromX + (toX - fromX) * share, fromY + (toY - fromY) * share)
      }
    })
  }
}

/** Distance of each cell to the nearest one that is set, in cells, by two chamfer passes. */
function distances(set: Uint8Array, { columns, rows }: Grid): Float32Array {
  const result = Float32Array.from(set, (isSet) => (isSet ? 0 : Number.POSITIVE_INFINITY))
  const take = (cell: number, x: number, y: number, dx: number, dy: number) => {
    if (x + dx < 0 || x + dx >= columns || y + dy < 0 || y + dy >= rows) return
    const other = result[cell + dy * columns + dx]! + Math.hypot(dx, dy)
    if (other < result[cell]!) result[cell] = other
  }
  for (const direction of [-1, 1]) {
    for (let n = 0; n < result.length; n++) {
      const cell = direction < 0 ? n : result.length - 1 - n
      const [x, y] = [cell % columns, Math.floor(cell / columns)]
      take(cell, x, y, direction, 0)
      for (const dx of [-1, 0, 1]) take(cell, x, y, dx, direction)
    }
  }
  return result
}

function flood(size: number, columns: number, start: number, isOpen: (cell: number) => boolean): Uint8Array {
  const reached = new Uint8Array(size)
  const next = [start]
  for (let cell = next.pop(); cell !== undefined; cell = next.pop()) {
    if (cell < 0 || cell >= size || reached[cell] || !isOpen(cell)) continue
    reached[cell] = 1
    const x = cell % columns
    if (x > 0) next.push(cell - 1)
    if (x < columns - 1) next.push(cell + 1)
    next.push(cell - columns, cell + columns)
  }
  return reached
}

/** Mean of each cell and its neighbours, so that the shore has no steps. */
function smoothed(values: readonly number[], columns: number): number[] {
  const clamp = (value: number) => Math.max(-3, Math.min(3, value))
  return values.map((value, cell) => {
    let [sum, count] = [clamp(value) * 2, 2]
    for (const offset of [-1, 1, -columns, columns]) {
      const other = values[cell + offset]
      if (other === undefined) continue
      sum += clamp(other)
      count++
    }
    return sum / count
  })
}
