import { METRES_PER_MILLIONTH, metresPerLng } from './geometry'
import type { RoadList } from './road-list'

/** A place on a road. */
export interface OnRoad {
  road: number
  /** Point of the road before the place, and the share of the way to the next point. */
  point: number
  share: number
}

export interface RoadGrid {
  /** The nearest place on a road, written into `found`. Positions are in millionths of a degree. @returns whether there is one */
  nearest(lat: number, lng: number, limitMetres: number, found: OnRoad): boolean
}

const LEAST_CELL_METRES = 100
const CELLS_MAXIMUM = 4_000_000

/** Segments of roads by the cells of a grid that they cross. */
export function createRoadGrid(roads: RoadList, metres: Float32Array): RoadGrid {
  const { points, pointsFrom } = roads
  const roadOf = new Uint32Array(points.length / 2)
  for (let road = 0; road < metres.length; road++) roadOf.fill(road, pointsFrom[road], pointsFrom[road + 1])
  const { south, north, west, east } = boundsOf(points)
  const metresLng = Math.max(metresPerLng((south + north) / 2), METRES_PER_MILLIONTH / 1000)
  const [height, width] = [(north - south) * METRES_PER_MILLIONTH, (east - west) * metresLng]
  const total = metres.reduce((sum, one) => sum + one, 0)
  const cellMetres = Math.max(
    LEAST_CELL_METRES,
    Math.sqrt((height * width) / CELLS_MAXIMUM),
    Math.max(height, width) / CELLS_MAXIMUM,
    // So that a few endless roads do not fill the memory.
    total / (CELLS_MAXIMUM + 4 * roadOf.length),
  )
  const [cellLat, cellLng] = [cellMetres / METRES_PER_MILLIONTH, cellMetres / metresLng]
  const rows = Math.floor((north - south) / cellLat) + 1
  const columns = Math.floor((east - west) / cellLng) + 1

  const start = new Uint32Array(rows * columns + 1)
  eachCell((cell) => start[cell]!++)
  for (let cell = 1; cell < start.length; cell++) start[cell]! += start[cell - 1]!
  const segments = new Uint32Array(start.at(-1)!)
  eachCell((cell, point) => {
    segments[--start[cell]!] = point
  })

  /** Cells that a segment crosses: of each row those between its ends there. */
  function eachCell(visit: (cell: number, point: number) => void): void {
    for (let point = 0; point + 1 < roadOf.length; point++) {
      if (roadOf[point] !== roadOf[point + 1]) continue
      const [y1, y2] = [(points[2 * point]! - south) / cellLat, (points[2 * point + 2]! - south) / cellLat]
      const [x1, x2] = [(points[2 * point + 1]! - west) / cellLng, (points[2 * point + 3]! - west) / cellLng]
      const [low, high] = [Math.floor(Math.min(y1, y2)), Math.floor(Math.max(y1, y2))]
      for (let row = low; row <= high; row++) {
        const [xa, xb] = low === high ? [x1, x2] : [xAt(row), xAt(row + 1)]
        const last = Math.floor(Math.max(xa, xb))
        for (let column = Math.floor(Math.min(xa, xb)); column <= last; column++)
          visit(row * columns + column, point)
      }
      function xAt(y: number): number {
        return x1 + (x2 - x1) * Math.min(1, Math.max(0, (y - y1) / (y2 - y1)))
      }
    }
  }

  let best = 0
  let bestPoint = -1
  let bestShare = 0

  function searchCell(row: number, column: number, lat: number, lng: number, perLng: number): void {
    if (row < 0 || row >= rows || column < 0 || column >= columns) return
    const cell = row * columns + column
    const end = start[cell + 1]!
    for (let n = start[cell]!; n < end; n++) {
      const point = segments[n]!
      const y1 = (points[2 * point]! - lat) * METRES_PER_MILLIONTH
      const x1 = (points[2 * point + 1]! - lng) * perLng
      const dy = (points[2 * point + 2]! - lat) * METRES_PER_MILLIONTH - y1
      const dx = (points[2 * point + 3]! - lng) * perLng - x1
      const length = dx * dx + dy * dy
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length))
      const x = x1 + share * dx
      const y = y1 + share * dy
      const far = x * x + y * y
      if (far > best || (far === best && point >= bestPoint)) continue
      best = far
      bestPoint = point
      bestShare = share
    }
  }

  return {
    nearest(lat, lng, limitMetres, found) {
      const perLng = metresPerLng(lat)
      const y = (lat - south) / cellLat
      const x = (lng - west) / cellLng
      const row = Math.floor(y)
      const column = Math.floor(x)
      const stepLat = cellLat * METRES_PER_MILLIONTH
      const stepLng = cellLng * perLng
      const outside = Math.max(
        Math.max(-y, y - rows) * stepLat,
        // A position near a pole has cells of no width.
        Math.max(-x, x - columns) * stepLng,
      )
      if (!(outside <= limitMetres)) return false
      const edgeY = Math.min(y - row, row + 1 - y)
      const edgeX = Math.min(x - column, column + 1 - x)
      best = limitMetres * limitMetres
      bestPoint = -1
      for (let ring = 0; ; ring++) {
        for (let r = -ring; r <= ring; r++) {
          const step = Math.abs(r) === ring ? 1 : Math.max(1, 2 * ring)
          for (let c = -ring; c <= ring; c += step) searchCell(row + r, column + c, lat, lng, perLng)
        }
        const searched = Math.min((ring + edgeY) * stepLat, (ring + edgeX) * stepLng)
        if (best <= searched * searched || ring > rows + columns) break
      }
      if (bestPoint < 0) return false
      found.road = roadOf[bestPoint]!
      found.point = bestPoint
      found.share = bestShare
      return true
    },
  }
}

function boundsOf(points: Int32Array) {
  const bounds = { south: 0, north: 0, west: 0, east: 0 }
  if (points.length > 0) {
    bounds.south = bounds.north = points[0]!
    bounds.west = bounds.east = points[1]!
  }
  for (let n = 0; n < points.length; n += 2) {
    bounds.south = Math.min(bounds.south, points[n]!)
    bounds.north = Math.max(bounds.north, points[n]!)
    bounds.west = Math.min(bounds.west, points[n + 1]!)
    bounds.east = Math.max(bounds.east, points[n + 1]!)
  }
  return bounds
}
