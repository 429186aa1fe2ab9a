import { METRES_PER_DEGREE, type Position, toRadians } from '@/lib/reference/geo'

/** Height of a row of cells in degrees, about 1 km. */
const ROW_DEGREES = 0.009
const ROWS = Math.ceil(180 / ROW_DEGREES)
/** More than the columns of any row; packs (row, column, index) into one exact float. */
const MAX_COLUMNS = 65_536

/** Points sorted by cell, adjacent for neighbouring cells of a row. */
export interface Grid {
  /** Index of the point in each slot. */
  order: Uint32Array
  /** Calls `visit(from, to)` with slot ranges that cover every point within `metres`, and some more. */
  near(position: Position, metres: number, visit: (from: number, to: number) => void): void
}

/**
 * Rows of equal height around the Earth, cut into columns about as wide as high, so that cells keep their size up to
 * the poles. Columns wrap at 180°.
 */
export function createGrid(lats: Float64Array, lngs: Float64Array): Grid {
  const size = lats.length
  const keys = new Float64Array(size)
  for (let index = 0; index < size; index++) {
    const row = rowOf(lats[index]!)
    const cell = row * MAX_COLUMNS + columnOf(lngs[index]!, columnsOf(row))
    keys[index] = cell * size + index
  }
  keys.sort()

  const order = new Uint32Array(size)
  const columns = new Uint16Array(size)
  const rowStarts = new Uint32Array(ROWS + 1)
  for (let slot = 0; slot < size; slot++) {
    const cell = Math.floor(keys[slot]! / size)
    const row = Math.floor(cell / MAX_COLUMNS)
    order[slot] = keys[slot]! - cell * size
    columns[slot] = cell - row * MAX_COLUMNS
    rowStarts[row + 1] = slot + 1
  }
  for (let row = 0; row < ROWS; row++) rowStarts[row + 1] = Math.max(rowStarts[row + 1]!, rowStarts[row]!)

  /** The first slot of a row whose column is at least `column`. */
  function firstSlot(row: number, column: number): number {
    let low = rowStarts[row]!
    let high = rowStarts[row + 1]!
    while (low < high) {
      const middle = (low + high) >> 1
      if (columns[middle]! < column) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    order,
    near(position, metres, visit) {
      const degrees = metres / METRES_PER_DEGREE
      const lastRow = rowOf(Math.min(90, position.lat + degrees))
      for (let row = rowOf(Math.max(-90, position.lat - degrees)); row <= lastRow; row++) {
        if (rowStarts[row] === rowStarts[row + 1]) continue
        const count = columnsOf(row)
        const halfWidth = halfWidthDegrees(row, position.lat, degrees)
        // One extra column on either side covers rounding.
        const first = Math.floor(((position.lng - halfWidth + 180) / 360) * count) - 1
        const last = Math.floor(((position.lng + halfWidth + 180) / 360) * count) + 1
        const span = (from: number, to: number) => {
          const start = firstSlot(row, from)
          const end = firstSlot(row, to + 1)
          if (end > start) visit(start, end)
        }
        if (last - first + 1 >= count) span(0, count - 1)
        else {
          span(Math.max(first, 0), Math.min(last, count - 1))
          if (first < 0) span(first + count, count - 1)
          if (last >= count) span(0, last - count)
        }
      }
    },
  }
}

const rowOf = (lat: number) => Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) / ROW_DEGREES)))

function columnsOf(row: number): number {
  const lat = (row + 0.5) * ROW_DEGREES - 90
  return Math.max(1, Math.floor((360 * Math.cos(toRadians(lat))) / ROW_DEGREES))
}

const columnOf = (lng: number, count: number) =>
  Math.min(count - 1, Math.max(0, Math.floor(((lng + 180) / 360) * count)))

/** Half the width in longitude of a circle of `degrees` around `lat` within a row; 180 is the whole row. */
function halfWidthDegrees(row: number, lat: number, degrees: number): number {
  if (degrees >= 180) return 180
  const bottom = row * ROW_DEGREES - 90
  const top = Math.min(90, bottom + ROW_DEGREES)
  let widest = Math.max(halfWidthAt(bottom, lat, degrees), halfWidthAt(top, lat, degrees))
  // A circle is widest a little poleward of its centre; that latitude may lie inside the row.
  const poleward = Math.sin(toRadians(lat)) / Math.cos(toRadians(degrees))
  if (Math.abs(poleward) < 1) {
    const latitude = Math.asin(poleward) / toRadians(1)
    if (latitude > bottom && latitude < top) widest = Math.max(widest, halfWidthAt(latitude, lat, degrees))
  }
  return widest
}

function halfWidthAt(latitude: number, lat: number, degrees: number): number {
  const across = Math.cos(toRadians(latitude)) * Math.cos(toRadians(lat))
  const along = Math.cos(toRadians(degrees)) - Math.sin(toRadians(latitude)) * Math.sin(toRadians(lat))
  if (along <= -across) return 180
  if (along >= across) return 0
  return Math.acos(along / across) / toRadians(1)
}
