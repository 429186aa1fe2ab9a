import { type Box, stepsX, stepsY } from '@/components/map/projection'
import { formatCount } from '@/lib/format/number'
import { STATUS_STYLES } from '@/lib/format/status/status-style'
import { safeText } from '@/lib/format/text'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { styleOf } from './sprites'

/** Columns of positions, by the index of a record. */
export interface Places {
  readonly lat: Int32Array
  readonly lng: Int32Array
}

/**
 * Side of a cell, in CSS pixels. The world has a whole number of them at every
 * zoom, so none straddles ±180°.
 */
export const CELL_PX = 64

/** From this zoom on only more vehicles than can be drawn one by one are clustered. */
export const UNCLUSTERED_ZOOM = 16

const LAST_ZOOM = 19

/** Fewer vehicles in a cell are drawn individually. */
export const FEWEST_CLUSTERED = 4

// Distance of a cluster from its cell's edges, as a share of the cell, so that
// neighbours do not overlap.
const EDGE = 0.34

/** The vehicles of one cell, drawn as one shape. */
export interface Cluster {
  /** Web Mercator shares of the world: the mean of its vehicles, kept inside the cell. */
  readonly x: number
  readonly y: number
  readonly count: number
  /** Count of each of STATUS_STYLES. */
  readonly mix: readonly number[]
  /** Slots of its vehicles. */
  readonly members: () => Uint32Array
}

/** The box extended to whole cells, so that a cluster at its edge counts all of its vehicles. */
export function wholeCells({ left, right, top, bottom }: Box, zoom: number): Box {
  const cells = cellsAcross(zoom)
  const from = Math.floor(left * cells)
  return {
    left: from / cells,
    right: Math.min(from + cells, Math.ceil(right * cells)) / cells,
    top: Math.max(0, Math.floor(top * cells)) / cells,
    bottom: Math.min(cells, Math.ceil(bottom * cells)) / cells,
  }
}

/**
 * Counts vehicles into the cells of a zoom. Cells are fixed to the world, not to the screen: a pan
 * moves none, and each splits into four at the next zoom.
 * @param slots vehicles within `box` and beside it, which are left out
 * @param box of whole cells
 * @returns the clusters, and the slots of the vehicles in none, in the order given
 */
export function clusterVehicles(
  vehicles: Places & Pick<VehicleTable, 'records'>,
  slots: Uint32Array,
  box: Box,
  zoom: number,
): { readonly clusters: readonly Cluster[]; readonly singles: Uint32Array } {
  const { lat, lng, records } = vehicles
  const cells = cellsAcross(zoom)
  const kinds = STATUS_STYLES.length
  const firstColumn = Math.round(box.left * cells)
  const firstRow = Math.round(box.top * cells)
  const columns = Math.round((box.right - box.left) * cells)
  const rows = Math.round((box.bottom - box.top) * cells)
  const counts = new Uint32Array(columns * rows)
  const mixes = new Uint32Array(columns * rows * kinds)
  const sumsX = new Float64Array(columns * rows)
  const sumsY = new Float64Array(columns * rows)
  const cellOf = new Int32Array(slots.length).fill(-1)

  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] as number
    const vehicleX = stepsX(lng[slot] as number) * cells
    const vehicleY = stepsY(lat[slot] as number) * cells
    const column = remainder(Math.floor(vehicleX) - firstColumn, cells)
    const row = Math.floor(vehicleY) - firstRow
    if (column >= columns || row < 0 || row >= rows) continue
    const cell = row * columns + column
    cellOf[at] = cell
    counts[cell] = (counts[cell] as number) + 1
    const kind = cell * kinds + styleOf(records[slot]?.status ?? null)
    mixes[kind] = (mixes[kind] as number) + 1
    sumsX[cell] = (sumsX[cell] as number) + vehicleX - Math.floor(vehicleX)
    sumsY[cell] = (sumsY[cell] as number) + vehicleY - Math.floor(vehicleY)
  }

  const clusters: Cluster[] = []
  counts.forEach((count, cell) => {
    if (count < FEWEST_CLUSTERED) return
    const left = remainder(firstColumn + (cell % columns), cells)
    const top = firstRow + Math.floor(cell / columns)
    clusters.push({
      x: (left + inside((sumsX[cell] as number) / count)) / cells,
      y: (top + inside((sumsY[cell] as number) / count)) / cells,
      count,
      mix: [...mixes.subarray(cell * kinds, (cell + 1) * kinds)],
      members: () => slots.filter((_, at) => cellOf[at] === cell),
    })
  })
  const singles = slots.filter((_, at) => {
    const cell = cellOf[at] as number
    return cell >= 0 && (counts[cell] as number) < FEWEST_CLUSTERED
  })
  return { clusters, singles }
}

/** In cells of the world. */
function placeOf({ lat, lng }: Places, slot: number, cells: number): [number, number] {
  return [stepsX(lng[slot] as number) * cells, stepsY(lat[slot] as number) * cells]
}

function cellsAcross(zoom: number): number {
  return (256 / CELL_PX) * 2 ** zoom
}

function inside(share: number): number {
  return Math.max(EDGE, Math.min(1 - EDGE, share))
}

function remainder(value: number, by: number): number {
  return ((value % by) + by) % by
}

/** Statuses of vehicles with their counts, most frequent first. */
export function countStatuses(
  { records }: VehicleTable,
  slots: Uint32Array,
): [string | null, number][] {
  const counts = new Map<string | null, number>()
  for (const slot of slots) {
    const status = records[slot]?.status ?? null
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
}

/** The middle of the vehicles' extent, in Web Mercator shares of the world. */
export function middleOf(vehicles: Places, slots: Uint32Array): [number, number] {
  const places = Array.from(slots, (slot) => placeOf(vehicles, slot, 1))
  const middle = (axis: 0 | 1) => {
    const values = places.map((place) => place[axis])
    return (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2
  }
  return [middle(0), middle(1)]
}

/**
 * The first zoom beyond `zoom` at which the vehicles are in several cells, or only too
 * many of them are clustered.
 */
export function splitZoom(vehicles: Places, slots: Uint32Array, zoom: number): number {
  for (let closer = zoom + 1; closer < LAST_ZOOM; closer++) {
    if (closer === UNCLUSTERED_ZOOM) return closer
    const cellOf = (slot: number) =>
      placeOf(vehicles, slot, cellsAcross(closer)).map(Math.floor).join()
    const first = cellOf(slots[0] ?? 0)
    if (slots.some((slot) => cellOf(slot) !== first)) return closer
  }
  return LAST_ZOOM
}

const MOST_STATUSES = 6

/** "23 vehicles: 12 available, 8 busy, 3 offline". */
export function clusterText(
  count: number,
  statuses: readonly (readonly [string | null, number])[],
): string {
  const named = statuses
    .slice(0, MOST_STATUSES)
    .map(
      ([status, n]) =>
        `${formatCount(n)} ${status === null ? 'without status' : safeText(status, 40)}`,
    )
  const others = statuses.slice(MOST_STATUSES).reduce((sum, [, n]) => sum + n, 0)
  if (others > 0) named.push(`${formatCount(others)} other`)
  return `${formatCount(count)} vehicles: ${named.join(', ')}`
}
